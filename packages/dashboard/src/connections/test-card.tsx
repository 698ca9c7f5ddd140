import { CircleAlert, CircleCheck, ExternalLink } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useAction } from '../data/use-action.ts'
import { Button } from '../ui/button.tsx'
import { Card, Facts } from '../ui/page.tsx'
import { Time } from '../ui/time.tsx'
import type { ConnectionSetup } from './connection-state.tsx'

const askEveryMillis = 1000

interface TestCardProps {
  connection: ConnectionSetup
  /** Returns where to sign in. */
  begin: () => Promise<{ url: string }>
  reload: () => Promise<unknown>
  /** Not for whoever does not map them. */
  showsPermissions?: boolean
}

/** Runs a real sign-in at the provider without creating a user, and shows whom it would have signed in. */
export function TestCard({ connection, begin, reload, showsPermissions = false }: TestCardProps) {
  const { display_name: name, last_test: last } = connection
  const { isBusy, run } = useAction()
  const [startedAfter, setStartedAfter] = useState<number>()
  const isWaiting = startedAfter !== undefined && (last?.happened_at_millis ?? 0) === startedAfter
  const start = () => {
    // Open the window during the click, because browsers block later popups.
    const tab = window.open('', '_blank')
    // Nor may the provider lead this page elsewhere.
    if (tab) tab.opener = null
    void run(async () => {
      const { url } = await begin()
      setStartedAfter(last?.happened_at_millis ?? 0)
      if (tab) tab.location.href = url
    }).then((isDone) => !isDone && tab?.close())
  }
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => void reload(), askEveryMillis)
    return () => clearInterval(timer)
  }, [isWaiting, reload])
  return (
    <Card
      title="Test sign-in"
      description="Nobody is signed in and no user is created."
      actions={
        <Button icon={<ExternalLink />} isBusy={isBusy} onClick={start}>
          Test sign-in
        </Button>
      }
    >
      <div role="status">
        {isWaiting ? (
          <p className="ui-muted">Waiting for you to sign in at {name} …</p>
        ) : (
          last && <Result test={last} showsPermissions={showsPermissions} />
        )}
      </div>
    </Card>
  )
}

function Result({
  test,
  showsPermissions,
}: {
  test: NonNullable<ConnectionSetup['last_test']>
  showsPermissions: boolean
}) {
  if (test.status === 'failed') {
    return (
      <p className="connections-result">
        <CircleAlert />
        <span>
          <strong>It does not work yet.</strong> {test.message} <Time date={test.happened_at_millis} />
        </span>
      </p>
    )
  }
  const { user } = test
  const facts: [string, ReactNode][] = [
    ['Email', user.email && <Email key="email" address={user.email} isVerified={user.is_email_verified} />],
    ['Name', user.display_name && <bdi key="name">{user.display_name}</bdi>],
    ['Account at the provider', <code key="account">{user.account_id}</code>],
    ['Groups', user.groups.length > 0 ? user.groups.join(', ') : null],
  ]
  if (showsPermissions) facts.push(['Permissions in the team', user.permission_ids.join(', ') || null])
  return (
    <>
      <p className="connections-result" data-done>
        <CircleCheck />
        <span>
          <strong>It works.</strong> This user would have signed in <Time date={test.happened_at_millis} />.
        </span>
      </p>
      <Facts facts={facts} />
    </>
  )
}

function Email({ address, isVerified }: { address: string; isVerified: boolean }) {
  return (
    <span>
      <bdi>{address}</bdi>{' '}
      <span className="ui-caption">
        {isVerified ? 'verified, because its domain is proven' : 'not verified, because its domain is not proven'}
      </span>
    </span>
  )
}
