import { appInternalsSymbol, type ProjectConfig } from '@latchkey/sdk'
import { type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useProjectOf } from './app-hooks.ts'
import { AuthFlowContext, useAuthFlow } from './auth-flow.tsx'
import { AuthSkeleton } from './auth-skeleton.tsx'
import { CredentialSignInForm } from './credential-sign-in.tsx'
import { CredentialSignUpForm } from './credential-sign-up.tsx'
import { useTranslate } from './i18n/translation.tsx'
import { MagicLinkForm } from './magic-link-sign-in.tsx'
import { MessageContent } from './message-card.tsx'
import { PredefinedMessage } from './predefined-message-card.tsx'
import { useApp } from './provider.tsx'
import { AppLink } from './ui/app-link.tsx'
import { Card } from './ui/card.tsx'
import { Page } from './ui/scope.tsx'
import { Screen } from './ui/screen.tsx'
import { Tabs } from './ui/tabs.tsx'
import { useLatest } from './use-cached.ts'

type AuthConfig = Pick<
  ProjectConfig,
  'signUpEnabled' | 'credentialEnabled' | 'passkeyEnabled' | 'magicLinkEnabled' | 'oauthProviders'
>

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
  if (props.mockProject) {
    return (
      <Page fullPage={props.fullPage}>
        <AuthFlowContext.Provider value={preview}>
          <AuthCard {...props} config={props.mockProject.config} />
        </AuthFlowContext.Provider>
      </Page>
    )
  }
  return (
    <Screen
      fullPage={props.fullPage}
      fallback={<AuthSkeleton type={props.type} noPasswordRepeat={props.noPasswordRepeat} isPage={props.fullPage} />}
    >
      <LiveAuthPage {...props} />
    </Screen>
  )
}

const preview = { track: async () => undefined, isFirst: false }

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
      <AuthCard {...props} brand={project.displayName} config={project.config} />
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
      title={t('This link cannot be followed')}
      isPage={isPage}
      primaryButtonText={t('Continue')}
      primaryAction={() => app.redirectToAfterSignIn({ replace: true, noRedirectBack: true })}
    >
      {t('It leads to a place this app does not trust. You are signed in all the same.')}
    </MessageContent>
  )
}

function AuthCard(props: AuthPageProps & { config: AuthConfig; brand?: string }) {
  const t = useTranslate()
  const isSignUp = props.type === 'sign-up'
  const methods = formsOf(props)
  if (methods.length === 0) {
    return (
      <Card brand={props.brand} title={t('Sign in to your account')} isPage={props.fullPage}>
        <p className="lk-lead" data-kind="error" role="alert">
          {t('No way to sign in is switched on for this app yet.')}
        </p>
      </Card>
    )
  }
  return (
    <Card
      brand={props.brand}
      title={isSignUp ? t('Create your account') : t('Sign in to your account')}
      lead={(isSignUp || props.config.signUpEnabled) && <OtherPage isSignUp={isSignUp} />}
      isPage={props.fullPage}
    >
      <Forms methods={methods} type={props.type} noPasswordRepeat={props.noPasswordRepeat} />
      {props.extraInfo && <div className="lk-extra">{props.extraInfo}</div>}
    </Card>
  )
}

type Method = 'magic-link' | 'password'

/** The forms that the project has switched on, in the order of the page. */
function formsOf({ config, firstTab }: Pick<AuthPageProps, 'firstTab'> & { config: AuthConfig }): Method[] {
  const order: Method[] = firstTab === 'password' ? ['password', 'magic-link'] : ['magic-link', 'password']
  const isOn = { 'magic-link': config.magicLinkEnabled, password: config.credentialEnabled }
  return order.filter((method) => isOn[method])
}

function Forms(props: { methods: Method[] } & Pick<AuthPageProps, 'type' | 'noPasswordRepeat'>) {
  const t = useTranslate()
  const flow = useAuthFlow()
  // What was typed goes along to the other form.
  const email = useRef<string>(undefined)
  const [chosen, setChosen] = useState<Method>()
  const [first = 'password'] = props.methods
  const selected = chosen && props.methods.includes(chosen) ? chosen : first
  // Who moves between the tabs keeps the focus there.
  const formFlow = useMemo(() => ({ ...flow, isFirst: flow.isFirst && !chosen }), [flow, chosen])
  const form = <MethodForm {...props} method={selected} defaultEmail={email.current} />
  if (props.methods.length === 1) return form

  const labels = { 'magic-link': t('Magic link'), password: t('Password') }
  const rememberEmail = ({ target }: FormEvent) => {
    if (target instanceof HTMLInputElement && target.name === 'email') email.current = target.value
  }
  return (
    <Tabs
      label={t('Ways to sign in')}
      tabs={props.methods.map((name) => ({ name, label: labels[name] }))}
      selected={selected}
      onSelect={setChosen}
      onInput={rememberEmail}
    >
      <AuthFlowContext.Provider value={formFlow}>{form}</AuthFlowContext.Provider>
    </Tabs>
  )
}

function MethodForm(
  props: { method: Method; defaultEmail?: string | undefined } & Pick<AuthPageProps, 'type' | 'noPasswordRepeat'>,
) {
  const { method, type, noPasswordRepeat, defaultEmail } = props
  if (method === 'magic-link') return <MagicLinkForm defaultEmail={defaultEmail} />
  if (type === 'sign-in') return <CredentialSignInForm defaultEmail={defaultEmail} />
  return <CredentialSignUpForm noPasswordRepeat={noPasswordRepeat} defaultEmail={defaultEmail} />
}

function OtherPage({ isSignUp }: { isSignUp: boolean }) {
  const t = useTranslate()
  if (isSignUp) {
    return (
      <>
        {t('Already have an account?')} <AppLink to="signIn">{t('Sign in')}</AppLink>
      </>
    )
  }
  return (
    <>
      {t('New here?')} <AppLink to="signUp">{t('Create an account')}</AppLink>
    </>
  )
}
