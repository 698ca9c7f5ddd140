'use client'

import { useEffect, useRef, useState } from 'react'
import { useApp } from '../hooks/use-app.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { OverlayStyles } from '../styles/overlay-styles.tsx'
import { AppLink } from '../ui/app-link.tsx'
import { useReportFailure } from '../ui/failures.tsx'
import { isDevelopment } from '../ui/is-development.ts'
import { MessageContent } from '../ui/message-card.tsx'
import { ReferenceOf } from '../ui/reference.tsx'
import { Page } from '../ui/scope.tsx'
import { Spinner } from '../ui/spinner.tsx'

/**
 * The props of `OAuthCallback`.
 * @example <OAuthCallback fullPage />
 */
export interface OAuthCallbackProps {
  /** Whether to render a full, centered page instead of a part of one. */
  fullPage?: boolean | undefined
}

const lateMillis = 3000

/**
 * The page that OAuth providers redirect to. Completes the sign-in and redirects to the app.
 * @example <OAuthCallback fullPage />
 */
export function OAuthCallback({ fullPage }: OAuthCallbackProps) {
  const failure = useOAuthCallback()
  return (
    <Page fullPage={fullPage}>
      <OverlayStyles />
      {failure ? <FailureForDevelopers error={failure.error} isPage={fullPage} /> : <SigningIn isPage={fullPage} />}
    </Page>
  )
}

/**
 * Runs the callback once per visit. Returns an error in development; in production, users are redirected to sign-in.
 */
function useOAuthCallback(): { error: unknown } | undefined {
  const app = useApp()
  const reportFailure = useReportFailure()
  const hasStarted = useRef(false)
  const [failure, setFailure] = useState<{ error: unknown }>()
  useEffect(() => {
    // React may run effects twice.
    if (hasStarted.current) return
    hasStarted.current = true
    const run = async () => {
      try {
        if (await app.callOAuthCallback()) return
      } catch (error) {
        if (isDevelopment()) {
          console.error(error)
          setFailure({ error })
          return
        }
        reportFailure(error, true)
      }
      await app.redirectToSignIn({ noRedirectBack: true, replace: true })
    }
    run().catch((error: unknown) => reportFailure(error))
  }, [app, reportFailure])
  return failure
}

function SigningIn({ isPage }: { isPage?: boolean | undefined }) {
  const t = useTranslate()
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), lateMillis)
    return () => clearTimeout(timer)
  }, [])
  const Text = isPage ? 'h1' : 'p'
  return (
    <div className="lk-callback">
      <div className="lk-waiting" role="status">
        <Spinner />
        <Text className="lk-text">{t('Signing you in…')}</Text>
      </div>
      {/* Always rendered, so that the layout does not shift. */}
      <p className="lk-callback-way-out" aria-live="polite">
        {isLate && (
          <>
            {t('This is taking longer than usual.')} <AppLink to="home">{t('Go home')}</AppLink>
          </>
        )}
      </p>
    </div>
  )
}

function FailureForDevelopers({ error, isPage }: { error: unknown; isPage?: boolean | undefined }) {
  const app = useApp()
  const t = useTranslate()
  return (
    <MessageContent
      tone="failure"
      title={t('Something went wrong')}
      isPage={isPage}
      primaryButtonText={t('Back to sign-in')}
      primaryAction={() => app.redirectToSignIn({ noRedirectBack: true, replace: true })}
    >
      <p className="lk-text">
        {t(
          "You're seeing this because the app is in development. If it looks like a bug in Latchkey, please report it.",
        )}
      </p>
      <pre className="lk-code-block">{toJson(error)}</pre>
      <ReferenceOf error={error} />
    </MessageContent>
  )
}

function toJson(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error, null, 2) ?? String(error)
  // The most useful fields of an error are not enumerable.
  return JSON.stringify({ ...error, name: error.name, message: error.message, cause: error.cause }, null, 2)
}
