import { appInternalsSymbol, type GetPartialUserOptions, type Project, type TokenPartialUser } from '@latchkey/sdk'
import { createContext, type ReactNode, useContext, useEffect } from 'react'
import type { ClientApp } from './client-app.ts'
import { type UseUserOptions, usePartialUserOf, useProjectOf, useUserOf } from './hooks/app-hooks.ts'
import type { CurrentInternalUser, CurrentUser } from './hooks/user-types.ts'
import type { Locale } from './i18n/locales.ts'
import { type TranslationOverrides, TranslationProvider } from './i18n/translation.tsx'
import { StepUpQuestions } from './sign-in/step-up.tsx'
import { FailureProvider } from './ui/failures.tsx'

export interface LatchkeyProviderProps {
  app: ClientApp<true>
  children: ReactNode
  /** The language of our components; English unless given. */
  lang?: Locale | undefined
  /** English source text → the text to show instead. */
  translationOverrides?: TranslationOverrides | undefined
}

export const AppContext = createContext<ClientApp<true> | null>(null)

export function LatchkeyProvider({ app, lang, translationOverrides, children }: LatchkeyProviderProps) {
  useEffect(() => {
    ;(globalThis as { __LATCHKEY__?: { app: unknown } }).__LATCHKEY__ = { app }
    // Fetches the user ahead of the first component that asks, and keeps it while the app is shown.
    const { currentUser } = app[appInternalsSymbol]
    currentUser.getSnapshot()
    return currentUser.subscribe(() => {})
  }, [app])

  return (
    <AppContext.Provider value={app}>
      <TranslationProvider lang={lang} overrides={translationOverrides}>
        <FailureProvider>{children}</FailureProvider>
        <StepUpQuestions app={app} />
      </TranslationProvider>
    </AppContext.Provider>
  )
}

export function useApp(options: { projectIdMustMatch?: string | undefined } = {}): ClientApp<true> {
  const app = useContext(AppContext)
  if (!app) throw new Error('useApp must be called inside <LatchkeyProvider>.')
  const expected = options.projectIdMustMatch
  if (expected !== undefined && expected !== app.projectId) {
    throw new Error(`Expected an app of the project ${JSON.stringify(expected)}, got ${JSON.stringify(app.projectId)}.`)
  }
  return app
}

type UserOptions = UseUserOptions & { projectIdMustMatch?: string | undefined }
type InternalUserOptions = UserOptions & { projectIdMustMatch: 'internal' }

/** Users of the internal project own projects. */
export function useUser(options: InternalUserOptions & { or: 'redirect' | 'throw' | 'anonymous' }): CurrentInternalUser
export function useUser(options: InternalUserOptions): CurrentInternalUser | null
export function useUser(options: UserOptions & { or: 'redirect' | 'throw' | 'anonymous' }): CurrentUser
export function useUser(options?: UserOptions): CurrentUser | null
export function useUser({ projectIdMustMatch, ...options }: UserOptions = {}): CurrentUser | null {
  return useUserOf(useApp({ projectIdMustMatch }), options)
}

export function usePartialUser(options: GetPartialUserOptions): TokenPartialUser | null {
  return usePartialUserOf(useApp(), options)
}

export function useProject(): Project {
  return useProjectOf(useApp())
}
