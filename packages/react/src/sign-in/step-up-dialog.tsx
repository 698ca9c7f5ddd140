import { appInternalsSymbol, type StepUpProof, type StepUpRequest } from '@latchkey/sdk'
import { useState } from 'react'
import { useApp } from '../hooks/use-app.ts'
import { useLatest } from '../hooks/use-cached.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { Button, SubmitButton } from '../ui/button.tsx'
import { CodeForm } from '../ui/code-form.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { PasswordField } from '../ui/field.tsx'
import { useForm } from '../ui/use-form.ts'
import { ButtonForm } from './button-form.tsx'
import { linkProblemOf } from './link-problem.ts'
import { isCancelledByPerson } from './passkey-cancelled.ts'

type Method = StepUpRequest['methods'][number]

export interface StepUpDialogProps {
  /** The methods that this user can use, the usual one first. */
  methods: readonly Method[]
  onDone: () => void
  onCancel: () => void
}

/** Asks for a recent proof of identity in a dialog over the current page. */
export function StepUpDialog({ methods, onDone, onCancel }: StepUpDialogProps) {
  const t = useTranslate()
  const [method, setMethod] = useState(methods[0])
  const labels: Record<Method, string> = {
    password: t('Use your password'),
    passkey: t('Use a passkey'),
    email_code: t('Use an email code'),
    totp: t('Use your authenticator app'),
  }
  return (
    <Dialog title={t("Confirm it's you")} onCancel={onCancel}>
      <p className="lk-lead">
        {method ? t('You signed in a while ago. Please verify again to continue.') : t('Sign in again to continue.')}
      </p>
      {method === 'password' && <PasswordProof onDone={onDone} />}
      {method === 'totp' && <TotpProof onDone={onDone} />}
      {method === 'email_code' && <EmailCodeProof onDone={onDone} />}
      {method === 'passkey' && <PasskeyProof onDone={onDone} />}
      {!method && <SignInAgain />}
      <div className="lk-dialog-others">
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <Button key={other} wide onClick={() => setMethod(other)}>
              {labels[other]}
            </Button>
          ))}
        <Button kind="quiet" wide onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </div>
    </Dialog>
  )
}

interface ProofProps {
  onDone: () => void
}

/** Returns undefined if the proof was accepted. */
function useProve({ onDone }: ProofProps) {
  const app = useApp()
  return async (proof: StepUpProof) => {
    const result = await app.stepUp(proof)
    if (result.status === 'error') return result.error
    onDone()
    return undefined
  }
}

function PasswordProof(props: ProofProps) {
  const t = useTranslate()
  const user = useLatest(useApp()[appInternalsSymbol].currentUser)
  const prove = useProve(props)
  const { form, errors, isBusy } = useForm({
    fields: ['password'],
    check: ({ password }) => ({ password: password ? undefined : t('Enter your password.') }),
    submit: async ({ password }) => ({ password: await prove({ type: 'password', password }) }),
  })
  return (
    <form {...form}>
      {/* Tells password managers which account the password belongs to. */}
      <input type="email" autoComplete="username" value={user?.primaryEmail ?? ''} readOnly hidden />
      <PasswordField
        name="password"
        label={t('Password')}
        autoComplete="current-password"
        error={errors.password}
        formError={errors.form}
        autoFocus
      />
      <SubmitButton wide isBusy={isBusy}>
        {t('Continue')}
      </SubmitButton>
    </form>
  )
}

function TotpProof(props: ProofProps) {
  const t = useTranslate()
  const prove = useProve(props)
  return (
    <>
      <p className="lk-text">{t('Enter the six-digit code from your authenticator app.')}</p>
      <CodeForm label={t('Code')} alphabet="digits" onCode={(totp) => prove({ type: 'totp', totp })} autoFocus />
    </>
  )
}

function EmailCodeProof(props: ProofProps) {
  const app = useApp()
  const t = useTranslate()
  const user = useLatest(app[appInternalsSymbol].currentUser)
  const prove = useProve(props)
  const [nonce, setNonce] = useState<string>()
  const send = async () => {
    setNonce((await app.sendStepUpCode()).nonce)
    return undefined
  }
  const verify = async (code: string) => {
    const error = await prove({ type: 'email_code', code: code + nonce })
    if (!error) return undefined
    return linkProblemOf(error) === 'invalid'
      ? t('Wrong code. Check the most recent email.')
      : t('This code no longer works. Request a new one.')
  }
  if (!nonce) {
    return (
      <>
        <p className="lk-text">{user?.primaryEmail}</p>
        <ButtonForm label={t('Send me a code')} onSubmit={send} />
      </>
    )
  }
  return (
    <>
      <p className="lk-text" role="status">
        {t('We sent a code to {email}.', { email: user?.primaryEmail ?? '' })}
      </p>
      <CodeForm label={t('Code')} alphabet="letters and digits" onCode={verify} autoFocus />
    </>
  )
}

function PasskeyProof(props: ProofProps) {
  const t = useTranslate()
  const prove = useProve(props)
  const use = async () => {
    const error = await prove({ type: 'passkey' })
    return !error || isCancelledByPerson(error) ? error : t("This passkey doesn't work here.")
  }
  return <ButtonForm label={t('Use a passkey')} cancelled={t('No passkey was used.')} onSubmit={use} />
}

/** For users who have none of the methods, such as those who only sign in with a provider. */
function SignInAgain() {
  const app = useApp()
  const t = useTranslate()
  return (
    <Button kind="primary" wide autoFocus onClick={() => app.signOut({ redirectUrl: app.urls.signIn })}>
      {t('Sign in again')}
    </Button>
  )
}
