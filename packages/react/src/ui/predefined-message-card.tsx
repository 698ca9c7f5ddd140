'use client'

import type { CurrentUser } from '@latchkey/sdk'
import type { ClientApp } from '../client-app.ts'
import { useApp } from '../hooks/use-app.ts'
import { type Translate, useTranslate } from '../i18n/translation.tsx'
import { MessageContent, type MessageContentProps } from './message-card.tsx'
import { mail } from './more-icons.ts'
import { Page } from './scope.tsx'

/**
 * The props of `PredefinedMessageCard`.
 * @example <PredefinedMessageCard type="signedOut" fullPage />
 */
export interface PredefinedMessageCardProps {
  /** Which message it is. */
  type: 'signedIn' | 'signedOut' | 'signUpDisabled' | 'emailSent' | 'passwordReset' | 'unknownError'
  /** Whether to render a full, centered page instead of a part of one. */
  fullPage?: boolean | undefined
}

/**
 * One of the predefined messages that other pages show.
 * @example <PredefinedMessageCard type="emailSent" fullPage />
 */
export function PredefinedMessageCard({ type, fullPage = false }: PredefinedMessageCardProps) {
  return (
    <Page fullPage={fullPage}>
      <PredefinedMessage type={type} isPage={fullPage} />
    </Page>
  )
}

/** Only the card, for screens that are already a page. */
export function PredefinedMessage(props: {
  type: PredefinedMessageCardProps['type']
  isPage?: boolean | undefined
  user?: CurrentUser | null
}) {
  const app = useApp()
  const t = useTranslate()
  return <MessageContent {...messages[props.type](app, t, props.user)} isPage={props.isPage} />
}

type Message = (app: ClientApp<true>, t: Translate, user?: CurrentUser | null) => MessageContentProps

const goHome = (app: ClientApp<true>, t: Translate) => ({
  primaryButtonText: t('Go home'),
  primaryAction: () => app.redirectToHome(),
})

const messages: Record<PredefinedMessageCardProps['type'], Message> = {
  signedIn: (app, t, user) => {
    const name = user?.displayName || user?.primaryEmail
    return {
      tone: 'success',
      title: t("You're already signed in"),
      children: name ? t("You're signed in as {name}.", { name }) : t("You're signed in."),
      ...goHome(app, t),
      secondaryButtonText: t('Sign out'),
      secondaryAction: () => app.signOut(),
    }
  },
  signedOut: (app, t) => ({
    title: t("You're not signed in"),
    children: t('Sign in to continue.'),
    primaryButtonText: t('Sign in'),
    primaryAction: () => app.redirectToSignIn(),
  }),
  signUpDisabled: (app, t) => ({
    tone: 'warning',
    title: t('Sign-up is turned off'),
    children: t("This app isn't accepting new accounts right now. If you already have one, you can sign in."),
    ...goHome(app, t),
    secondaryButtonText: t('Sign in'),
    secondaryAction: () => app.redirectToSignIn(),
  }),
  emailSent: (app, t) => ({
    tone: 'success',
    icon: mail,
    title: t('Check your inbox'),
    children: t("If there's an account with this email, a message is on its way. Check your spam folder too."),
    ...goHome(app, t),
  }),
  passwordReset: (app, t) => ({
    tone: 'success',
    title: t('Password changed'),
    children: t('You can now sign in with your new password.'),
    primaryButtonText: t('Sign in'),
    primaryAction: () => app.redirectToSignIn({ noRedirectBack: true }),
  }),
  unknownError: (app, t) => ({
    tone: 'failure',
    title: t('Something went wrong'),
    children: t('An unexpected error occurred. Please try again.'),
    ...goHome(app, t),
  }),
}
