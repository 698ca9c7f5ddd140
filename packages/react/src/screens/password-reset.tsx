'use client'

import { hasCode } from '@latchkey/sdk'
import { useState } from 'react'
import { CodeQuestions } from '../hooks/code-questions.ts'
import { useApp } from '../hooks/use-app.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { describeLinkProblem, type LinkProblem, resultOfLink } from '../sign-in/link-problem.ts'
import { NewPasswordField } from '../sign-in/new-password-field.tsx'
import { checkNewPasswords } from '../sign-in/password-checks.ts'
import { FormSkeleton } from '../ui/auth-skeleton.tsx'
import { SubmitButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { PasswordField } from '../ui/field.tsx'
import { MessageContent } from '../ui/message-card.tsx'
import { PredefinedMessage } from '../ui/predefined-message-card.tsx'
import { ReferenceOf } from '../ui/reference.tsx'
import { Screen } from '../ui/screen.tsx'
import { useForm } from '../ui/use-form.ts'

/**
 * The props of `PasswordReset`.
 * @example <PasswordReset searchParams={searchParams} fullPage />
 */
export interface PasswordResetProps {
  /** The query of the page. */
  searchParams: Readonly<Record<string, string | undefined>>
  /** Whether to render a full, centered page instead of a part of one. */
  fullPage?: boolean | undefined
}

/**
 * The page a reset email links to. Opening it changes nothing; setting the new password uses up the link.
 * @example <PasswordReset searchParams={searchParams} fullPage />
 */
export function PasswordReset({ searchParams, fullPage }: PasswordResetProps) {
  const app = useApp()
  const { code = '' } = searchParams
  return (
    <Screen
      fullPage={fullPage}
      fallback={<FormSkeleton fields={2} isPage={fullPage} />}
      onRetry={() => checks.forget(app)}
    >
      <PasswordResetContent key={code} code={code} isPage={fullPage} />
    </Screen>
  )
}

function PasswordResetContent({ code, isPage }: { code: string; isPage?: boolean | undefined }) {
  const app = useApp()
  const t = useTranslate()
  const [{ problem, error }] = useState<Check>(() => (code ? checks.read(app, code) : { problem: 'invalid' }))
  const [outcome, setOutcome] = useState<{ name: 'changed' } | { name: 'refused'; error: unknown }>()
  const finish = (next: typeof outcome) => {
    checks.forget(app)
    setOutcome(next)
  }

  if (outcome?.name === 'changed') return <PredefinedMessage type="passwordReset" isPage={isPage} />
  if (!problem && !outcome) return <NewPasswordCard code={code} isPage={isPage} onFinish={finish} />
  const { children, ...message } = problem
    ? describeLinkProblem(problem, t)
    : {
        tone: 'failure' as const,
        title: t('Your password was not changed'),
        children: t('This link no longer works. Request a new one.'),
      }
  return (
    <MessageContent
      {...message}
      isPage={isPage}
      primaryButtonText={t('Request a new link')}
      primaryAction={() => app.redirectToForgotPassword()}
      secondaryButtonText={t('Go home')}
      secondaryAction={() => app.redirectToHome()}
    >
      {children}
      <ReferenceOf error={outcome?.error ?? error} />
    </MessageContent>
  )
}

function NewPasswordCard(props: {
  code: string
  isPage?: boolean | undefined
  onFinish: (outcome: { name: 'changed' } | { name: 'refused'; error: unknown }) => void
}) {
  const { code, isPage, onFinish } = props
  const app = useApp()
  const t = useTranslate()
  const { form, errors, isBusy } = useForm({
    fields: ['password', 'passwordRepeat'],
    check: ({ password, passwordRepeat }) => checkNewPasswords(password, passwordRepeat, t),
    async submit({ password }) {
      try {
        const result = await app.resetPassword({ code, password })
        onFinish(result.status === 'ok' ? { name: 'changed' } : { name: 'refused', error: result.error })
      } catch (error) {
        // A rejected password does not consume the link, so the user can enter a better one.
        if (hasCode(error, 'PASSWORD_REQUIREMENTS_NOT_MET')) return { password: error }
        if (!isRefusal(error)) throw error
        onFinish({ name: 'refused', error })
      }
      return undefined
    },
  })
  return (
    <Card title={t('Choose a new password')} lead={t('This signs you out on all your devices.')} isPage={isPage}>
      <form {...form}>
        <NewPasswordField label={t('New password')} autoFocus error={errors.password} />
        <PasswordField
          name="passwordRepeat"
          label={t('Confirm new password')}
          autoComplete="new-password"
          error={errors.passwordRepeat}
          formError={errors.form}
        />
        <SubmitButton wide isBusy={isBusy}>
          {t('Change password')}
        </SubmitButton>
      </form>
    </Card>
  )
}

/** Whether the server has rejected the link for good; other failures may be temporary. */
function isRefusal(error: unknown): boolean {
  const { statusCode } = error as { statusCode?: number }
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500 && statusCode !== 429
}

interface Check {
  problem?: LinkProblem | undefined
  error?: unknown
}

const checks = new CodeQuestions<Check>((app, code) => resultOfLink(app.verifyPasswordResetCode(code)))
