'use client'

import { appInternalsSymbol } from '@latchkey/sdk'
import { useState } from 'react'
import { useApp } from '../hooks/use-app.ts'
import { useLatest } from '../hooks/use-cached.ts'
import { type SearchParams, useQuery } from '../hooks/use-query.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { goToSignIn } from '../sign-in/go-to-sign-in.ts'
import { remembering } from '../sign-in/last-used.ts'
import { describeLinkProblem, type LinkProblem, resultOfLink } from '../sign-in/link-problem.ts'
import { MessageSkeleton } from '../ui/auth-skeleton.tsx'
import { MessageContent } from '../ui/message-card.tsx'
import { signIn as signInIcon } from '../ui/more-icons.ts'
import { PredefinedMessage } from '../ui/predefined-message-card.tsx'
import { ReferenceOf } from '../ui/reference.tsx'
import { Screen } from '../ui/screen.tsx'

/**
 * The props of `MagicLinkCallback`.
 * @example <MagicLinkCallback searchParams={searchParams} fullPage />
 */
export interface MagicLinkCallbackProps {
  /** The query of the page. Required on a server; browsers read it from the URL. */
  searchParams?: SearchParams | undefined
  /** Whether to render a full, centered page instead of a part of one. */
  fullPage?: boolean | undefined
}

/**
 * The page a sign-in email links to. It needs a click, so that an email scanner does not use up the link.
 * @example <MagicLinkCallback fullPage />
 */
export function MagicLinkCallback({ searchParams, fullPage }: MagicLinkCallbackProps) {
  const query = useQuery(searchParams)
  const fallback = <MessageSkeleton isPage={fullPage} />
  return (
    <Screen fullPage={fullPage} fallback={fallback}>
      {query ? <MagicLinkCard key={query.code} code={query.code ?? ''} isPage={fullPage} /> : fallback}
    </Screen>
  )
}

type State = 'ready' | 'busy' | 'done' | LinkProblem

function MagicLinkCard({ code, isPage }: { code: string; isPage?: boolean | undefined }) {
  const app = useApp()
  const t = useTranslate()
  const user = useLatest(app[appInternalsSymbol].currentUser)
  const [state, setState] = useState<State>(code ? 'ready' : 'invalid')
  const [refusal, setRefusal] = useState<unknown>()
  const goHome = () => app.redirectToHome()

  const signIn = async () => {
    setState('busy')
    try {
      const { problem, error } = await resultOfLink(remembering('magic-link', () => app.signInWithMagicLink(code)))
      setRefusal(error)
      setState(problem ?? 'done')
    } catch (error) {
      setState('ready')
      throw error
    }
  }

  if (state === 'done') {
    return (
      <MessageContent
        tone="success"
        title={t('Welcome')}
        isPage={isPage}
        primaryButtonText={t('Go home')}
        primaryAction={goHome}
      >
        {t("You're signed in.")}
      </MessageContent>
    )
  }
  // While the link is being used, the user becomes signed in and is about to be redirected.
  if (user && !user.isAnonymous && state !== 'busy') {
    return <PredefinedMessage type="signedIn" isPage={isPage} user={user} />
  }
  if (state === 'ready' || state === 'busy') {
    return (
      <MessageContent
        icon={signInIcon}
        title={t('Sign in to your account')}
        isPage={isPage}
        primaryButtonText={t('Sign in')}
        primaryAction={signIn}
        secondaryButtonText={t('Cancel')}
        secondaryAction={goHome}
      >
        {t("One click, and you're signed in on this device.")}
      </MessageContent>
    )
  }
  const { children, ...message } = describeLinkProblem(state, t)
  return (
    <MessageContent
      {...message}
      isPage={isPage}
      primaryButtonText={t('Request a new link')}
      primaryAction={() => goToSignIn(app)}
      secondaryButtonText={t('Go home')}
      secondaryAction={goHome}
    >
      {children}
      <ReferenceOf error={refusal} />
    </MessageContent>
  )
}
