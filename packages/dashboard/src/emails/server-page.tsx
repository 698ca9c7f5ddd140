import { useState } from 'react'
import { useProjectChanges } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { useDraft } from '../data/use-draft.ts'
import { SaveBar } from '../parts/unsaved-changes.tsx'
import { Choice, TextField } from '../ui/field.tsx'
import { Card } from '../ui/page.tsx'
import { EmailsFrame } from './emails-frame.tsx'
import { TestCard } from './test-card.tsx'

const empty = { host: '', port: '587', username: '', password: '', senderName: '', senderEmail: '' }
type Server = typeof empty
type Kind = 'shared' | 'smtp' | 'resend'

const resend = { host: 'smtp.resend.com', port: '465', username: 'resend' }

export default function ServerPage() {
  const { email_config } = useProject().config
  const { updateConfig } = useProjectChanges()
  const own = email_config.type === 'shared' ? undefined : email_config
  const kind: Kind = own ? (own.host === resend.host ? 'resend' : 'smtp') : 'shared'
  const saved: Server & { kind: Kind } = {
    kind,
    ...empty,
    ...(own && {
      host: own.host,
      port: String(own.port),
      username: own.username,
      password: own.password,
      senderName: own.sender_name,
      senderEmail: own.sender_email,
    }),
  }
  const { draft, isChanged, change, discard } = useDraft(saved)
  const [hasTried, setHasTried] = useState(false)
  const { isBusy, run } = useAction()
  const server: Server = { ...draft, ...(draft.kind === 'resend' && resend) }
  const problems = findProblems(server)
  const isShared = draft.kind === 'shared'
  const save = async () => {
    setHasTried(true)
    if (!isShared && Object.keys(problems).length > 0) return
    // Writes only changed fields, so that owners do not overwrite each other.
    const before = toConfig(saved)
    const changed = Object.entries(toConfig({ ...server, kind: draft.kind })).filter(
      ([key, value]) => before[key] !== value,
    )
    const patch = Object.fromEntries(changed.map(([key, value]) => [`emails.server.${key}`, value]))
    const isDone = await run(() => updateConfig(patch), { done: 'The email server was saved.' })
    if (!isDone) return
    discard()
    setHasTried(false)
  }
  const field = (key: keyof Server) => ({
    value: server[key],
    error: hasTried ? problems[key] : undefined,
    onChange: (event: { target: { value: string } }) => change({ [key]: event.target.value }),
  })
  return (
    <EmailsFrame title="Server settings" description="The server that sends your emails, and the sender address.">
      <form
        className="ui-stack emails-server"
        data-gap="large"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Card title="Email server">
          <fieldset className="ui-choices">
            <legend className="ui-hidden">Email server</legend>
            <Choice
              type="radio"
              name="kind"
              label="Shared server"
              hint="For development. Only sends built-in emails, from this server’s address."
              checked={isShared}
              onChange={() => change({ kind: 'shared' })}
            />
            <Choice
              type="radio"
              name="kind"
              label="Your own SMTP server"
              hint="Any SMTP provider. Required for your own templates and sender address."
              checked={draft.kind === 'smtp'}
              onChange={() => change({ kind: 'smtp' })}
            />
            <Choice
              type="radio"
              name="kind"
              label="Resend"
              hint="Sends bulk emails in batches of 100."
              checked={draft.kind === 'resend'}
              onChange={() => change({ kind: 'resend' })}
            />
          </fieldset>
          {draft.kind === 'smtp' && (
            <>
              <div className="emails-host">
                <TextField label="Host" isMono spellCheck={false} placeholder="smtp.example.com" {...field('host')} />
                <TextField
                  label="Port"
                  inputMode="numeric"
                  hint={server.port === '465' ? 'TLS from the start.' : 'TLS with STARTTLS.'}
                  {...field('port')}
                />
              </div>
              <TextField label="Username" isMono spellCheck={false} {...field('username')} />
            </>
          )}
          {!isShared && (
            <>
              <TextField
                label={draft.kind === 'resend' ? 'API key' : 'Password'}
                type="password"
                autoComplete="new-password"
                isMono
                hint="Stored encrypted."
                {...field('password')}
              />
              <TextField label="Sender name" placeholder="Fieldnotes" {...field('senderName')} />
              <TextField
                label="Sender address"
                type="email"
                placeholder="hello@example.com"
                hint="Use a domain that your email server is allowed to send for."
                {...field('senderEmail')}
              />
            </>
          )}
        </Card>
        <SaveBar isChanged={isChanged} isBusy={isBusy} onSave={() => void save()} onDiscard={discard} />
      </form>
      {!isShared && (
        <div className="emails-server">
          <TestCard
            server={server}
            isComplete={Object.keys(problems).length === 0}
            onIncomplete={() => setHasTried(true)}
          />
        </div>
      )}
    </EmailsFrame>
  )
}

function toConfig({ kind, ...server }: Server & { kind: Kind }): Record<string, string | number | boolean> {
  if (kind === 'shared') return { isShared: true }
  return {
    isShared: false,
    provider: kind,
    host: server.host.trim(),
    port: Number(server.port),
    username: server.username.trim(),
    password: server.password,
    senderName: server.senderName.trim(),
    senderEmail: server.senderEmail.trim(),
  }
}

function findProblems(server: Server): Partial<Server> {
  const problems: Partial<Server> = {}
  for (const key of ['host', 'username', 'password', 'senderName'] as const)
    if (!server[key].trim()) problems[key] = 'This field is required.'
  const port = Number(server.port)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) problems.port = 'Enter a number from 1 to 65535.'
  if (!/^[^\s@]+@[^\s@]+$/.test(server.senderEmail.trim())) problems.senderEmail = 'Enter an email address.'
  return problems
}
