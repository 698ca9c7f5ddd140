'use client'

import { appInternalsSymbol } from '@latchkey/sdk'
import { useState } from 'react'
import { useApp } from '../hooks/use-app.ts'
import { useLatest } from '../hooks/use-cached.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { checkEmail } from '../sign-in/password-checks.ts'
import { AppLink } from '../ui/app-link.tsx'
import { FormSkeleton } from '../ui/auth-skeleton.tsx'
import { Back } from '../ui/back.tsx'
import { SubmitButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmailField } from '../ui/email-field.tsx'
import { PredefinedMessage } from '../ui/predefined-message-card.tsx'
import { Screen } from '../ui/screen.tsx'
import { useForm } from '../ui/use-form.ts'

/**
 * The props of `ForgotPassword`.
 * @example <ForgotPassword fullPage />
 */
export interface ForgotPasswordProps {
  /** Whether to render a full, centered page instead of a part of one. */
  fullPage?: boolean | undefined
}

/**
 * Asks for an email address and sends a link to choose a new password.
 * @example <ForgotPassword fullPage />
 */
export function ForgotPassword({ fullPage }: ForgotPasswordProps) {
  const t = useTranslate()
  return (
    <Screen
      fullPage={fullPage}
      fallback={<FormSkeleton fields={1} isPage={fullPage} title={t('Reset your password')} />}
    >
      <ForgotPasswordContent isPage={fullPage} />
    </Screen>
  )
}

function ForgotPasswordContent({ isPage }: { isPage?: boolean | undefined }) {
  const app = useApp()
  const t = useTranslate()
  const user = useLatest(app[appInternalsSymbol].currentUser)
  const [isSent, setIsSent] = useState(false)
  const { form, errors, isBusy } = useForm({
    fields: ['email'],
    check: ({ email }) => ({ email: checkEmail(email.trim(), t) }),
    async submit({ email }) {
      // Every response looks the same, so that it does not reveal whether the account exists.
      await app.sendForgotPasswordEmail(email.trim())
      setIsSent(true)
      return undefined
    },
  })

  if (isSent) return <PredefinedMessage type="emailSent" isPage={isPage} />
  if (user && !user.isAnonymous) return <PredefinedMessage type="signedIn" isPage={isPage} user={user} />
  return (
    <Card
      title={t('Reset your password')}
      lead={t("Enter your email, and we'll send you a link to choose a new one.")}
      isPage={isPage}
    >
      <form {...form}>
        <EmailField autoComplete="username" autoFocus error={errors.email} formError={errors.form} />
        <SubmitButton wide isBusy={isBusy}>
          {t('Send link')}
        </SubmitButton>
      </form>
      <p className="lk-extra">
        <AppLink to="signIn">
          <Back>{t('Back to sign-in')}</Back>
        </AppLink>
      </p>
    </Card>
  )
}
