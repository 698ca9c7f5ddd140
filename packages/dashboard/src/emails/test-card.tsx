import { Check, CircleDashed, Send, X } from 'lucide-react'
import { useState } from 'react'
import type { Reply } from '../data/call.ts'
import { useApi } from '../data/data.ts'
import { useOwner } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { Button } from '../ui/button.tsx'
import { Form, TextField } from '../ui/field.tsx'
import { Card } from '../ui/page.tsx'
import type { Server } from './server-page.tsx'

type Outcome = Reply<'POST /internal/send-test-email'>

interface TestCardProps {
  server: Server
  /** Shows a message at every incomplete setting. Returns whether there is none. */
  check: () => boolean
}

/** Tests the settings on the page, including unsaved ones. */
export function TestCard({ server, check }: TestCardProps) {
  const { change } = useApi()
  const [recipient, setRecipient] = useState(useOwner().primaryEmail ?? '')
  const [outcome, setOutcome] = useState<Outcome>()
  const { isBusy, run } = useAction()
  const test = () => {
    if (!check()) return
    setOutcome(undefined)
    void run(async () => {
      const { host, port, username, password, senderName, senderEmail } = server
      setOutcome(
        await change('POST /internal/send-test-email', {
          body: {
            recipient_email: recipient.trim(),
            email_config: {
              host: host.trim(),
              port: Number(port),
              username: username.trim(),
              password,
              sender_name: senderName.trim(),
              sender_email: senderEmail.trim(),
            },
          },
        }),
      )
    })
  }
  return (
    <Card title="Test" description="Sends an email with the settings above, even if they are not saved.">
      <Form className="emails-test" onSubmit={test}>
        <TextField
          label="Send a test email to"
          type="email"
          value={recipient}
          onChange={(event) => setRecipient(event.target.value)}
        />
        <Button type="submit" icon={<Send />} size="large" isBusy={isBusy} disabled={!recipient.trim()}>
          Send test email
        </Button>
      </Form>
      <div aria-live="polite">{outcome && <TestOutcome outcome={outcome} />}</div>
    </Card>
  )
}

function TestOutcome({ outcome: { success, error_message, smtp } }: { outcome: Outcome }) {
  if (!smtp) return <p>{success ? 'The email was accepted.' : error_message}</p>
  const { is_connected, is_encrypted, is_signed_in, is_accepted, refusal } = smtp
  // Steps after the failed one were not tried.
  const steps = [
    { label: 'Connection', isDone: is_connected },
    {
      label: is_encrypted ? 'TLS encryption' : 'No TLS encryption',
      isDone: is_encrypted,
      // Without TLS, an allowed server can still be reached and fail at a later step.
      isOptional: is_signed_in || is_accepted || refusal !== null,
    },
    { label: 'Sign-in', isDone: is_signed_in, isOptional: is_accepted },
    { label: 'Email accepted by the server', isDone: is_accepted },
  ]
  const failed = steps.findIndex(({ isDone, isOptional }) => !isDone && !isOptional)
  return (
    <div className="ui-stack" data-gap="small">
      <ol className="ui-list emails-steps">
        {steps.map(({ label, isDone, isOptional }, index) => {
          const state = isDone ? 'done' : index === failed && !success ? 'failed' : 'skipped'
          return (
            <li key={label} data-state={state}>
              {state === 'done' && <Check />}
              {state === 'failed' && <X />}
              {state === 'skipped' && <CircleDashed />}
              {label}
              {state === 'failed' && <span className="ui-hidden">: failed</span>}
              {state === 'skipped' && !isOptional && <span className="ui-hidden">: not reached</span>}
            </li>
          )
        })}
      </ol>
      {!success && (
        <p className="ui-error" role="alert">
          {error_message} {refusal && <code>{refusal}</code>}
        </p>
      )}
    </div>
  )
}
