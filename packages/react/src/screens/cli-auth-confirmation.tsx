'use client'

import { appInternalsSymbol, type CurrentUser, StatusError } from '@latchkey/sdk'
import { useState } from 'react'
import type { ClientApp } from '../client-app.ts'
import { useProjectOf, useUserOf } from '../hooks/app-hooks.ts'
import { useApp } from '../hooks/use-app.ts'
import { useIsFramed } from '../hooks/use-is-framed.ts'
import { useQuery } from '../hooks/use-query.ts'
import type { SourceText } from '../i18n/source-texts.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { OverlayStyles } from '../styles/overlay-styles.tsx'
import { MessageSkeleton } from '../ui/auth-skeleton.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { describeFailure } from '../ui/failures.tsx'
import { Icon, warning } from '../ui/icon.tsx'
import { MessageContent } from '../ui/message-card.tsx'
import { Screen } from '../ui/screen.tsx'

/**
 * The props of `CliAuthConfirmation`.
 * @example <CliAuthConfirmation fullPage={false} />
 */
export interface CliAuthConfirmationProps {
  /** Whether to render a full, centered page instead of a part of one. */
  fullPage?: boolean | undefined
}

/**
 * The page that confirms a command-line login. The command line gets a session of the signed-in user.
 * @example <CliAuthConfirmation fullPage />
 */
export function CliAuthConfirmation({ fullPage = true }: CliAuthConfirmationProps) {
  return (
    <Screen fullPage={fullPage} fallback={<MessageSkeleton isPage={fullPage} />}>
      <OverlayStyles />
      <Confirmation isPage={fullPage} />
    </Screen>
  )
}

const incomplete = 'This link is incomplete. Copy the whole link.'

type State = { step: 'asking' | 'cancelled' | 'done' } | { step: 'failed'; message: string }

function Confirmation({ isPage }: { isPage: boolean }) {
  const app = useApp()
  const t = useTranslate()
  const user = useUserOf(app, { or: 'redirect' }) as CurrentUser
  const isFramed = useIsFramed()
  const query = useQuery()
  const [known, setState] = useState<State>({ step: 'asking' })
  const isIncomplete = query && !query.login_code && known.step === 'asking'
  const state: State = isIncomplete ? { step: 'failed', message: t(incomplete) } : known

  const authorize = async () => {
    try {
      const problem = await complete(app, user, query?.login_code)
      setState(problem ? { step: 'failed', message: t(problem) } : { step: 'done' })
    } catch (error) {
      console.error(error)
      const isRefused = error instanceof StatusError && error.statusCode === 400
      const message = isRefused
        ? t('This request has expired or was already confirmed. Start again on the command line.')
        : describeFailure(error, t)
      setState({ step: 'failed', message })
    }
  }
  const cancel = () => {
    setState({ step: 'cancelled' })
    globalThis.close()
  }

  // A page that frames this one could cover the button with other content.
  if (isFramed) {
    return (
      <MessageContent tone="warning" title={t('Sign in on the command line')} isPage={isPage}>
        {t("This doesn't work inside another page. Open it in its own tab.")}
      </MessageContent>
    )
  }
  switch (state.step) {
    case 'asking':
      return <Question user={user} isPage={isPage} onYes={authorize} onNo={cancel} />
    case 'failed':
      return (
        <MessageContent
          tone="failure"
          title={t('Command-line sign-in failed')}
          isPage={isPage}
          primaryButtonText={t('Try again')}
          primaryAction={authorize}
          secondaryButtonText={t('Cancel')}
          secondaryAction={cancel}
        >
          <span className="lk-text" role="alert">
            {state.message}
          </span>
        </MessageContent>
      )
    default:
      return (
        <MessageContent
          tone={state.step === 'done' ? 'success' : 'information'}
          title={state.step === 'done' ? t("You're signed in on the command line") : t('Nothing was shared')}
          isPage={isPage}
          primaryButtonText={t('Close this window')}
          primaryAction={() => globalThis.close()}
        >
          {state.step === 'done' ? t('Continue there. You can close this window.') : t('You can close this window.')}
        </MessageContent>
      )
  }
}

function Question(props: { user: CurrentUser; isPage: boolean; onYes: () => Promise<void>; onNo: () => void }) {
  const { user, isPage, onYes, onNo } = props
  const t = useTranslate()
  const { displayName: project } = useProjectOf(useApp())
  const { displayName, primaryEmail } = user
  const name = displayName || primaryEmail || user.id
  return (
    <Card
      title={t('Sign in on the command line?')}
      lead={t('A command-line program wants to sign in to {project} as you.', { project })}
      isPage={isPage}
    >
      <div className="lk-account">
        <Avatar user={user} />
        <span className="lk-identity">
          <span className="lk-identity-name">{name}</span>
          {primaryEmail && primaryEmail !== name && <span className="lk-identity-email">{primaryEmail}</span>}
        </span>
      </div>
      <p className="lk-warning">
        <Icon path={warning} />
        <span>
          <strong className="lk-strong">{t('Continue only if you just started this yourself.')}</strong>{' '}
          {t('If someone sent you this link, cancel. They would get access to your account.')}
        </span>
      </p>
      <div className="lk-actions">
        <Button onClick={onNo}>{t('Cancel')}</Button>
        <Button kind="primary" onClick={onYes}>
          {t('Yes, sign in')}
        </Button>
      </div>
    </Card>
  )
}

/** Confirms the login. Returns the reason if it cannot be confirmed. */
async function complete(
  app: ClientApp,
  user: CurrentUser,
  loginCode: string | undefined,
): Promise<SourceText | undefined> {
  if (!loginCode) return incomplete
  const { refreshToken } = await user.currentSession.getTokens()
  if (!refreshToken) return 'Your session has expired. Sign in again.'
  await app[appInternalsSymbol].sendRequest('/auth/cli/complete', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login_code: loginCode, refresh_token: refreshToken }),
  })
  return undefined
}
