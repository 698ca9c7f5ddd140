import type { ProjectConfig } from '@latchkey/sdk'
import { type FormEvent, useMemo, useRef, useState } from 'react'
import { useTranslate } from '../i18n/translation.tsx'
import { AppLink } from '../ui/app-link.tsx'
import { Card } from '../ui/card.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { AuthFlowContext, useAuthFlow } from './auth-flow.tsx'
import type { AuthPageProps } from './auth-page.tsx'
import { useLastUsed } from './last-used.ts'
import { MagicLinkForm } from './magic-link-sign-in.tsx'
import { ProviderButton } from './oauth-button.tsx'
import { moveFirst } from './oauth-button-group.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { CredentialSignInForm } from './password-sign-in.tsx'
import { CredentialSignUpForm } from './password-sign-up.tsx'

export type AuthConfig = Pick<
  ProjectConfig,
  'signUpEnabled' | 'credentialEnabled' | 'passkeyEnabled' | 'magicLinkEnabled' | 'oauthProviders'
>

/** The ways that a project offers to sign in or up. */
export function AuthCard(props: AuthPageProps & { config: AuthConfig; brand?: string }) {
  const t = useTranslate()
  const flow = useAuthFlow()
  const isSignUp = props.type === 'sign-up'
  const buttons = buttonsOf(props)
  const methods = formsOf(props)
  const hasPasskeyField = methods.length > 0 && buttons.includes('passkey')
  const flowOfCard = useMemo(() => ({ ...flow, hasPasskeyField }), [flow, hasPasskeyField])
  if (methods.length + buttons.length === 0) {
    return (
      <Card brand={props.brand} title={t('Sign in to your account')} isPage={props.fullPage}>
        <p className="lk-lead" data-kind="error" role="alert">
          {t('Sign-in is not set up for this project.')}
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
      <AuthFlowContext.Provider value={flowOfCard}>
        {buttons.length > 0 && <MethodButtons methods={buttons} type={props.type} />}
        {buttons.length > 0 && methods.length > 0 && <p className="lk-separator">{t('or')}</p>}
        {methods.length > 0 && <Forms methods={methods} type={props.type} noPasswordRepeat={props.noPasswordRepeat} />}
      </AuthFlowContext.Provider>
      {props.extraInfo && <div className="lk-extra">{props.extraInfo}</div>}
    </Card>
  )
}

/** The ways that take one click. New accounts are not made by a passkey, so sign-up has none. */
function buttonsOf({ config, type }: Pick<AuthPageProps, 'type'> & { config: AuthConfig }): string[] {
  const providers = config.oauthProviders.map(({ id }) => id)
  return type === 'sign-in' && config.passkeyEnabled ? [...providers, 'passkey'] : providers
}

function MethodButtons({ methods, type }: Pick<AuthPageProps, 'type'> & { methods: string[] }) {
  const lastUsed = useLastUsed()
  return (
    <div className="lk-methods">
      {moveFirst(methods, lastUsed).map((method) =>
        method === 'passkey' ? (
          <PasskeyButton key={method} />
        ) : (
          <ProviderButton key={method} provider={method} type={type} />
        ),
      )}
    </div>
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
      label={t('Sign-in methods')}
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
