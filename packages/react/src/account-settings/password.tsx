import type { CurrentUser } from '@latchkey/sdk'
import { useState } from 'react'
import { checkNewPassword, checkRepeatedPassword, MIN_PASSWORD_LENGTH } from '../credential-checks.ts'
import { describeFailure } from '../failures.tsx'
import { useTranslate } from '../i18n/translation.tsx'
import { Button, SubmitButton } from '../ui/button.tsx'
import { Note, PasswordField } from '../ui/field.tsx'
import { useForm } from '../ui/use-form.ts'
import { Section } from './section.tsx'

export function PasswordSection({ user }: { user: CurrentUser }) {
  const t = useTranslate()
  const [isOpen, setIsOpen] = useState(false)
  const [done, setDone] = useState<string>()
  const text = user.hasPassword
    ? t('Other devices are signed out when you change it.')
    : t('Set a password to sign in with your e-mail.')
  if (!user.primaryEmail) {
    return (
      <Section title={t('Password')}>
        <span className="lk-placeholder">{t('Add an e-mail first, then you can set a password.')}</span>
      </Section>
    )
  }
  return (
    <Section title={t('Password')} text={text}>
      {isOpen ? (
        <PasswordForm
          user={user}
          onClose={(message) => {
            setIsOpen(false)
            setDone(message)
          }}
        />
      ) : (
        <>
          <Button size="small" autoFocus={done !== undefined} onClick={() => setIsOpen(true)}>
            {user.hasPassword ? t('Change password') : t('Set password')}
          </Button>
          <Note hint={done} success />
        </>
      )}
    </Section>
  )
}

function PasswordForm({ user, onClose }: { user: CurrentUser; onClose: (message: string) => void }) {
  const t = useTranslate()
  // What the form was opened for; the user has a password by the time it closes.
  const [isChange] = useState(user.hasPassword)
  const { form, errors, isBusy } = useForm({
    fields: ['oldPassword', 'password', 'passwordRepeat'],
    check({ oldPassword, password, passwordRepeat }) {
      const passwordError = checkNewPassword(password, t)
      return {
        oldPassword: isChange && !oldPassword ? t('Please enter your current password.') : undefined,
        password: passwordError,
        passwordRepeat: passwordError ? undefined : checkRepeatedPassword(password, passwordRepeat, t),
      }
    },
    async submit({ oldPassword, password }) {
      const error = isChange
        ? await user.updatePassword({ oldPassword, newPassword: password })
        : await user.setPassword({ password })
      if (!error) {
        onClose(isChange ? t('Your password is changed.') : t('Your password is set.'))
        return undefined
      }
      return error.errorCode === 'PASSWORD_CONFIRMATION_MISMATCH'
        ? { oldPassword: t('This is not your current password.') }
        : { password: describeFailure(error, t) }
    },
  })
  return (
    <form {...form}>
      {/* Tells password managers whose password this is. */}
      <input type="email" autoComplete="username" value={user.primaryEmail ?? ''} readOnly hidden />
      {isChange && (
        <PasswordField
          name="oldPassword"
          label={t('Current password')}
          autoComplete="current-password"
          autoFocus
          error={errors.oldPassword}
        />
      )}
      <PasswordField
        name="password"
        label={t('New password')}
        autoComplete="new-password"
        autoFocus={!isChange}
        hint={t('At least {min} characters.', { min: MIN_PASSWORD_LENGTH })}
        error={errors.password}
      />
      <PasswordField
        name="passwordRepeat"
        label={t('Repeat new password')}
        autoComplete="new-password"
        error={errors.passwordRepeat}
        formError={errors.form}
      />
      <div className="lk-actions">
        <SubmitButton size="small" isBusy={isBusy}>
          {isChange ? t('Change password') : t('Set password')}
        </SubmitButton>
        <Button size="small" onClick={() => onClose('')}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  )
}
