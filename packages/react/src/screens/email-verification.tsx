'use client'

import type { EmailVerificationDetails } from '@latchkey/sdk'
import { useState } from 'react'
import type { ClientApp } from '../client-app.ts'
import { useApp } from '../hooks/use-app.ts'
import { type SearchParams, useQuery } from '../hooks/use-query.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { type LinkProblem, linkProblemOf } from '../sign-in/link-problem.ts'
import { MessageSkeleton } from '../ui/auth-skeleton.tsx'
import type { Tone } from '../ui/card.tsx'
import { mail } from '../ui/icon.tsx'
import { MessageContent } from '../ui/message-card.tsx'
import { Screen } from '../ui/screen.tsx'
import { CodeQuestions } from './code-questions.ts'

/**
 * The props of `EmailVerification`.
 * @example <EmailVerification searchParams={searchParams} fullPage />
 */
export interface EmailVerificationProps {
  /** The query, which a server has to give. In the browser it is read from the address. */
  searchParams?: SearchParams | undefined
  /** Whether it is a page of its own, centered, rather than a part of one. */
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

function Question({ code, isPage }: { code: string; isPage?: boolean | undefined }) {
  const app = useApp()
  const t = useTranslate()
  const [found] = useState(() => questions.read(app, code))
  const [outcome, setOutcome] = useState<Outcome | undefined>('problem' in found ? outcomeOf(found.problem) : undefined)
  if (outcome || 'problem' in found) return <Answer outcome={outcome ?? 'invalid'} isPage={isPage} />

  const decide = async (decision: 'verified' | 'rejected') => {
    const next = await settle(app, code, decision)
    // What is known about the code is not true any more.
    questions.forget(app)
    setOutcome(next)
  }
  const { email, projectDisplayName: project } = found
  return (
    <MessageContent
      isPage={isPage}
      icon={mail}
      title={t('Verify your email')}
      primaryButtonText={t('Verify email')}
      primaryAction={() => decide('verified')}
      secondaryButtonText={t("This isn't me")}
      secondaryAction={() => decide('rejected')}
    >
      {t('The account {account} at {project} wants to use {email}. Verify it only if that account is yours.', {
        account: nameAccount(found),
        project,
        email,
      })}
    </MessageContent>
  )
}

function nameAccount({ accountDisplayName: name, accountPrimaryEmail, email }: EmailVerificationDetails): string {
  const address = accountPrimaryEmail ?? email
  return name ? `${name} (${address})` : address
}

function Answer({ outcome, isPage }: { outcome: Outcome; isPage?: boolean | undefined }) {
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
    </MessageContent>
  )
}

/** A second click on the same link is as good as the first. */
function outcomeOf(problem: LinkProblem): Outcome {
  return problem === 'used' ? 'verified' : problem
}

const questions = new CodeQuestions(async (app, code): Promise<EmailVerificationDetails | { problem: LinkProblem }> => {
  try {
    const result = await app.getEmailVerificationDetails(code)
    if (result.status === 'error') throw result.error
    return result.data
  } catch (error) {
    const problem = linkProblemOf(error)
    if (!problem) throw error
    return { problem }
  }
})

async function settle(app: ClientApp, code: string, decision: 'verified' | 'rejected'): Promise<Outcome> {
  try {
    const result = await (decision === 'verified' ? app.verifyEmail(code) : app.rejectEmailVerification(code))
    if (result.status === 'error') throw result.error
    return decision
  } catch (error) {
    const problem = linkProblemOf(error)
    if (!problem) throw error
    return outcomeOf(problem)
  }
}
