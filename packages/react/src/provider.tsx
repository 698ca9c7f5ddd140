'use client'

import { appInternalsSymbol, type CurrentUserJson } from '@latchkey/sdk'
import { type ComponentType, type ReactNode, useEffect, useMemo, useState } from 'react'
import { ClientApp } from './client-app.ts'
import { AppContext } from './hooks/use-app.ts'
import { NoSuspenseBoundaryError } from './hooks/use-cached.ts'
import type { Locale } from './i18n/locales.ts'
import { type TranslationOverrides, TranslationProvider } from './i18n/translation.tsx'
import { StepUpQuestions } from './sign-in/step-up.tsx'
import { FailureProvider } from './ui/failures.tsx'
import { readStorage } from './ui/storage.ts'

/**
 * The props of `LatchkeyProvider`.
 * @example
 * <LatchkeyProvider
 *   app={latchkey}
 *   lang="de-DE"
 *   translationOverrides={{ 'Sign in': 'Anmelden' }}
 *   initialUser={user.toClientJson()}
 * >
 *   {children}
 * </LatchkeyProvider>
 */
export interface LatchkeyProviderProps {
  /** Your app object. */
  app: ClientApp<true>
  /** Your app. */
  children: ReactNode
  /** The language of our components, and of emails to users who sign up. Components default to English. */
  lang?: Locale | undefined
  /** English source text → the text to show instead. */
  translationOverrides?: TranslationOverrides | undefined
  /**
   * For apps that render on a server: the user it has looked up, as `(await app.getUser())?.toClientJson() ?? null`, or
   * a promise. Hooks show that user on the server and in the browser, without another request.
   */
  initialUser?: InitialUser
}

/** Undefined, also in a promise, leaves the request to the browser. */
export type InitialUser = CurrentUserJson | null | undefined | PromiseLike<CurrentUserJson | null | undefined>

/**
 * Provides the app to your components and the language to ours.
 * @example <LatchkeyProvider app={latchkey}>{children}</LatchkeyProvider>
 */
export function LatchkeyProvider(props: LatchkeyProviderProps) {
  const { initialUser, lang, translationOverrides, children } = props
  const app = useAppWith(props.app, initialUser)
  // While rendering, because a child may sign somebody up at once. On a server, users in different languages share the app.
  if (lang && typeof window !== 'undefined') app[appInternalsSymbol].core.extraRequestHeaders['Accept-Language'] = lang
  const [ImpersonationBanner, setImpersonationBanner] = useState<ComponentType>()
  useEffect(() => {
    ;(globalThis as { __LATCHKEY__?: { app: unknown } }).__LATCHKEY__ = { app }
    // Prefetches the user, and keeps it in the cache while the app is mounted.
    const { currentUser, isPrefetching } = app[appInternalsSymbol]
    if (isPrefetching) currentUser.getSnapshot()
    // If the banner fails to load, the page works without it.
    const findImpersonation = () =>
      readStorage(`_LATCHKEY.impersonation.${app.projectId}`) &&
      import('./screens/follow-up-screens.ts').then(
        (module) => setImpersonationBanner(() => module.ImpersonationBanner),
        () => {},
      )
    findImpersonation()
    return currentUser.subscribe(findImpersonation)
  }, [app])

  return (
    <AppContext.Provider value={app}>
      <TranslationProvider lang={lang} overrides={translationOverrides}>
        <FailureProvider>{children}</FailureProvider>
        <StepUpQuestions app={app} />
        {ImpersonationBanner && <ImpersonationBanner />}
      </TranslationProvider>
    </AppContext.Provider>
  )
}

function copyOf(app: ClientApp<true>): ClientApp<true> {
  return new ClientApp({ ...app[appInternalsSymbol].core.options, uniqueIdentifier: undefined }) as ClientApp<true>
}

/** Runs while rendering, because child components read the user immediately. */
function useAppWith(app: ClientApp<true>, initialUser: InitialUser): ClientApp<true> {
  return useMemo(() => {
    if (initialUser === undefined) return app
    const isServer = typeof window === 'undefined'
    // On a server, requests of different users share one app, so each gets a copy.
    const shown = isServer ? copyOf(app) : app
    const find = async () => {
      const user = await initialUser
      if (isServer && user === undefined) throw new NoSuspenseBoundaryError()
      return user
    }
    shown[appInternalsSymbol].setCurrentUser(find())
    return shown
  }, [app, initialUser])
}
