import { useState } from 'react'
import { useTranslate } from '../i18n/translation.tsx'
import { NewPasswordField } from '../sign-in/new-password-field.tsx'
import { checkNewPasswords } from '../sign-in/password-checks.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { useFold } from '../ui/confirm.tsx'
import { Note, PasswordField } from '../ui/field.tsx'
import { forgetLeakedPassword, useHasLeakedPassword } from '../ui/leaked-password.ts'
import { useForm } from '../ui/use-form.ts'
import type { AuthSectionProps } from './auth.tsx'
import { FormActions } from './editable-row.tsx'
import { Placeholder, Row } from './row.tsx'

export function PasswordSection({ user, signInEmail }: AuthSectionProps) {
  const t = useTranslate()
  const fold = useFold()
  const [done, setDone] = useState<string>()
  const { hasPassword } = user
  const isLeaked = useHasLeakedPassword(user)
  const close = (done?: string) => {
    if (done) forgetLeakedPassword()
    fold.close()
    setDone(done)
  }
  if (signInEmail === 'none') {
    return (
      <Row title={t('Password')} value={<Placeholder>{t('Add an email before you set a password.')}</Placeholder>} />
    )
  }
  return (
    <Row
      title={t('Password')}
      value={
        hasPassword ? (
          <span aria-hidden="true" className="lk-dots">
            ••••••••
          </span>
        ) : (
          <Placeholder>{t('Not set')}</Placeholder>
        )
      }
      text={
        <>
          <span className="lk-done" role="status">
            {done}
          </span>
          {isLeaked && (
            <Note
              error={t('Your password is on a public list of leaked passwords. Change it.')}
              remedy={<LinkButton onClick={forgetLeakedPassword}>{t('Not now')}</LinkButton>}
            />
          )}
        </>
      }
      action={
        <Button size="small" autoFocus={fold.wasOpen} onClick={fold.open}>
          {hasPassword ? t('Change password') : t('Set password')}
        </Button>
      }
    >
      {fold.isOpen && <PasswordForm user={user} onClose={close} />}
    </Row>
  )
}

interface PasswordFormProps extends Pick<AuthSectionProps, 'user'> {
  onClose: (done?: string) => void
}

function PasswordForm({ user, onClose }: PasswordFormProps) {
  const t = useTranslate()
  const { hasPassword } = user
  const { form, errors, isBusy } = useForm({
    fields: ['oldPassword', 'password', 'passwordRepeat'],
    check: ({ oldPassword, password, passwordRepeat }) => ({
      oldPassword: hasPassword && !oldPassword ? t('Enter your current password.') : undefined,
      ...checkNewPasswords(password, passwordRepeat, t),
    }),
    async submit({ oldPassword, password }) {
      const error = hasPassword
        ? await user.updatePassword({ oldPassword, newPassword: password })
        : await user.setPassword({ password })
      if (!error) {
        onClose(hasPassword ? t('Your password has been changed.') : t('Your password has been set.'))
        return undefined
      }
      return error.errorCode === 'PASSWORD_CONFIRMATION_MISMATCH' ? { oldPassword: error } : { password: error }
    },
  })
  return (
    <form {...form} onKeyDown={(event) => event.key === 'Escape' && onClose()}>
      {/* Tells password managers which account the password belongs to. */}
      <input type="email" autoComplete="username" value={user.primaryEmail ?? ''} readOnly hidden />
      {hasPassword && (
        <PasswordField
          name="oldPassword"
          label={t('Current password')}
          autoComplete="current-password"
          error={errors.oldPassword}
          autoFocus
        />
      )}
      <NewPasswordField label={t('New password')} error={errors.password} autoFocus={!hasPassword} />
      <PasswordField
        name="passwordRepeat"
        label={t('Confirm new password')}
        autoComplete="new-password"
        hint={
          hasPassword
            ? t('Changing it signs you out on your other devices.')
            : t('Set a password to sign in with your email.')
        }
        error={errors.passwordRepeat}
        formError={errors.form}
      />
      <FormActions
        label={hasPassword ? t('Change password') : t('Set password')}
        isBusy={isBusy}
        onCancel={() => onClose()}
      />
    </form>
  )
}
