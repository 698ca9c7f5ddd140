import { useState } from 'react'
import type { ClientApp } from './client-app.ts'
import { useTranslate } from './i18n/translation.tsx'
import { linkProblemOf } from './link-problem.ts'
import { MessageContent } from './message-card.tsx'
import { useApp } from './provider.tsx'
import { Page } from './ui/scope.tsx'

export interface EmailVerificationProps {
  searchParams?: Readonly<Record<string, string | undefined>> | undefined
  fullPage?: boolean | undefined
}

/** Where the link of a verification mail leads. It needs a click, so that a mail scanner does not use it up. */
export function EmailVerification({ searchParams, fullPage }: EmailVerificationProps) {
  const code = searchParams ? searchParams.code : new URLSearchParams(globalThis.location?.search).get('code')
  return (
    <Page fullPage={fullPage}>
      <VerificationCard code={code ?? ''} isPage={fullPage} />
    </Page>
  )
}

function VerificationCard({ code, isPage }: { code: string; isPage?: boolean | undefined }) {
  const app = useApp()
  const t = useTranslate()
  const [state, setState] = useState<'ready' | Outcome>(code ? 'ready' : 'invalid')
  const goHome = () => app.redirectToHome()
  switch (state) {
    case 'ready':
      return (
        <MessageContent
          isPage={isPage}
          title={t('Verify your e-mail')}
          primaryButtonText={t('Verify e-mail')}
          primaryAction={async () => setState(await verify(app, code))}
          secondaryButtonText={t('Cancel')}
          secondaryAction={goHome}
        >
          {t('One click, and we know that this address is yours.')}
        </MessageContent>
      )
    case 'verified':
      return (
        <MessageContent isPage={isPage} title={t('Thank you')} primaryButtonText={t('Go home')} primaryAction={goHome}>
          {t('Your e-mail is verified.')}
        </MessageContent>
      )
    default:
      return (
        <MessageContent
          isPage={isPage}
          title={state === 'expired' ? t('This link has expired') : t('This link is not valid')}
          primaryButtonText={t('Go home')}
          primaryAction={goHome}
        >
          {state === 'expired'
            ? t('Ask for a new one in your account settings.')
            : t('Open it from the mail again, or ask for a new one in your account settings.')}
        </MessageContent>
      )
  }
}

type Outcome = 'verified' | 'invalid' | 'expired'

async function verify(app: ClientApp, code: string): Promise<Outcome> {
  try {
    const result = await app.verifyEmail(code)
    if (result.status === 'error') throw result.error
  } catch (error) {
    const problem = linkProblemOf(error)
    if (!problem) throw error
    // A second click on the same link is as good as the first.
    return problem === 'used' ? 'verified' : problem
  }
  return 'verified'
}
