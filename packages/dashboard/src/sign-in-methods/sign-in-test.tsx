import { CircleAlert, CircleCheck, ExternalLink } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Reply } from '../data/call.ts'
import { useApi } from '../data/data.ts'
import { useAction } from '../data/use-action.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/page.tsx'

type Outcome = Reply<'GET /internal/sign-in-tests/{id}'>

const askEveryMillis = 1000

/** Runs a real sign-in with the provider without creating a user, and shows the result. */
export function SignInTest({ providerId, name }: { providerId: string; name: string }) {
  const { call } = useApi()
  const { isBusy, run } = useAction()
  const [testId, setTestId] = useState<string>()
  const [outcome, setOutcome] = useState<Outcome>()
  const start = () => {
    // Open the window during the click, because browsers block later popups.
    const tab = window.open('', '_blank')
    setOutcome(undefined)
    void run(async () => {
      const { id, url } = await call('POST /internal/sign-in-tests', { body: { provider_id: providerId } })
      setTestId(id)
      if (tab) tab.location.href = url
    }).then((isDone) => !isDone && tab?.close())
  }
  useEffect(() => {
    if (!testId) return
    const timer = setInterval(async () => {
      const next = await call('GET /internal/sign-in-tests/{id}', { params: { id: testId } }).catch(() => undefined)
      if (!next || next.status === 'waiting') return
      setTestId(undefined)
      setOutcome(next)
    }, askEveryMillis)
    return () => clearInterval(timer)
  }, [call, testId])
  return (
    <Card
      title="Test sign-in"
      id="test"
      description={`Signs you in with ${name} using the saved keys. No user is created.`}
      actions={
        <Button icon={<ExternalLink />} isBusy={isBusy} onClick={start}>
          Test sign-in now
        </Button>
      }
    >
      <div role="status">
        {testId && (
          <p className="ui-muted">
            Waiting for you to sign in at {name} … If {name} shows an error about the callback or redirect URL, register
            the one above.
          </p>
        )}
        {outcome && <Result outcome={outcome} name={name} />}
      </div>
    </Card>
  )
}

function Result({ outcome, name }: { outcome: Outcome; name: string }) {
  if (outcome.status === 'waiting') return null
  if (outcome.status === 'failed') {
    return (
      <p className="sign-in-result">
        <CircleAlert />
        <span>
          <strong>It does not work yet.</strong> {outcome.message}
        </span>
      </p>
    )
  }
  const { email, is_email_verified, display_name, id } = outcome.account
  return (
    <p className="sign-in-result" data-done>
      <CircleCheck />
      <span>
        <strong>It works.</strong> {name} says that you are <bdi>{display_name ?? id}</bdi>
        {email ? (
          <>
            {' '}
            with the {is_email_verified ? 'verified' : 'unverified'} email address <bdi>{email}</bdi>.
          </>
        ) : (
          ', without an email address.'
        )}
      </span>
    </p>
  )
}
