'use client'

import { useEffect, useRef, useState } from 'react'
import { useApp } from '../hooks/use-app.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { describeLinkProblem, type LinkProblem, linkProblemOf } from '../sign-in/link-problem.ts'
import { MessageSkeleton } from '../ui/auth-skeleton.tsx'
import { describeFailure } from '../ui/failures.tsx'
import { MessageContent } from '../ui/message-card.tsx'
import { Screen } from '../ui/screen.tsx'

export interface ImpersonationProps {
  fullPage?: boolean | undefined
}

/** The page that the dashboard opens for project owners who sign in as a user. The code is in the URL fragment. */
export function Impersonation({ fullPage }: ImpersonationProps) {
  return (
    <Screen fullPage={fullPage} fallback={<MessageSkeleton isPage={fullPage} />}>
      <SigningIn isPage={fullPage} />
    </Screen>
  )
}

function SigningIn({ isPage }: { isPage?: boolean | undefined }) {
  const app = useApp()
  const t = useTranslate()
  const hasStarted = useRef(false)
  const [failure, setFailure] = useState<{ error: unknown; problem: LinkProblem | undefined }>()

  useEffect(() => {
    // Once per visit, even if React runs effects twice.
    if (hasStarted.current) return
    hasStarted.current = true
    const code = new URLSearchParams(location.hash.slice(1)).get('code') ?? ''
    // The code works once and does not belong in the history.
    history.replaceState(history.state, '', location.pathname + location.search)
    app
      .signInWithImpersonationCode(code)
      .then((result) => {
        if (result.status === 'error') throw result.error
      })
      .catch((error: unknown) => setFailure({ error, problem: linkProblemOf(error) }))
  }, [app])

  if (!failure) return <MessageSkeleton isPage={isPage} />
  const { error, problem } = failure
  return (
    <MessageContent
      {...(problem ? describeLinkProblem(problem, t) : { tone: 'failure', title: t('Something went wrong') })}
      isPage={isPage}
      primaryButtonText={t('Go home')}
      primaryAction={() => app.redirectToHome()}
    >
      {problem ? t('Links work once and expire after a while. Request a new one.') : describeFailure(error, t)}
    </MessageContent>
  )
}
