import { appInternalsSymbol } from '@latchkey/sdk'
import { type ReactNode, useEffect } from 'react'
import type { ClientApp } from './client-app.ts'
import { AppContext } from './hooks/use-app.ts'
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

export function LatchkeyProvider({ app, lang, translationOverrides, children }: LatchkeyProviderProps) {
  useEffect(() => {
    ;(globalThis as { __LATCHKEY__?: { app: unknown } }).__LATCHKEY__ = { app }
    // Fetches the user ahead of the first component that asks, and keeps it while the app is shown.
    const { currentUser, isPrefetching } = app[appInternalsSymbol]
    if (isPrefetching) currentUser.getSnapshot()
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
