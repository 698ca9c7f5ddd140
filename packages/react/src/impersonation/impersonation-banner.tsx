import { appInternalsSymbol } from '@latchkey/sdk'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { ClientApp } from '../client-app.ts'
import { useApp } from '../hooks/use-app.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { OverlayStyles } from '../styles/overlay-styles.tsx'
import { Button } from '../ui/button.tsx'
import { Scope } from '../ui/scope.tsx'
import { readStorage } from '../ui/storage.ts'

/** Shown at the bottom of every page while a project owner is signed in as a user. Its button ends that session. */
export function ImpersonationBanner() {
  const app = useApp()
  const t = useTranslate()
  const { subscribe, getSnapshot } = app[appInternalsSymbol].partialUserOf()
  const current = useSyncExternalStore(subscribe, getSnapshot)
  // Keeps the last user, because the token expires and is only renewed with the next request.
  const latest = useRef(current)
  latest.current = current ?? latest.current
  const user = latest.current
  const isImpersonation = useIsImpersonation(app, current?.id)
  if (!user || !isImpersonation) return null
  return (
    <Scope>
      <OverlayStyles />
      <section className="lk-impersonation" aria-label={t('Impersonation')}>
        <p>
          <strong>{t('Impersonation')}</strong>{' '}
          {t("You're signed in as {name}.", { name: user.displayName ?? user.primaryEmail ?? user.id })}
        </p>
        <Button onClick={() => app.signOut()}>{t('Sign out')}</Button>
      </section>
    </Scope>
  )
}

/** Whether the current session is the marked one. The user may have signed in in the same browser since. */
function useIsImpersonation(app: ClientApp<true>, userId: string | undefined): boolean {
  const [isImpersonation, setIsImpersonation] = useState(false)
  useEffect(() => {
    let isCurrent = true
    const find = async () => {
      const user = userId === undefined ? null : await app.getUser({ or: 'return-null' })
      const { accessToken = null } = (await user?.currentSession.getTokens()) ?? {}
      if (isCurrent)
        setIsImpersonation(
          accessToken !== null && sessionIdOf(accessToken) === readStorage(`_LATCHKEY.impersonation.${app.projectId}`),
        )
    }
    // The components of the page report a failed request.
    find().catch(() => {})
    return () => {
      isCurrent = false
    }
  }, [app, userId])
  return isImpersonation
}

function sessionIdOf(accessToken: string): unknown {
  const payload = accessToken.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/')
  return (JSON.parse(atob(payload)) as { refresh_token_id?: unknown }).refresh_token_id
}
