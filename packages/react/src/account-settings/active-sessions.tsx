import type { ActiveSession, CurrentUser } from '@latchkey/sdk'
import { useCallback, useEffect, useState } from 'react'
import { formatDate, formatRelativeTime } from '../i18n/format-time.ts'
import { useLang, useTranslate } from '../i18n/translation.tsx'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { describeFailure } from '../ui/failures.tsx'
import { Note } from '../ui/field.tsx'
import { Icon, monitor } from '../ui/icon.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { SettingsPageProps } from './account-settings.tsx'

/** Fetched when the page is opened; not cached, because other devices come and go. */
export function ActiveSessionsPage({ user }: SettingsPageProps) {
  const t = useTranslate()
  const { sessions, error, load } = useSessions(user)
  if (error !== undefined) {
    return (
      <>
        <Note error={describeFailure(error, t)} />
        <Button size="small" onClick={load}>
          {t('Try again')}
        </Button>
      </>
    )
  }
  if (!sessions) return <SessionsSkeleton />

  const others = sessions.filter((session) => !session.isCurrentSession)
  const current = sessions.filter((session) => session.isCurrentSession)
  const revoke = async (revoked: readonly ActiveSession[]) => {
    try {
      for (const session of revoked) await user.revokeSession(session.id)
    } finally {
      await load()
    }
  }
  return (
    <>
      <p className="lk-section-text">{t("Where you're signed in right now.")}</p>
      {sessions.length === 0 && <p className="lk-placeholder">{t('No active sessions.')}</p>}
      <ul className="lk-sessions">
        {[...current, ...others].map((session) => (
          <SessionRow key={session.id} session={session} onRevoke={() => revoke([session])} />
        ))}
      </ul>
      {others.length > 0 && (
        <div className="lk-section-foot">
          <Confirm
            label={t('Sign out everywhere else')}
            question={t('Sign out of all other sessions?')}
            confirmLabel={t('Yes, sign out')}
            onConfirm={() => revoke(others)}
          />
        </div>
      )}
    </>
  )
}

function SessionRow({ session, onRevoke }: { session: ActiveSession; onRevoke: () => Promise<void> }) {
  const t = useTranslate()
  const lang = useLang()
  const place = [session.geoInfo?.cityName, session.geoInfo?.countryCode].filter(Boolean).join(', ')
  const { lastUsedAt } = session
  return (
    <li className="lk-session">
      <Icon path={monitor} />
      <div className="lk-session-facts">
        <div className="lk-row">
          {session.isCurrentSession ? t('This device') : t('Other session')}
          {session.isImpersonation && <span className="lk-badge">{t('Impersonation')}</span>}
        </div>
        <p className="lk-session-place">
          {[place || t('Unknown location'), session.geoInfo?.ip].filter(Boolean).join(' · ')}
        </p>
        <p className="lk-session-place">
          {t('Signed in {date}', { date: formatDate(session.createdAt, lang) })}
          {' · '}
          {lastUsedAt ? (
            <time dateTime={lastUsedAt.toISOString()} title={formatDate(lastUsedAt, lang, true)}>
              {t('Last used {time}', { time: formatRelativeTime(lastUsedAt, lang) })}
            </time>
          ) : (
            t('Never used')
          )}
        </p>
      </div>
      {!session.isCurrentSession && (
        <Button size="small" onClick={onRevoke}>
          {t('Sign out')}
        </Button>
      )}
    </li>
  )
}

function SessionsSkeleton() {
  const t = useTranslate()
  return (
    <div className="lk-sessions" aria-busy="true" aria-label={t('Loading…')} role="status">
      {[1, 2].map((row) => (
        <div className="lk-session" key={row}>
          <div className="lk-session-facts">
            <Skeleton shape="label" />
            <Skeleton shape="text" />
          </div>
        </div>
      ))}
    </div>
  )
}

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
