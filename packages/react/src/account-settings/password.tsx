import type { CurrentUser } from '@latchkey/sdk'
import { useState } from 'react'
import { useTranslate } from '../i18n/translation.tsx'
import { checkNewPassword, checkRepeatedPassword, MIN_PASSWORD_LENGTH } from '../sign-in/password-checks.ts'
import { SubmitButton } from '../ui/button.tsx'
import { describeFailure } from '../ui/failures.tsx'
import { PasswordField } from '../ui/field.tsx'
import { useForm } from '../ui/use-form.ts'
import { Section } from './section.tsx'

export function PasswordSection({ user }: { user: CurrentUser }) {
  const t = useTranslate()
  if (!user.primaryEmail) {
    return (
      <Section title={t('Password')}>
        <span className="lk-placeholder">{t('Add an email before you set a password.')}</span>
      </Section>
    )
  }
  const text = user.hasPassword
    ? t('Changing it signs you out on your other devices.')
    : t('Set a password to sign in with your email.')
  return (
    <Section title={t('Password')} text={text}>
      <PasswordForm user={user} />
    </Section>
  )
}

function PasswordForm({ user }: { user: CurrentUser }) {
  const t = useTranslate()
  const [done, setDone] = useState<string>()
  const { hasPassword } = user
  const { form, errors, isBusy } = useForm({
    fields: ['oldPassword', 'password', 'passwordRepeat'],
    check({ oldPassword, password, passwordRepeat }) {
      setDone(undefined)
      const passwordError = checkNewPassword(password, t)
      return {
        oldPassword: hasPassword && !oldPassword ? t('Enter your current password.') : undefined,
        password: passwordError,
        passwordRepeat: passwordError ? undefined : checkRepeatedPassword(password, passwordRepeat, t),
      }
    },
    async submit({ oldPassword, password }, form) {
      const error = hasPassword
        ? await user.updatePassword({ oldPassword, newPassword: password })
        : await user.setPassword({ password })
      if (!error) {
        form.reset()
        setDone(hasPassword ? t('Your password has been changed.') : t('Your password has been set.'))
        return undefined
      }
      return error.errorCode === 'PASSWORD_CONFIRMATION_MISMATCH'
        ? { oldPassword: t("This isn't your current password.") }
        : { password: describeFailure(error, t) }
    },
  })
  return (
    <form {...form}>
      {/* Tells password managers whose password this is. */}
      <input type="email" autoComplete="username" value={user.primaryEmail ?? ''} readOnly hidden />
      {hasPassword && (
        <PasswordField
          name="oldPassword"
          label={t('Current password')}
          autoComplete="current-password"
          error={errors.oldPassword}
        />
      )}
      <PasswordField
        name="password"
        label={t('New password')}
        autoComplete="new-password"
        hint={t('Use at least {min} characters.', { min: MIN_PASSWORD_LENGTH })}
        error={errors.password}
      />
      <PasswordField
        name="passwordRepeat"
        label={t('Confirm new password')}
        autoComplete="new-password"
        error={errors.passwordRepeat}
        formError={errors.form}
      />
      <div className="lk-row">
        <SubmitButton size="small" isBusy={isBusy}>
          {hasPassword ? t('Change password') : t('Set password')}
        </SubmitButton>
        <span className="lk-done" role="status">
          {done}
        </span>
      </div>
    </form>
  )
}
