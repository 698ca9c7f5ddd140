import { appInternalsSymbol } from '@latchkey/sdk'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useProjectOf } from '../hooks/app-hooks.ts'
import { useApp } from '../hooks/use-app.ts'
import { useLatest } from '../hooks/use-cached.ts'
import { useCookiesBlocked } from '../hooks/use-cookies-blocked.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { FormSkeleton } from '../ui/auth-skeleton.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { Screen } from '../ui/screen.tsx'
import type { ShownProject } from '../ui/shown-project.ts'
import { AuthCard, type AuthConfig, titleOf } from './auth-card.tsx'
import { AuthFlowContext } from './auth-flow.tsx'
import { AuthPreview } from './auth-preview.tsx'
import { useEndNotice } from './end-notice.ts'

/**
 * The props of `AuthPage`.
 * @example
 * <AuthPage type="sign-up" fullPage automaticRedirect noPasswordRepeat firstTab="password" extraInfo="You agree to our terms." />
 * @example
 * // A preview with a mock project:
 * <AuthPage
 *   type="sign-in"
 *   flow="identifier"
 *   mockProject={{
 *     config: {
 *       signUpEnabled: true,
 *       credentialEnabled: true,
 *       magicLinkEnabled: false,
 *       passkeyEnabled: true,
 *       oauthProviders: [{ id: 'google' }],
 *     },
 *   }}
 *   mockEmail="ada@example.com"
 * />
 */
export interface AuthPageProps {
  /** Whether the texts are for sign-in or sign-up. */
  type: 'sign-in' | 'sign-up'
  /** Whether to render a full, centered page instead of a part of one. */
  fullPage?: boolean | undefined
  /** Redirects users who are already signed in instead of showing a message. */
  automaticRedirect?: boolean | undefined
  /** Shown under the form. */
  extraInfo?: ReactNode
  /** Whether new passwords are typed only once. */
  noPasswordRepeat?: boolean | undefined
  /** Which form comes first if the project offers both. */
  firstTab?: 'magic-link' | 'password' | undefined
  /**
   * Whether everything is on one page, with tabs for the forms, or the email comes first and then the ways to sign in.
   * Defaults to the project's branding.
   */
  flow?: 'tabs' | 'identifier' | undefined
  /** Shows a preview of the page for these settings. */
  mockProject?: ({ config: AuthConfig } & ShownProject) | undefined
  /** The second step of a preview with `flow="identifier"`, for this email. */
  mockEmail?: string | undefined
}

/** Sign-in or sign-up, for apps and for the handler. */
export function AuthScreen(props: AuthPageProps) {
  const t = useTranslate()
  const { type } = props
  // Fetched in parallel with the project. A failure is reported when the form is shown.
  useEffect(() => {
    if (type === 'sign-up') loadFollowUpScreens().catch(() => {})
  }, [type])
  if (props.mockProject) return <AuthPreview {...props} project={props.mockProject} />
  return (
    <Screen
      fullPage={props.fullPage}
      fallback={<FormSkeleton fields={1} isPage={props.fullPage} title={titleOf(props.type, t)} />}
    >
      <LiveAuthPage {...props} />
    </Screen>
  )
}

const loadFollowUpScreens = () => import('../screens/follow-up-screens.ts')

/** Lazy, because it is only needed when there is no form. */
const AuthMessage = lazyPart(loadFollowUpScreens, (screens) => screens.AuthMessage)

function LiveAuthPage(props: AuthPageProps) {
  const app = useApp()
  const project = useProjectOf(app)
  const user = useLatest(app[appInternalsSymbol].currentUser)
  const areCookiesBlocked = useCookiesBlocked(app)
  const notice = useEndNotice(app.projectId)
  const [isSigningIn, setIsSigningIn] = useState(false)
  const isSignedIn = !!user && !user.isAnonymous && !isSigningIn
  const redirectFailed = useRedirectWhen(isSignedIn && !!props.automaticRedirect, props.type)

  const flow = useMemo(
    () => ({
      isFirst: true,
      async track<T>(signIn: () => Promise<T>) {
        setIsSigningIn(true)
        try {
          return await signIn()
        } finally {
          setIsSigningIn(false)
        }
      },
    }),
    [],
  )

  if (areCookiesBlocked) return <AuthMessage type="cookiesBlocked" isPage={props.fullPage} />
  if (redirectFailed) return <AuthMessage type="untrustedReturn" isPage={props.fullPage} />
  if (isSignedIn && !props.automaticRedirect) {
    return <AuthMessage type="signedIn" isPage={props.fullPage} user={user} />
  }
  if (props.type === 'sign-up' && !project.config.signUpEnabled) {
    return <AuthMessage type="signUpDisabled" isPage={props.fullPage} />
  }
  return (
    <AuthFlowContext.Provider value={flow}>
      <AuthCard {...props} flow={props.flow ?? project.branding?.flow} config={project.config} notice={notice} />
    </AuthFlowContext.Provider>
  )
}

/** Redirects a signed-in user. Returns true if the destination was rejected. */
function useRedirectWhen(condition: boolean, type: AuthPageProps['type']): boolean {
  const app = useApp()
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    if (!condition) return
    const redirect = type === 'sign-in' ? app.redirectToAfterSignIn : app.redirectToAfterSignUp
    redirect.call(app, { replace: true }).catch((error) => {
      console.error(error)
      setHasFailed(true)
    })
  }, [app, condition, type])
  return hasFailed
}
