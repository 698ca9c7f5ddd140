import { useApp } from '../hooks/use-app.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { AppLink } from '../ui/app-link.tsx'
import { SubmitButton } from '../ui/button.tsx'
import { EmailField } from '../ui/email-field.tsx'
import { PasswordField } from '../ui/field.tsx'
import { useForm } from '../ui/use-form.ts'
import { useAuthFlow } from './auth-flow.tsx'
import { remembering } from './last-used.ts'
import { useLastUsedMark } from './method-button.tsx'
import { checkEmail } from './password-checks.ts'

export function CredentialSignInForm({ defaultEmail }: { defaultEmail?: string | undefined }) {
  const app = useApp()
  const t = useTranslate()
  const { track, isFirst, hasEmail, hasMark, hasPasskeyField } = useAuthFlow()
  const last = useLastUsedMark('password', !!hasMark)
  const { form, errors, isBusy } = useForm({
    fields: ['email', 'password'],
    check: ({ email, password }) => ({
      email: checkEmail(email.trim(), t),
      password: password ? undefined : t('Enter your password.'),
    }),
    async submit({ email, password }) {
      const result = await track(() =>
        remembering('password', () => app.signInWithCredential({ email: email.trim(), password })),
      )
      return result?.status === 'error' ? { password: result.error } : undefined
    },
  })
  return (
    <form {...form}>
      <EmailField
        autoComplete="username"
        hasPasskeys={hasPasskeyField}
        autoFocus={isFirst && !hasEmail}
        readOnly={hasEmail}
        defaultValue={defaultEmail}
        error={errors.email}
      />
      <PasswordField
        name="password"
        label={t('Password')}
        autoComplete="current-password"
        aside={<AppLink to="forgotPassword">{t('Forgot password?')}</AppLink>}
        error={errors.password}
        formError={errors.form}
        autoFocus={isFirst && hasEmail}
      />
      <SubmitButton wide isBusy={isBusy} describedBy={last.id}>
        {t('Sign in')}
      </SubmitButton>
      {last.mark}
    </form>
  )
}
