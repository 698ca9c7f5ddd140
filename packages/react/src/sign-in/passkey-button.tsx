import { hasCode } from '@latchkey/sdk'
import { useEffect, useState } from 'react'
import { useApp } from '../hooks/use-app.ts'
import { type Translate, useTranslate } from '../i18n/translation.tsx'
import { describeRefusal } from '../ui/failures.tsx'
import { fingerprint, Icon } from '../ui/icon.tsx'
import { useIsMounted } from '../ui/use-action.ts'
import { useAuthFlow } from './auth-flow.tsx'
import { forgetPasskey, remembering, rememberLastUsed } from './last-used.ts'
import { MethodButton } from './method-button.tsx'
import { isCancelledByPerson } from './passkey-cancelled.ts'

interface PasskeyNote {
  error?: string
  hint?: string
}

/** Signs in with a passkey: with a click, or from the suggestions of a field if the page has one. */
export function PasskeyButton({ autoFocus }: { autoFocus?: boolean | undefined }) {
  const app = useApp()
  const t = useTranslate()
  const { track, hasPasskeyField, isPreview } = useAuthFlow()
  const isMounted = useIsMounted()
  const [note, setNote] = useState<PasskeyNote>({})
  usePasskeyField(!!hasPasskeyField && !isPreview, (error) => setNote({ error }))

  const signIn = () =>
    track(async () => {
      setNote({})
      try {
        const result = await remembering('passkey', () => app.signInWithPasskey())
        if (result.status === 'error') throw result.error
      } catch (error) {
        if (!isMounted()) return
        // Cancelling is not an error.
        if (isCancelledByPerson(error)) setNote({ hint: t('No passkey was used.') })
        else setNote({ error: explainFailure(error, t) })
      }
    })
  return (
    <MethodButton
      method="passkey"
      mark={<Icon path={fingerprint} />}
      label={t('Sign in with a passkey')}
      note={note}
      autoFocus={autoFocus}
      onClick={signIn}
    />
  )
}

/** Offers passkeys as suggestions of the email field. */
export function usePasskeyField(isOn: boolean, onFailure: (message: string) => void) {
  const app = useApp()
  const t = useTranslate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new failure handler must not restart it
  useEffect(() => {
    if (!isOn) return
    const controller = new AbortController()
    const { signal } = controller
    const fail = (error: unknown) => {
      if (!signal.aborted && !isUnrequested(error)) onFailure(explainFailure(error, t))
    }
    const signIn = async () => {
      const result = await app.signInWithPasskey({ autofill: true, signal, noRedirect: true })
      if (result.status === 'error') throw result.error
      // Only now, because most users do not choose a suggestion.
      rememberLastUsed('passkey')
      await app.redirectToAfterSignIn({ replace: true })
    }
    signIn().catch(fail)
    return () => controller.abort()
  }, [app, isOn])
}

/**
 * A browser without suggestions or a server without passkeys is not an error for users who did not request a passkey.
 */
function isUnrequested(error: unknown): boolean {
  return (
    hasCode(error, 'PASSKEY_WEBAUTHN_ERROR') || hasCode((error as Error).cause, 'PASSKEY_AUTHENTICATION_NOT_ENABLED')
  )
}

/** Forgets a passkey that the server refused, and says what happened. */
function explainFailure(error: unknown, t: Translate): string {
  const isRefused = hasCode(error, 'PASSKEY_AUTHENTICATION_FAILED')
  // Other errors of the server, which say nothing about the passkey, are the cause of this one.
  if (isRefused && !error.cause) forgetPasskey()
  return isRefused || hasCode(error, 'PASSKEY_WEBAUTHN_ERROR')
    ? t("This passkey doesn't work here.")
    : describeRefusal(error, t)
}
