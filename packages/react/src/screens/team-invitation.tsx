'use client'

import { appInternalsSymbol, type CurrentUser, hasCode } from '@latchkey/sdk'
import { useState } from 'react'
import type { ClientApp } from '../client-app.ts'
import { CodeQuestions } from '../hooks/code-questions.ts'
import { useApp } from '../hooks/use-app.ts'
import { useLatest } from '../hooks/use-cached.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { describeLinkProblem, type LinkProblem, linkProblemOf, resultOfLink } from '../sign-in/link-problem.ts'
import { MessageSkeleton } from '../ui/auth-skeleton.tsx'
import { describeFailure } from '../ui/failures.tsx'
import { MessageContent } from '../ui/message-card.tsx'
import { people } from '../ui/more-icons.ts'
import { ReferenceOf } from '../ui/reference.tsx'
import { Screen } from '../ui/screen.tsx'

/**
 * The props of `TeamInvitation`.
 * @example <TeamInvitation searchParams={searchParams} fullPage />
 */
export interface TeamInvitationProps {
  /** The query of the page. */
  searchParams: Readonly<Record<string, string | undefined>>
  /** Whether to render a full, centered page instead of a part of one. */
  fullPage?: boolean | undefined
}

/**
 * The page of an invitation link. Users join after they have confirmed the account and the team.
 * @example <TeamInvitation searchParams={searchParams} fullPage />
 */
export function TeamInvitation({ searchParams, fullPage }: TeamInvitationProps) {
  const app = useApp()
  const { code = '' } = searchParams
  return (
    <Screen
      fullPage={fullPage}
      fallback={<MessageSkeleton isPage={fullPage} />}
      onRetry={() => invitations.forget(app)}
    >
      {code ? <Invitation key={code} code={code} isPage={fullPage} /> : <Problem problem="invalid" isPage={fullPage} />}
    </Screen>
  )
}

interface PartProps {
  isPage?: boolean | undefined
}

function Invitation({ code, isPage }: PartProps & { code: string }) {
  const app = useApp()
  const t = useTranslate()
  const user = useLatest(app[appInternalsSymbol].currentUser)
  if (user && !user.isAnonymous) return <OpenInvitation code={code} user={user} isPage={isPage} />
  return (
    <MessageContent
      icon={people}
      title={t("You're invited to a team")}
      isPage={isPage}
      primaryButtonText={t('Sign in')}
      primaryAction={() => app.redirectToSignIn()}
      secondaryButtonText={t('Cancel')}
      secondaryAction={() => app.redirectToHome()}
    >
      {t('Sign in or create an account to see the invitation.')}
    </MessageContent>
  )
}

/** Without a problem of the link, it may help to try again. */
type Outcome = 'joined' | { problem?: LinkProblem | undefined; error: unknown }

function OpenInvitation({ code, user, isPage }: PartProps & { code: string; user: CurrentUser }) {
  const app = useApp()
  const t = useTranslate()
  const [found] = useState(() => invitations.read(app, code))
  const [outcome, setOutcome] = useState<Outcome | undefined>(found.problem && found)
  const goHome = () => app.redirectToHome()
  const join = async () => {
    const outcome = await accept(app, code)
    // The cached response for the code is outdated.
    invitations.forget(app)
    setOutcome(outcome)
  }

  const team = found.data?.teamDisplayName ?? ''
  if (outcome === 'joined') {
    return (
      <MessageContent
        tone="success"
        title={t('Welcome to {team}', { team })}
        isPage={isPage}
        primaryButtonText={t('Go home')}
        primaryAction={goHome}
      >
        {t("You're now a member of this team.")}
      </MessageContent>
    )
  }
  if (outcome?.problem) return <Problem problem={outcome.problem} error={outcome.error} isPage={isPage} />
  if (outcome) {
    return (
      <MessageContent
        tone="failure"
        title={t('Something went wrong')}
        isPage={isPage}
        primaryButtonText={t('Try again')}
        primaryAction={join}
        secondaryButtonText={t('Go home')}
        secondaryAction={goHome}
      >
        {describeFailure(outcome.error, t)}
        <ReferenceOf error={outcome.error} />
      </MessageContent>
    )
  }
  return (
    <MessageContent
      icon={people}
      title={t('Join {team}?', { team })}
      isPage={isPage}
      primaryButtonText={t('Join')}
      primaryAction={join}
      secondaryButtonText={t('Not now')}
      secondaryAction={goHome}
    >
      {t("You've been invited to this team. You'll join as {name}.", {
        name: user.displayName || user.primaryEmail || user.id,
      })}
    </MessageContent>
  )
}

function Problem({ problem, error, isPage }: PartProps & { problem: LinkProblem; error?: unknown }) {
  const app = useApp()
  const t = useTranslate()
  return (
    <MessageContent
      tone={describeLinkProblem(problem, t).tone}
      title={describeLinkProblem(problem, t).title}
      isPage={isPage}
      primaryButtonText={t('Go home')}
      primaryAction={() => app.redirectToHome()}
    >
      {t('Open the link from the email again, or ask the person who invited you for a new one.')}
      <ReferenceOf error={error} />
    </MessageContent>
  )
}

const invitations = new CodeQuestions((app, code) => resultOfLink(findInvitation(app, code), invitationProblemOf))

async function findInvitation(app: ClientApp, code: string) {
  const verified = await app.verifyTeamInvitationCode(code)
  return verified.status === 'error' ? verified : app.getTeamInvitationDetails(code)
}

async function accept(app: ClientApp, code: string): Promise<Outcome> {
  try {
    const { problem, error } = await resultOfLink(app.acceptTeamInvitation(code), invitationProblemOf)
    return problem ? { problem, error } : 'joined'
  } catch (error) {
    console.error(error)
    return { error }
  }
}

/** A retry does not help if the team was deleted. */
function invitationProblemOf(error: unknown): LinkProblem | undefined {
  return hasCode(error, 'TEAM_NOT_FOUND') ? 'invalid' : linkProblemOf(error)
}
