import { appInternalsSymbol } from '@latchkey/sdk'
import { useRef, useSyncExternalStore } from 'react'
import { useApp } from '../hooks/use-app.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { OnDemandStyles } from '../styles/on-demand-styles.tsx'
import { Button } from '../ui/button.tsx'
import { Scope } from '../ui/scope.tsx'

/** At the bottom of every page while a project owner is signed in as a user. Its button ends that session. */
export function ImpersonationBanner() {
  const app = useApp()
  const t = useTranslate()
  const { subscribe, getSnapshot } = app[appInternalsSymbol].partialUserOf()
  const current = useSyncExternalStore(subscribe, getSnapshot)
  // The token in which it stands expires now and then, and the next one comes with the next request.
  const latest = useRef(current)
  latest.current = current ?? latest.current
  const user = latest.current
  if (!user) return null
  return (
    <Scope>
      <OnDemandStyles />
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
