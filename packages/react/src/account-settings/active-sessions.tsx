import type { ActiveSession } from '@latchkey/sdk'
import { useCallback, useEffect, useState } from 'react'
import type { CurrentUser } from '../hooks/user-types.ts'
import { formatDate, formatRelativeTime } from '../i18n/format-time.ts'
import { placeOf } from '../i18n/geo-place.ts'
import { useLang, useTranslate } from '../i18n/translation.tsx'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { DeviceIcon, useDeviceName } from './device.tsx'
import { Failure } from './page-frame.tsx'
import type { SettingsPageProps } from './pages.ts'
import { Badge, Fact, Item } from './row.tsx'
import { SectionsSkeleton } from './skeleton.tsx'

/** Fetched when the page opens. Not cached, because sessions of other devices change at any time. */
export function ActiveSessionsPage({ user, project }: SettingsPageProps) {
  const t = useTranslate()
  const { sessions, error, load } = useSessions(user)
  if (error !== undefined) return <Failure error={error} onRetry={load} />
  if (!sessions) return <SectionsSkeleton />

  const others = sessions
    .filter((session) => !session.isCurrentSession)
    .sort((one, other) => lastUseOf(other) - lastUseOf(one))
  const current = sessions.filter((session) => session.isCurrentSession)
  const thenLoad = async (ended: Promise<void>) => {
    try {
      await ended
    } finally {
      await load()
    }
  }
  const hasApps = project.config.oauthProviderEnabled
  return (
    <>
      <p className="lk-page-text">{t("Where you're signed in right now.")}</p>
      {sessions.length === 0 && <p className="lk-placeholder">{t('No active sessions.')}</p>}
      <ul className="lk-list">
        {[...current, ...others].map((session) => (
          <SessionItem key={session.id} session={session} onRevoke={() => thenLoad(user.revokeSession(session.id))} />
        ))}
      </ul>
      {(others.length > 0 || hasApps) && (
        <Confirm
          label={t('Sign out everywhere else')}
          question={
            hasApps
              ? t('Sign out of all other sessions? Apps and agents lose their access, too.')
              : t('Sign out of all other sessions?')
          }
          confirmLabel={t('Yes, sign out')}
          onConfirm={() => thenLoad(user.signOutEverywhere())}
        />
      )}
    </>
  )
}

function SessionItem({ session, onRevoke }: { session: ActiveSession; onRevoke: () => Promise<void> }) {
  const t = useTranslate()
  const lang = useLang()
  const device = useDeviceName(session.userAgent)
  const { lastUsedAt, isCurrentSession } = session
  const origin = [placeOf(session.geoInfo, lang), session.geoInfo?.ip].filter(Boolean)
  return (
    <Item
      icon={<DeviceIcon userAgent={session.userAgent} />}
      name={device}
      badges={
        <>
          {isCurrentSession && <Badge kind="good">{t('This device')}</Badge>}
          {session.isImpersonation && <Badge kind="warning">{t('Impersonation')}</Badge>}
        </>
      }
      text={
        <>
          {origin.map((fact) => (
            <Fact key={fact}>{fact}</Fact>
          ))}
          {origin.length > 0 && <br />}
          <Fact>
            {lastUsedAt ? (
              <time dateTime={lastUsedAt.toISOString()} title={formatDate(lastUsedAt, lang, true)}>
                {t('Last used {time}', { time: formatRelativeTime(lastUsedAt, lang) })}
              </time>
            ) : (
              t('Never used')
            )}
          </Fact>
          <Fact>{t('Signed in {date}', { date: formatDate(session.createdAt, lang) })}</Fact>
        </>
      }
      action={
        !isCurrentSession && (
          <Button size="small" label={`${t('Sign out')}: ${device}`} onClick={onRevoke}>
            {t('Sign out')}
          </Button>
        )
      }
    />
  )
}

const lastUseOf = ({ lastUsedAt, createdAt }: ActiveSession) => (lastUsedAt ?? createdAt).getTime()

function useSessions(user: CurrentUser) {
  const [state, setState] = useState<{ sessions?: ActiveSession[]; error?: unknown }>({})
  const load = useCallback(async () => {
    try {
      setState({ sessions: await user.getActiveSessions() })
    } catch (error) {
      console.error(error)
      setState({ error })
    }
  }, [user])
  useEffect(() => void load(), [load])
  return { ...state, load }
}
