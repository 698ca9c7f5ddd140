import { useState } from 'react'
import { useApp } from '../hooks/use-app.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { SubmitButton } from '../ui/button.tsx'
import { EmailField } from '../ui/email-field.tsx'
import { PasswordField } from '../ui/field.tsx'
import { useForm } from '../ui/use-form.ts'
import { useRecoveryByLink } from './account-recovery.tsx'
import { useAuthFlow } from './auth-flow.tsx'
import { remembering } from './last-used.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { checkEmail, checkNewPasswords } from './password-checks.ts'

/**
 * The props of `CredentialSignUp`.
 * @example <CredentialSignUp noPasswordRepeat />
 */
export interface CredentialSignUpProps {
  /** Whether new passwords are typed only once. */
  noPasswordRepeat?: boolean | undefined
}

export function CredentialSignUpForm({
  noPasswordRepeat,
  defaultEmail,
}: CredentialSignUpProps & { defaultEmail?: string | undefined }) {
  const app = useApp()
  const t = useTranslate()
  const { track, isFirst, hasEmail } = useAuthFlow()
  const [takenEmail, setTakenEmail] = useState<string>()
  const { form, errors, isBusy } = useForm({
    fields: ['email', 'password', 'passwordRepeat'],
    check: ({ email, password, passwordRepeat }) => ({
      email: checkEmail(email.trim(), t),
      ...checkNewPasswords(password, noPasswordRepeat ? password : passwordRepeat, t),
    }),
    async submit({ email, password }) {
      const result = await track(() =>
        remembering('password', () => app.signUpWithCredential({ email: email.trim(), password })),
      )
      const isTaken = result?.status === 'error' && result.error.errorCode === 'USER_EMAIL_ALREADY_EXISTS'
      setTakenEmail(isTaken ? email.trim() : undefined)
      if (result?.status !== 'error') return undefined
      return isTaken ? { email: result.error } : { password: result.error }
    },
  })
  const recovery = useRecoveryByLink(takenEmail, errors.email)
  return (
    <form {...form}>
      <EmailField
        autoComplete={hasEmail ? 'username' : 'email'}
        autoFocus={isFirst && !hasEmail}
        readOnly={hasEmail}
        defaultValue={defaultEmail}
        {...recovery}
      />
      <NewPasswordField
        label={t('Password')}
        error={errors.password}
        formError={noPasswordRepeat ? errors.form : undefined}
        autoFocus={isFirst && hasEmail}
      />
      {!noPasswordRepeat && (
        <PasswordField
          name="passwordRepeat"
          label={t('Confirm password')}
          autoComplete="new-password"
          error={errors.passwordRepeat}
          formError={errors.form}
        />
      )}
      <SubmitButton wide isBusy={isBusy}>
        {t('Sign up')}
      </SubmitButton>
    </form>
  )
}
