'use client'

import type { TeamInvitation as Invitation } from '@latchkey/sdk'
import { type ReactNode, Suspense } from 'react'
import { lazyPart } from '../ui/lazy-part.ts'
import { Waiting } from '../ui/waiting.tsx'

// The lazy screens, for apps and for the handler. `index.ts` must not import their files, because esbuild would then
// put them into the first bundle.

const loadAuthScreens = () => import('./auth-screens.ts')
const loadFollowUpScreens = () => import('./follow-up-screens.ts')
const loadAccountSettings = () => import('./account-settings-screen.ts')

/** A screen whose code is loaded when it is first shown. */
function lazyScreen<Screens, Props extends { fullPage?: boolean | undefined }>(
  load: () => Promise<Screens>,
  pick: (screens: Screens) => (props: Props) => ReactNode,
): (props: Props) => ReactNode {
  const Screen = lazyPart(load, pick) as (props: Props) => ReactNode
  return (props) => (
    // A preview does not belong to the app's project, so its loading state must not have that project's colors.
    <Suspense fallback={'mockUser' in props ? null : <Waiting fullPage={props.fullPage} />}>
      <Screen {...props} />
    </Suspense>
  )
}

/** For the handler. Apps that import sign-in themselves have it in their first bundle. */
export const AuthScreen = lazyScreen(loadAuthScreens, (screens) => screens.AuthScreen)

/**
 * The settings of the user's account and teams.
 * @example <AccountSettings fullPage />
 */
export const AccountSettings = lazyScreen(loadAccountSettings, (screens) => screens.AccountSettings)

/**
 * The page a command-line login opens. If the signed-in user confirms, the command line gets a session.
 * @example <CliAuthConfirmation fullPage />
 */
export const CliAuthConfirmation = lazyScreen(loadFollowUpScreens, (screens) => screens.CliAuthConfirmation)

/**
 * The page a verification email links to. It needs a click, so that an email scanner does not use up the link.
 * @example <EmailVerification fullPage />
 */
export const EmailVerification = lazyScreen(loadFollowUpScreens, (screens) => screens.EmailVerification)

/**
 * The page the server redirects to when it has no other way to report an error.
 * @example <ErrorPage searchParams={searchParams} fullPage />
 */
export const ErrorPage = lazyScreen(loadFollowUpScreens, (screens) => screens.ErrorPage)

/**
 * Asks for an email address and sends a link to choose a new password.
 * @example <ForgotPassword fullPage />
 */
export const ForgotPassword = lazyScreen(loadFollowUpScreens, (screens) => screens.ForgotPassword)

/** The page that the dashboard opens for project owners who sign in as a user. The code is in the URL fragment. */
export const Impersonation = lazyScreen(loadFollowUpScreens, (screens) => screens.Impersonation)

/**
 * The page a sign-in email links to. It needs a click, so that an email scanner does not use up the link.
 * @example <MagicLinkCallback fullPage />
 */
export const MagicLinkCallback = lazyScreen(loadFollowUpScreens, (screens) => screens.MagicLinkCallback)

/**
 * Completes a sign-in with a second factor, or sets one up if the project or a team requires it.
 * @example <MFA fullPage />
 */
export const MFA = lazyScreen(loadFollowUpScreens, (screens) => screens.MFA)

/**
 * The page that OAuth providers redirect to. Completes the sign-in and redirects to the app.
 * @example <OAuthCallback fullPage />
 */
export const OAuthCallback = lazyScreen(loadFollowUpScreens, (screens) => screens.OAuthCallback)

/**
 * The page on which users allow another app to use their account. The server sends the browser there.
 * @example <OAuthConsent searchParams={searchParams} fullPage />
 */
export const OAuthConsent = lazyScreen(loadFollowUpScreens, (screens) => screens.OAuthConsent)

/**
 * The page on which users enter the code that a device shows, and allow it to use their account.
 * @example <OAuthDevice searchParams={searchParams} fullPage />
 */
export const OAuthDevice = lazyScreen(loadFollowUpScreens, (screens) => screens.OAuthDevice)

/**
 * The page a reset email links to. Opening it changes nothing; setting the new password uses up the link.
 * @example <PasswordReset searchParams={searchParams} fullPage />
 */
export const PasswordReset = lazyScreen(loadFollowUpScreens, (screens) => screens.PasswordReset)

/**
 * Signs out.
 * @example <SignOut fullPage />
 */
export const SignOut = lazyScreen(loadFollowUpScreens, (screens) => screens.SignOut)

/**
 * The page an invitation email links to. It shows the team and the account, and asks before the user joins. As a type, an
 * invitation to a team.
 * @example <TeamInvitation searchParams={searchParams} fullPage />
 */
export type TeamInvitation = Invitation
export const TeamInvitation = lazyScreen(loadFollowUpScreens, (screens) => screens.TeamInvitation)

/**
 * One of the predefined messages that other pages show.
 * @example <PredefinedMessageCard type="emailSent" fullPage />
 */
export const PredefinedMessageCard = lazyScreen(loadFollowUpScreens, (screens) => screens.PredefinedMessageCard)
