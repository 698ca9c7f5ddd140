'use client'

import type { EmailVerificationDetails } from '@latchkey/sdk'
import { useState } from 'react'
import type { ClientApp } from '../client-app.ts'
import { CodeQuestions } from '../hooks/code-questions.ts'
import { useApp } from '../hooks/use-app.ts'
import { type SearchParams, useQuery } from '../hooks/use-query.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { type LinkProblem, linkProblemOf, resultOfLink } from '../sign-in/link-problem.ts'
import { AppLink } from '../ui/app-link.tsx'
import { MessageSkeleton } from '../ui/auth-skeleton.tsx'
import { Button, SubmitButton } from '../ui/button.tsx'
import { Card, type Tone } from '../ui/card.tsx'
import { PasswordField } from '../ui/field.tsx'
import { MessageContent } from '../ui/message-card.tsx'
import { mail } from '../ui/more-icons.ts'
import { ReferenceOf } from '../ui/reference.tsx'
import { Screen } from '../ui/screen.tsx'
import { useForm } from '../ui/use-form.ts'

/**
 * The props of `EmailVerification`.
 * @example <EmailVerification searchParams={searchParams} fullPage />
 */
export interface EmailVerificationProps {
  /** The query of the page. Required on a server; browsers read it from the URL. */
  searchParams?: SearchParams | undefined
  /** Whether to render a full, centered page instead of a part of one. */
  fullPage?: boolean | undefined
}

/**
 * The page a verification email links to. It needs a click, so that an email scanner does not use up the link.
 * @example <EmailVerification fullPage />
 */
export function EmailVerification({ searchParams, fullPage }: EmailVerificationProps) {
  const app = useApp()
  const query = useQuery(searchParams)
  const code = query?.code
  const fallback = <MessageSkeleton isPage={fullPage} />
  const invalid = <Answer outcome="invalid" isPage={fullPage} />
  const content = code ? <Question key={code} code={code} isPage={fullPage} /> : query ? invalid : fallback
  return (
    <Screen fullPage={fullPage} fallback={fallback} onRetry={() => questions.forget(app)}>
      {content}
    </Screen>
  )
}

type Outcome = 'verified' | 'rejected' | 'invalid' | 'expired'

interface Answered {
  outcome: Outcome
  /** Of the request that the server refused. */
  error?: unknown
}

function Question({ code, isPage }: { code: string; isPage?: boolean | undefined }) {
  const app = useApp()
  const t = useTranslate()
  const [{ data: found, problem, error }] = useState(() => questions.read(app, code))
  const [answer, setAnswer] = useState<Answered | undefined>(problem && { outcome: outcomeOf(problem), error })
  if (answer || !found) return <Answer {...(answer ?? { outcome: 'invalid' })} isPage={isPage} />

  const finish = (next: Answered) => {
    // The cached response for the code is outdated.
    questions.forget(app)
    setAnswer(next)
  }
  const decide = async (decision: 'verified' | 'rejected') => finish(await settle(app, code, decision))
  const { email, projectDisplayName: project } = found
  if (found.needsPassword) {
    return <PasswordQuestion {...{ code, isPage, email, project, finish }} onReject={() => decide('rejected')} />
  }
  return (
    <MessageContent
      isPage={isPage}
      icon={mail}
      title={found.isSignUp ? t('Was it you who signed up?') : t('Verify your email')}
      primaryButtonText={t('Verify email')}
      primaryAction={() => decide('verified')}
      secondaryButtonText={found.isSignUp ? t("It wasn't me") : t("This isn't me")}
      secondaryAction={() => decide('rejected')}
    >
      {found.isSignUp
        ? t('Someone signed up at {project} with {email}. Verify it only if that was you.', { project, email })
        : t('The account {account} at {project} wants to use {email}. Verify it only if that account is yours.', {
            account: nameAccount(found),
            project,
            email,
          })}
    </MessageContent>
  )
}

interface PasswordQuestionProps {
  code: string
  isPage: boolean | undefined
  email: string
  project: string
  finish: (answer: Answered) => void
  onReject: () => Promise<void>
}

/** For users who open the link on another device: the password proves that the account is theirs. */
function PasswordQuestion({ code, isPage, email, project, finish, onReject }: PasswordQuestionProps) {
  const app = useApp()
  const t = useTranslate()
  const { form, errors, isBusy } = useForm({
    fields: ['password'],
    check: ({ password }) => ({ password: password ? undefined : t('Enter your password.') }),
    async submit({ password }) {
      const result = await app.verifyEmail(code, { password })
      const error = result.status === 'error' ? result.error : undefined
      const problem = error && linkProblemOf(error)
      if (error && !problem) return { password: error }
      finish(problem ? { outcome: outcomeOf(problem), error } : { outcome: 'verified' })
      return undefined
    },
  })
  const lead = t('Someone signed up at {project} with {email}. Enter your password to finish.', { project, email })
  return (
    <Card sign={{ tone: 'information', icon: mail }} title={t('Was it you who signed up?')} lead={lead} isPage={isPage}>
      <form {...form}>
        {/* Tells password managers which account the password belongs to. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          name="password"
          label={t('Password')}
          autoComplete="current-password"
          aside={<AppLink to="forgotPassword">{t('Forgot password?')}</AppLink>}
          error={errors.password}
          formError={errors.form}
        />
        <SubmitButton wide isBusy={isBusy}>
          {t('Verify email')}
        </SubmitButton>
      </form>
      <div className="lk-dialog-others">
        <Button wide onClick={onReject}>
          {t("It wasn't me")}
        </Button>
      </div>
    </Card>
  )
}

function nameAccount({ accountDisplayName: name, accountPrimaryEmail, email }: EmailVerificationDetails): string {
  const address = accountPrimaryEmail ?? email
  return name ? `${name} (${address})` : address
}

function Answer({ outcome, error, isPage }: Answered & { isPage?: boolean | undefined }) {
  const app = useApp()
  const t = useTranslate()
  const texts: Record<Outcome, [tone: Tone, title: string, text: string]> = {
    verified: ['success', t('Thank you'), t('Your email is verified.')],
    rejected: ['success', t('Your email has been removed'), t('That account can no longer use it.')],
    expired: ['warning', t('This link has expired'), t('Request a new one in your account settings.')],
    invalid: [
      'failure',
      t("This link isn't valid"),
      t('Open it from the email again, or request a new one in your account settings.'),
    ],
  }
  const [tone, title, text] = texts[outcome]
  return (
    <MessageContent
      isPage={isPage}
      tone={tone}
      title={title}
      primaryButtonText={t('Go home')}
      primaryAction={() => app.redirectToHome()}
    >
      {text}
      {tone !== 'success' && <ReferenceOf error={error} />}
    </MessageContent>
  )
}

/** Opening the same link again counts as success. */
function outcomeOf(problem: LinkProblem): Outcome {
  return problem === 'used' ? 'verified' : problem
}

const questions = new CodeQuestions((app, code) => resultOfLink(app.getEmailVerificationDetails(code)))

async function settle(app: ClientApp, code: string, decision: 'verified' | 'rejected'): Promise<Answered> {
  const sent = decision === 'verified' ? app.verifyEmail(code) : app.rejectEmailVerification(code)
  const { problem, error } = await resultOfLink<undefined>(sent)
  return problem ? { outcome: outcomeOf(problem), error } : { outcome: decision }
}
