import { appInternalsSymbol } from '@latchkey/sdk'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useProjectOf } from '../hooks/app-hooks.ts'
import { useApp } from '../hooks/use-app.ts'
import { useLatest } from '../hooks/use-cached.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { FormSkeleton } from '../ui/auth-skeleton.tsx'
import { MessageContent } from '../ui/message-card.tsx'
import { PredefinedMessage } from '../ui/predefined-message-card.tsx'
import { Page } from '../ui/scope.tsx'
import { Screen } from '../ui/screen.tsx'
import { AuthCard, type AuthConfig, titleOf } from './auth-card.tsx'
import { AuthFlowContext } from './auth-flow.tsx'

export interface AuthPageProps {
  type: 'sign-in' | 'sign-up'
  fullPage?: boolean | undefined
  /** Somebody who is signed in already is sent on instead of being told so. */
  automaticRedirect?: boolean | undefined
  /** Shown under the form. */
  extraInfo?: ReactNode
  noPasswordRepeat?: boolean | undefined
  /** Which form stands first where the project offers both. */
  firstTab?: 'magic-link' | 'password' | undefined
  /** Shows the page for these settings and does nothing; for previews. */
  mockProject?: { config: AuthConfig } | undefined
}

export function AuthPage(props: AuthPageProps) {
  const t = useTranslate()
  if (props.mockProject) {
    return (
      <Page fullPage={props.fullPage}>
        <AuthFlowContext.Provider value={preview}>
          <AuthCard {...props} isAnonymous config={props.mockProject.config} />
        </AuthFlowContext.Provider>
      </Page>
    )
  }
  return (
    <Screen
      fullPage={props.fullPage}
      fallback={<FormSkeleton fields={1} isPage={props.fullPage} title={titleOf(props.type, t)} />}
    >
      <LiveAuthPage {...props} />
    </Screen>
  )
}

const preview = { track: async () => undefined, isFirst: false, isPreview: true }

function LiveAuthPage(props: AuthPageProps) {
  const app = useApp()
  const project = useProjectOf(app)
  const user = useLatest(app[appInternalsSymbol].currentUser)
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

  if (redirectFailed) return <UntrustedReturn isPage={props.fullPage} />
  if (isSignedIn && !props.automaticRedirect) {
    return <PredefinedMessage type="signedIn" isPage={props.fullPage} user={user} />
  }
  if (props.type === 'sign-up' && !project.config.signUpEnabled) {
    return <PredefinedMessage type="signUpDisabled" isPage={props.fullPage} />
  }
  return (
    <AuthFlowContext.Provider value={flow}>
      <AuthCard {...props} config={project.config} />
    </AuthFlowContext.Provider>
  )
}

/** Sends a signed-in person on. Returns true when their destination was refused. */
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

function UntrustedReturn({ isPage }: { isPage?: boolean | undefined }) {
  const app = useApp()
  const t = useTranslate()
  return (
    <MessageContent
      tone="warning"
      title={t("This link can't be opened")}
      isPage={isPage}
      primaryButtonText={t('Continue')}
      primaryAction={() => app.redirectToAfterSignIn({ replace: true, noRedirectBack: true })}
    >
      {t("You're signed in, but the link leads to a site this app doesn't trust.")}
    </MessageContent>
  )
}
