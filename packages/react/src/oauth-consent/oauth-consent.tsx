'use client'

import { appInternalsSymbol, hasCode, type OAuthApproval, type OAuthRequest } from '@latchkey/sdk'
import { useEffect, useRef, useState } from 'react'
import { useProjectOf, useUserOf } from '../hooks/app-hooks.ts'
import { CodeQuestions } from '../hooks/code-questions.ts'
import { useApp } from '../hooks/use-app.ts'
import { useLatest } from '../hooks/use-cached.ts'
import { useIsFramed } from '../hooks/use-is-framed.ts'
import type { CurrentUser } from '../hooks/user-types.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { OverlayStyles } from '../styles/overlay-styles.tsx'
import { MessageSkeleton } from '../ui/auth-skeleton.tsx'
import { describeFailure } from '../ui/failures.tsx'
import { MessageContent } from '../ui/message-card.tsx'
import { Screen } from '../ui/screen.tsx'
import { AccessRequest, OtherAccount, signInUrlBackHere } from './access-request.tsx'
import { Answered, ClosedRequest, FramedRequest } from './closed-request.tsx'

/**
 * The props of `OAuthConsent`.
 * @example <OAuthConsent searchParams={searchParams} fullPage={false} />
 */
export interface OAuthConsentProps {
  /** The query of the page. */
  searchParams: Readonly<Record<string, string | undefined>>
  /** Whether to render a full, centered page instead of a part of one. */
  fullPage?: boolean | undefined
}

/**
 * The page on which users allow another app to use their account.
 * @example <OAuthConsent searchParams={searchParams} fullPage />
 */
export function OAuthConsent({ searchParams, fullPage = true }: OAuthConsentProps) {
  const app = useApp()
  const isFramed = useIsFramed()
  const { interaction } = searchParams
  return (
    <Screen fullPage={fullPage} fallback={<MessageSkeleton isPage={fullPage} />} onRetry={() => requests.forget(app)}>
      <OverlayStyles />
      {isFramed ? (
        <FramedRequest isPage={fullPage} />
      ) : interaction ? (
        <FoundRequest key={interaction} id={interaction} isPage={fullPage} />
      ) : (
        <ClosedRequest isPage={fullPage} />
      )}
    </Screen>
  )
}

interface RequestProps {
  id: string
  isPage: boolean
}

function FoundRequest({ id, isPage }: RequestProps) {
  const app = useApp()
  const user = useLatest(app[appInternalsSymbol].currentUser)
  // Asked again after a sign-in, because the response depends on the user.
  const result = requests.read(app, `${id} ${user?.id ?? ''}`)
  if (result.status === 'error') return <ClosedRequest error={result.error} isPage={isPage} />
  // Somebody else, who may have signed in in another tab, has other teams and permissions.
  return <OpenRequest key={user?.id} id={id} request={result.data} isPage={isPage} />
}

const requests = new CodeQuestions((app, idAndUser) => app.getOAuthRequest(idAndUser.split(' ')[0] ?? ''))

type Outcome = { isAllowed: boolean } | { closedBy: unknown }

function OpenRequest({ id, request, isPage }: RequestProps & { request: OAuthRequest }) {
  const app = useApp()
  const t = useTranslate()
  const user = useUserOf(app, { or: 'redirect' }) as CurrentUser
  const { displayName: project } = useProjectOf(app)
  const [outcome, setOutcome] = useState<Outcome>()
  const name = request.client.displayName

  const answer = async (isAllowed: boolean, approval?: OAuthApproval) => {
    const result = await (isAllowed ? app.approveOAuthRequest(id, { ...approval, user }) : app.denyOAuthRequest(id))
    if (result.status === 'ok') {
      requests.forget(app)
      await leaveTo(result.data.redirectUrl)
      setOutcome({ isAllowed })
    } else if (hasCode(result.error, 'OAUTH_REQUEST_NOT_FOUND')) {
      setOutcome({ closedBy: result.error })
    } else {
      throw result.error
    }
  }

  if (outcome && 'closedBy' in outcome) return <ClosedRequest error={outcome.closedBy} isPage={isPage} />
  if (outcome) return <Answered isAllowed={outcome.isAllowed} name={name} isPage={isPage} />
  if (request.isOtherAccountNeeded) {
    return <OtherAccount app={name} user={user} isPage={isPage} onCancel={() => answer(false)} />
  }
  if (!request.isSignedIn) return <SignInAgain isPage={isPage} />
  // An app that nobody has verified may only pretend to be the one that was approved before.
  const isKnown = !request.isConsentNeeded && !request.isFreshSignInNeeded && request.client.isVerified
  if (isKnown) return <KnownApp isPage={isPage} onKnown={() => answer(true)} />
  return (
    <AccessRequest
      title={t('{app} wants to use your {project} account', { app: name, project })}
      request={request}
      user={user}
      isPage={isPage}
      onAllow={(approval) => answer(true, approval)}
      onCancel={() => answer(false)}
    />
  )
}

function SignInAgain({ isPage }: { isPage: boolean }) {
  const app = useApp()
  const t = useTranslate()
  return (
    <MessageContent
      title={t('Sign in again')}
      isPage={isPage}
      primaryButtonText={t('Sign in again')}
      primaryAction={() => app.signOut({ redirectUrl: signInUrlBackHere(app.urls.signIn) })}
    >
      {t('Sign in again to continue.')}
    </MessageContent>
  )
}

/** Returns to an app whose access was approved before, without a question. */
function KnownApp({ isPage, onKnown }: { isPage: boolean; onKnown: () => Promise<void> }) {
  const t = useTranslate()
  const hasStarted = useRef(false)
  const [failure, setFailure] = useState<{ error: unknown }>()
  const start = async () => {
    setFailure(undefined)
    await onKnown().catch((error: unknown) => {
      console.error(error)
      setFailure({ error })
    })
  }
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    void start()
  })
  if (!failure) return <MessageSkeleton isPage={isPage} />
  return (
    <MessageContent
      tone="failure"
      title={t('Something went wrong')}
      isPage={isPage}
      primaryButtonText={t('Try again')}
      primaryAction={start}
    >
      {describeFailure(failure.error, t)}
    </MessageContent>
  )
}

/** Apps on this device open beside the page, which then has to say so. */
const leavingMillis = 2000

async function leaveTo(url: string): Promise<void> {
  if (!/^https?:$/.test(new URL(url).protocol)) throw new Error('The server has returned an address of another kind.')
  globalThis.location.assign(url)
  await new Promise((resolve) => setTimeout(resolve, leavingMillis))
}
