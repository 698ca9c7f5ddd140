'use client'

import { useState } from 'react'
import { useApp } from '../hooks/use-app.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { sendRecoveryEmail } from '../sign-in/account-recovery.tsx'
import { goToSignIn } from '../sign-in/go-to-sign-in.ts'
import { isEmail } from '../sign-in/password-checks.ts'
import { textOfError } from '../ui/failures.tsx'
import { MessageContent, type MessageContentProps } from '../ui/message-card.tsx'
import { mail } from '../ui/more-icons.ts'
import { PredefinedMessage } from '../ui/predefined-message-card.tsx'
import { isReference, Reference } from '../ui/reference.tsx'
import { Page } from '../ui/scope.tsx'
import { knownErrorFromQuery } from './known-error-query.ts'

/**
 * The props of `ErrorPage`.
 * @example <ErrorPage searchParams={searchParams} fullPage />
 */
export interface ErrorPageProps {
  /** The query of the page. */
  searchParams: Readonly<Record<string, string | undefined>>
  /** Whether to render a full, centered page instead of a part of one. */
  fullPage?: boolean | undefined
}

/**
 * The page the server redirects to when it has no other way to report an error.
 * @example <ErrorPage searchParams={searchParams} fullPage />
 */
export function ErrorPage({ searchParams, fullPage }: ErrorPageProps) {
  return (
    <Page fullPage={fullPage}>
      <ErrorContent searchParams={searchParams} isPage={fullPage} />
    </Page>
  )
}

function ErrorContent({
  searchParams,
  isPage,
}: Pick<ErrorPageProps, 'searchParams'> & { isPage?: boolean | undefined }) {
  const app = useApp()
  const t = useTranslate()
  const [isSent, setIsSent] = useState(false)
  const error = knownErrorFromQuery(searchParams)
  if (isSent) return <PredefinedMessage type="emailSent" isPage={isPage} />
  if (!error) return <PredefinedMessage type="unknownError" isPage={isPage} />

  const goHome = { primaryButtonText: t('Go home'), primaryAction: () => app.redirectToHome() }
  const unknown: MessageContentProps = {
    tone: 'failure',
    title: t('Something went wrong'),
    children: (
      <>
        <p className="lk-text">{t(textOfError(error.code))}</p>
        <p className="lk-extra">{t('Error code: {code}', { code: error.code })}</p>
      </>
    ),
    ...goHome,
  }
  const describe = (): MessageContentProps => {
    switch (error.code) {
      case 'OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER':
        return {
          tone: 'warning',
          title: t('Account already in use'),
          children: t(
            'This account is already connected to another user. Use a different one, or disconnect it there first.',
          ),
          ...goHome,
        }
      case 'USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION':
        return {
          tone: 'warning',
          title: t('Another account is already connected'),
          children: t("You're already connected to a different account with this provider. Disconnect that one first."),
          ...goHome,
        }
      case 'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE': {
        const { contact_channel_value: email, would_work_if_email_was_verified: isUnverified } = error.details
        if (typeof email !== 'string' || !isEmail(email) || isUnverified !== true) return unknown
        return {
          tone: 'warning',
          icon: mail,
          title: t('This email is already in use'),
          // Does not show the address, because it came with the link and links are untrusted.
          children: t(
            "Someone signed up with it but never verified it. If it's yours, we'll email you a way to claim the account.",
          ),
          primaryButtonText: t('This is my email. Send me a link'),
          primaryAction: async () => {
            await sendRecoveryEmail(app, email)
            setIsSent(true)
          },
          secondaryButtonText: t('Go home'),
          secondaryAction: () => app.redirectToHome(),
        }
      }
      case 'OAUTH_PROVIDER_ACCESS_DENIED':
        return {
          tone: 'warning',
          title: t('Sign-in was canceled'),
          children: t('The provider denied access, or you canceled. Nothing was changed.'),
          primaryButtonText: t('Sign in again'),
          primaryAction: () => goToSignIn(app),
          secondaryButtonText: t('Go home'),
          secondaryAction: () => app.redirectToHome(),
        }
      default:
        return unknown
    }
  }
  const message = describe()
  const { reference } = searchParams
  return (
    <MessageContent {...message} isPage={isPage}>
      {message.children}
      {isReference(reference) && <Reference reference={reference} />}
    </MessageContent>
  )
}
