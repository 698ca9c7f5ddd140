import type { Project, SecondFactorRequirement, TokenPartialUser } from '@latchkey/sdk'
import { useState } from 'react'
import type { ClientApp } from '../client-app.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { ButtonForm } from '../sign-in/button-form.tsx'
import { isCancelledByPerson } from '../sign-in/passkey-cancelled.ts'
import { AccountSettingsStyles } from '../styles/account-settings-styles.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { MessageContent } from '../ui/message-card.tsx'
import { NewRecoveryCodes } from './new-recovery-codes.tsx'
import { SetUpApp } from './set-up-app.tsx'
import { createTotpSecret } from './totp.ts'

export interface RequiredSetUpProps {
  app: ClientApp
  user: TokenPartialUser
  project: Project
  requirement: SecondFactorRequirement
  isPage: boolean | undefined
  onDone: () => unknown
  /** The session has ended in the meantime. */
  onSignedOut: () => void
}

/** A passkey or an authenticator app, then recovery codes. Of several tabs, the first one goes on to the codes. */
export function RequiredSetUp(props: RequiredSetUpProps) {
  const { app, user, project, requirement, isPage, onDone } = props
  const t = useTranslate()
  const { passkeyEnabled } = project.config
  const [secret] = useState(createTotpSecret)
  const [step, setStep] = useState<'choice' | 'app' | 'codes' | 'elsewhere'>(passkeyEnabled ? 'choice' : 'app')
  const [codes, setCodes] = useState<string[]>()

  const createCodes = async () => {
    const person = await app.getUser()
    if (person) setCodes(await person.createRecoveryCodes())
    else props.onSignedOut()
  }
  const goOn = async (isSetUp: boolean) => {
    if (!isSetUp) {
      if (await app.getUser()) setStep('elsewhere')
      else props.onSignedOut()
      return
    }
    // The second factor is on by now, so if this fails, the next step offers it again.
    await createCodes().catch(console.error)
    setStep('codes')
  }
  const addPasskey = async () => {
    const result = await app.setUpPasskeySecondFactor()
    if (result.status === 'error') {
      return isCancelledByPerson(result.error) ? result.error : t("This device can't add a passkey.")
    }
    await goOn(result.data)
    return undefined
  }
  const signOut = (
    <Button kind="quiet" wide onClick={() => app.signOut()}>
      {t('Sign out')}
    </Button>
  )
  const steps = {
    choice: () => (
      <>
        <p className="lk-text">
          {t(
            'A passkey uses your fingerprint, face, or screen lock. An authenticator app shows a new code every 30 seconds.',
          )}
        </p>
        <ButtonForm label={t('Add a passkey')} cancelled={t('No passkey was added.')} onSubmit={addPasskey}>
          <Button wide onClick={() => setStep('app')}>
            {t('Set up an authenticator app')}
          </Button>
          {signOut}
        </ButtonForm>
      </>
    ),
    app: () => (
      <SetUpApp
        user={user}
        project={project}
        secret={secret}
        onVerified={async () => goOn(await app.setUpSecondFactor(secret))}
      >
        {passkeyEnabled && (
          <Button kind="quiet" wide onClick={() => setStep('choice')}>
            {t('Back')}
          </Button>
        )}
        {signOut}
      </SetUpApp>
    ),
    codes: () => codes && <NewRecoveryCodes codes={codes} user={user} project={project} isStep onEnd={onDone} />,
  }

  if (step === 'elsewhere') {
    return (
      <MessageContent
        title={t('Already set up')}
        isPage={isPage}
        primaryButtonText={t('Continue')}
        primaryAction={onDone}
      >
        {t('Two-factor authentication was set up in another tab. If you scanned a code here, delete it from your app.')}
      </MessageContent>
    )
  }
  if (step === 'codes' && !codes) {
    return (
      <MessageContent
        tone="warning"
        title={t('Recovery codes')}
        isPage={isPage}
        primaryButtonText={t('Create codes')}
        primaryAction={createCodes}
        secondaryButtonText={t('Not now')}
        secondaryAction={onDone}
      >
        {t("You have none. If you lose your phone, you can't sign in anymore.")}
      </MessageContent>
    )
  }
  return (
    <>
      <AccountSettingsStyles />
      <Card
        title={step === 'codes' ? t('Recovery codes') : t('Two-factor authentication')}
        lead={
          step !== 'codes' &&
          t('{name} requires two-factor authentication. Set it up to continue.', { name: requirement.displayName })
        }
        isPage={isPage}
      >
        {steps[step]()}
      </Card>
    </>
  )
}
