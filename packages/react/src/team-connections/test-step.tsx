import type { CompanyConnection } from '@latchkey/sdk'
import { type ReactNode, useEffect, useState } from 'react'
import type { Team } from '../hooks/team-hooks.ts'
import { useConnectionTranslate } from '../i18n/connections/translation.ts'
import { formatRelativeTime } from '../i18n/format-time.ts'
import { useLang } from '../i18n/translation.tsx'
import { Button } from '../ui/button.tsx'
import { isComplete, isTested } from './connection-state.tsx'

const askEveryMillis = 1500

interface TestStepProps {
  team: Team
  connection: CompanyConnection
  /** The way to the next step. */
  children: ReactNode
}

/** A real sign-in at the provider that creates no user, and whom it would have signed in. */
export function TestStep({ team, connection, children }: TestStepProps) {
  const t = useConnectionTranslate()
  const [startedAfter, setStartedAfter] = useState<number>()
  const { displayName: name, lastTest } = connection
  const lastAt = lastTest?.happenedAt.getTime() ?? 0
  const isWaiting = startedAfter === lastAt
  useEffect(() => {
    if (!isWaiting) return
    // A failed request is followed by the next.
    const timer = setInterval(() => void team.listConnections().catch(() => {}), askEveryMillis)
    return () => clearInterval(timer)
  }, [isWaiting, team])
  const start = async () => {
    // Opened during the click, because browsers block later ones.
    const tab = window.open('', '_blank')
    // Nor may the provider lead this page elsewhere.
    if (tab) tab.opener = null
    try {
      const { url } = await connection.test()
      setStartedAfter(lastAt)
      if (tab) tab.location.href = url
    } catch (error) {
      tab?.close()
      throw error
    }
  }
  if (!isComplete(connection)) {
    return <p className="lk-empty">{t('First complete the set-up step.')}</p>
  }
  return (
    <div className="lk-connection-part">
      <p className="lk-text">
        {t('Sign in at the provider in a new tab. You stay signed in here, and no account is created.')}
      </p>
      <div role="status">
        {isWaiting ? (
          <p className="lk-empty">{t('Waiting for you to sign in at {name} …', { name })}</p>
        ) : (
          lastTest && <Result test={lastTest} />
        )}
      </div>
      <div className="lk-actions">
        <Button kind={isTested(connection) ? undefined : 'primary'} size="small" onClick={start}>
          {t('Test sign-in')}
        </Button>
        {isTested(connection) && children}
      </div>
    </div>
  )
}

function Result({ test }: { test: NonNullable<CompanyConnection['lastTest']> }) {
  const t = useConnectionTranslate()
  const lang = useLang()
  const time = formatRelativeTime(test.happenedAt, lang)
  if (test.status === 'failed') {
    return (
      <p className="lk-status" data-kind="error">
        {t("It doesn't work yet.")} <span lang="en">{test.message}</span> ({time})
      </p>
    )
  }
  const { user } = test
  const facts: [string, ReactNode][] = [
    [t('Email'), user.email && <Email key="email" address={user.email} isVerified={user.isEmailVerified} />],
    [t('Name'), user.displayName],
    [t('Account at the provider'), user.accountId],
    [t('Groups'), user.groups.join(', ')],
    [t('Permissions in the team'), user.permissionIds.join(', ')],
  ]
  return (
    <>
      <p className="lk-done">{t('It works. This person would have signed in:')}</p>
      <dl className="lk-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="lk-facts-name">{name}</dt>
            <dd>{value ? <bdi>{value}</bdi> : <span className="lk-placeholder">{t('None')}</span>}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function Email({ address, isVerified }: { address: string; isVerified: boolean }) {
  const t = useConnectionTranslate()
  return (
    <>
      {address}{' '}
      <span className="lk-section-text">
        {isVerified ? t('(verified)') : t("(not verified, because its domain isn't)")}
      </span>
    </>
  )
}
