'use client'

import { appInternalsSymbol, type ClientApp } from '@latchkey/sdk'
import { useState } from 'react'
import { useApp } from '../hooks/use-app.ts'
import { bailOutOnServer, useLatest } from '../hooks/use-cached.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { ButtonForm } from '../sign-in/button-form.tsx'
import { goToSignIn } from '../sign-in/go-to-sign-in.ts'
import { isCancelledByPerson } from '../sign-in/passkey-cancelled.ts'
import { AppLink } from '../ui/app-link.tsx'
import { FormSkeleton } from '../ui/auth-skeleton.tsx'
import { Back } from '../ui/back.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CodeForm } from '../ui/code-form.tsx'
import { MessageContent } from '../ui/message-card.tsx'
import { Screen } from '../ui/screen.tsx'
import { RecoveryCodeForm } from './recovery-code-form.tsx'
import { RequiredSecondFactor } from './required-second-factor.tsx'
import { storedAttempt } from './stored-attempt.ts'
import { useTrustDevice } from './trust-device.tsx'

/**
 * The props of `MFA`.
 * @example <MFA fullPage onSuccess={() => navigate('/inbox')} onCancel={() => navigate('/')} />
 */
export interface MFAProps {
  /** Whether to render a full, centered page instead of a part of one. */
  fullPage?: boolean | undefined
  /** Called instead of redirecting to the app. */
  onSuccess?: (() => unknown) | undefined
  /** Shows a cancel button. */
  onCancel?: (() => unknown) | undefined
}

/**
 * Completes a sign-in with a passkey, the code of an authenticator app, or a recovery code. Sets up a second factor if the
 * project or a team requires one.
 * @example <MFA fullPage />
 */
export function MFA(props: MFAProps) {
  return (
    <Screen fullPage={props.fullPage} fallback={<FormSkeleton fields={0} isPage={props.fullPage} />}>
      <MFAContent {...props} />
    </Screen>
  )
}

type Attempted = Awaited<ReturnType<ClientApp['signInWithMfa' | 'signInWithRecoveryCode' | 'signInWithMfaPasskey']>>

function MFAContent({ fullPage, onSuccess, onCancel }: MFAProps) {
  const app = useApp()
  const t = useTranslate()
  const user = useLatest(app[appInternalsSymbol].currentUser)
  bailOutOnServer()
  const [attempt, setAttempt] = useState(storedAttempt.take)
  const [isTrying, setIsTrying] = useState(false)
  const [chosen, setChosen] = useState<'passkey' | 'totp' | 'recovery'>()
  const { trustDevice, question } = useTrustDevice()

  if (!attempt) {
    return (
      <RequiredSecondFactor fullPage={fullPage} onSuccess={onSuccess}>
        <MessageContent
          tone="warning"
          title={t('Sign in again')}
          isPage={fullPage}
          primaryButtonText={t('Sign in')}
          primaryAction={() => goToSignIn(app)}
        >
          {t('This sign-in has expired, or it was started in another browser.')}
        </MessageContent>
      </RequiredSecondFactor>
    )
  }

  const verify = async (signIn: () => Promise<Attempted>, wrongCode: string) => {
    setIsTrying(true)
    // On success the page unloads before the call returns, so the attempt is removed first and restored on failure.
    storedAttempt.set(null)
    try {
      const result = await signIn()
      if (result.status === 'ok') {
        await onSuccess?.()
        return undefined
      }
      if (result.error.errorCode.startsWith('VERIFICATION_')) {
        setAttempt(null)
        return undefined
      }
      storedAttempt.set(attempt)
      return isCancelledByPerson(result.error) ? result.error : wrongCode
    } catch (error) {
      storedAttempt.set(attempt)
      throw error
    } finally {
      setIsTrying(false)
    }
  }
  const options = { noRedirect: !!onSuccess, trustDevice }
  const methods = attempt.methods.length > 0 ? attempt.methods : ['totp', 'recovery_code']
  const factor = chosen ?? (methods.includes('passkey') ? 'passkey' : 'totp')
  const offers: [typeof factor, boolean, string][] = [
    ['passkey', methods.includes('passkey'), t('Use a passkey')],
    ['totp', methods.includes('totp'), t('Use your authenticator app')],
    ['recovery', methods.includes('recovery_code'), t('Use a recovery code')],
  ]
  const others = (
    <>
      {offers.map(
        ([name, isOffered, label]) =>
          isOffered &&
          name !== factor && (
            <Button key={name} kind="quiet" wide onClick={() => setChosen(name)}>
              {label}
            </Button>
          ),
      )}
      {onCancel && (
        <Button kind="quiet" wide onClick={onCancel}>
          {t('Cancel')}
        </Button>
      )}
    </>
  )
  const instructions = {
    passkey: t("Confirm that it's you with a passkey."),
    totp: t('Enter the six-digit code from your authenticator app.'),
    recovery: t('Enter one of the recovery codes you saved. Each works once.'),
  }
  const instruction = instructions[factor]
  const forms = {
    passkey: () => (
      <ButtonForm
        label={t('Use a passkey')}
        cancelled={t('No passkey was used.')}
        onSubmit={() =>
          verify(() => app.signInWithMfaPasskey(attempt.code, options), t("This passkey doesn't work here."))
        }
      >
        {others}
      </ButtonForm>
    ),
    recovery: () => (
      <RecoveryCodeForm
        onCode={(code) =>
          verify(
            () => app.signInWithRecoveryCode(code, attempt.code, options),
            t('This code is wrong or was used before. Try another one.'),
          )
        }
      >
        {others}
      </RecoveryCodeForm>
    ),
    totp: () => (
      <CodeForm
        label={t('Code')}
        alphabet="digits"
        onCode={(totp) =>
          verify(
            () => app.signInWithMfa(totp, attempt.code, options),
            t('Wrong code. Enter the one your app shows now.'),
          )
        }
        isDone={isTrying && !!user && !user.isAnonymous}
        autoFocus
      >
        {others}
      </CodeForm>
    ),
  }
  const form = (
    <>
      {factor !== 'recovery' && question}
      {forms[factor]()}
    </>
  )
  if (!fullPage) {
    return (
      <>
        <p className="lk-text">{instruction}</p>
        {form}
      </>
    )
  }
  return (
    <Card title={t('One more step')} lead={instruction} isPage>
      {form}
      {!onCancel && (
        <p className="lk-extra">
          <AppLink to="signIn">
            <Back>{t('Back to sign-in')}</Back>
          </AppLink>
        </p>
      )}
    </Card>
  )
}
