import type { ProjectConfig } from '@latchkey/sdk'
import { type FormEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { type Translate, useTranslate } from '../i18n/translation.tsx'
import { AppLink } from '../ui/app-link.tsx'
import { Card } from '../ui/card.tsx'
import { warning } from '../ui/icon.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { Tabs } from '../ui/tabs.tsx'
import { AuthFlowContext, type CodeStepState, useAuthFlow } from './auth-flow.tsx'
import type { AuthPageProps } from './auth-page.tsx'
import { useHasPasskey, useLastUsed } from './last-used.ts'
import { MagicLinkForm } from './magic-link-sign-in.tsx'
import { MethodButtons } from './method-buttons.tsx'
import { CredentialSignInForm } from './password-sign-in.tsx'
import type { CredentialSignUpForm } from './password-sign-up.tsx'

export type AuthConfig = Pick<
  ProjectConfig,
  | 'signUpEnabled'
  | 'credentialEnabled'
  | 'passkeyEnabled'
  | 'magicLinkEnabled'
  | 'oauthProviders'
  | 'connectionsEnabled'
>

export interface AuthCardProps extends AuthPageProps {
  config: AuthConfig
  isAnonymous?: boolean
  notice?: string | undefined
}

const loadOtherCards = () => import('../screens/follow-up-screens.ts')

/** Lazy, because most visits are to a sign-in page that shows everything at once. */
const IdentifierCard = lazyPart(loadOtherCards, (screens) => screens.IdentifierCard)
const SignUpCard = lazyPart(loadOtherCards, (screens) => screens.SignUpCard)

/**
 * The sign-in or sign-up methods of a project. Without a form, there is no need to ask for the email first, unless it may
 * belong to a company with its own provider.
 */
export function AuthCard(props: AuthCardProps) {
  const ofType = props.type === 'sign-up' ? SignUpCard : TabsCard
  const asksFirst = props.config.connectionsEnabled || (props.flow === 'identifier' && formsOf(props)[0])
  const Content = asksFirst ? IdentifierCard : ofType
  return <Content {...props} />
}

/** The form for new accounts, which sign-in pages do not load. */
export interface WithSignUpForm {
  SignUpForm?: typeof CredentialSignUpForm | undefined
}

export function TabsCard(props: AuthCardProps & WithSignUpForm) {
  const t = useTranslate()
  const flow = useAuthFlow()
  const { config, type } = props
  const isSignUp = type === 'sign-up'
  const [codeStep, setCodeStep] = useState<CodeStepState>()
  const [form, setForm] = useState<FormState>({})
  const methods = formsOf(props)
  // Passkeys cannot create accounts, so sign-up does not offer them.
  const hasPasskeys = config.passkeyEnabled && !isSignUp
  const hasButtons = hasPasskeys || config.oauthProviders.length > 0
  const hasPasskeyField = hasPasskeys && methods.length > 0
  const isPasskeyFirst = useHasPasskey() && hasPasskeys
  const flowOfCard = useMemo(() => ({ ...flow, hasPasskeyField, showCodeStep: setCodeStep }), [flow, hasPasskeyField])
  if (codeStep) {
    const { CodeCard, sentEmail } = codeStep
    const goBack = () => {
      setForm({ ...form, email: sentEmail.email, isBack: true })
      setCodeStep(undefined)
    }
    return (
      <CodeCard
        sentEmail={sentEmail}
        isPage={props.fullPage}
        onSent={(sentEmail) => setCodeStep({ ...codeStep, sentEmail })}
        onBack={goBack}
      />
    )
  }
  if (!hasButtons && methods.length === 0) {
    return (
      <Card
        isAnonymous={props.isAnonymous}
        sign={{ tone: 'warning', icon: warning }}
        title={titleOf(type, t)}
        lead={<span role="alert">{t("Sign-in isn't set up for this app.")}</span>}
        isPage={props.fullPage}
      />
    )
  }
  return (
    <MethodsCard {...props}>
      <AuthFlowContext.Provider value={flowOfCard}>
        {hasButtons && <MethodButtons type={type} providers={config.oauthProviders} hasPasskeys={hasPasskeys} />}
        {hasButtons && methods.length > 0 && <p className="lk-separator">{t('or')}</p>}
        {methods.length > 0 && (
          <Forms
            methods={methods}
            type={type}
            noPasswordRepeat={props.noPasswordRepeat}
            SignUpForm={props.SignUpForm}
            state={form}
            onState={setForm}
            isAlone={!hasButtons}
            isPasskeyFirst={isPasskeyFirst}
          />
        )}
      </AuthFlowContext.Provider>
    </MethodsCard>
  )
}

/** The card around the methods, with what is above and below them. */
export function MethodsCard({ children, ...props }: AuthCardProps & { children: ReactNode }) {
  const t = useTranslate()
  const isSignUp = props.type === 'sign-up'
  return (
    <Card
      isAnonymous={props.isAnonymous}
      title={titleOf(props.type, t)}
      notice={!isSignUp && props.notice}
      lead={(isSignUp || props.config.signUpEnabled) && <OtherPage isSignUp={isSignUp} />}
      isPage={props.fullPage}
    >
      {children}
      {props.extraInfo && <div className="lk-extra">{props.extraInfo}</div>}
    </Card>
  )
}

export type Method = 'magic-link' | 'password'

/** The enabled forms, in the order of the page. */
export function formsOf({ config, firstTab }: Pick<AuthPageProps, 'firstTab'> & { config: AuthConfig }): Method[] {
  const order: Method[] = firstTab === 'password' ? ['password', 'magic-link'] : ['magic-link', 'password']
  const isOn = { 'magic-link': config.magicLinkEnabled, password: config.credentialEnabled }
  return order.filter((method) => isOn[method])
}

/** State that outlives the forms while the code step replaces them. */
interface FormState {
  chosen?: Method
  /** The typed email, which the other form takes over. */
  email?: string
  isBack?: boolean
}

interface FormsProps extends Omit<MethodFormProps, 'method' | 'email' | 'isBack'> {
  methods: Method[]
  state: FormState
  onState: (state: FormState) => void
  /** Whether there are no other methods. */
  isAlone: boolean
  /** Whether the button above has the focus. */
  isPasskeyFirst: boolean
}

function Forms(props: FormsProps) {
  const t = useTranslate()
  const flow = useAuthFlow()
  const { methods, state, onState } = props
  const typed = useRef(state.email)
  const { chosen } = state
  const [first = 'password'] = methods
  const selected = chosen && methods.includes(chosen) ? chosen : first
  // The focus stays on the tabs when the user switches between them.
  const isFirst = flow.isFirst && !chosen && !props.isPasskeyFirst
  const lastUsed = useLastUsed()
  const isSignIn = props.type === 'sign-in'
  const hasMark = isSignIn && methods.length === 1 && !props.isAlone
  const formFlow = useMemo(() => ({ ...flow, isFirst, hasMark }), [flow, isFirst, hasMark])
  const form = (
    <AuthFlowContext.Provider value={formFlow}>
      <MethodForm {...props} email={state.email} isBack={state.isBack} method={selected} />
    </AuthFlowContext.Provider>
  )
  if (methods.length === 1) return form

  const labels = { 'magic-link': t('Magic link'), password: t('Password') }
  const rememberEmail = ({ target }: FormEvent) => {
    if (target instanceof HTMLInputElement && target.name === 'email') typed.current = target.value
  }
  return (
    <Tabs
      label={t('Sign-in methods')}
      tabs={methods.map((name) => ({
        name,
        label: labels[name],
        mark: isSignIn && name === lastUsed && t('Last used'),
      }))}
      selected={selected}
      onSelect={(method) => onState({ chosen: method, email: typed.current ?? '' })}
      onInput={rememberEmail}
    >
      {form}
    </Tabs>
  )
}

interface MethodFormProps extends Pick<AuthPageProps, 'type' | 'noPasswordRepeat'> {
  SignUpForm?: WithSignUpForm['SignUpForm'] | undefined
  method: Method
  email?: string | undefined
  isBack?: boolean | undefined
}

export function MethodForm({ method, noPasswordRepeat, SignUpForm, email, isBack }: MethodFormProps) {
  if (method === 'magic-link') return <MagicLinkForm defaultEmail={email} isBack={isBack} />
  if (SignUpForm) return <SignUpForm noPasswordRepeat={noPasswordRepeat} defaultEmail={email} />
  return <CredentialSignInForm defaultEmail={email} />
}

export function titleOf(type: AuthPageProps['type'], t: Translate): string {
  return type === 'sign-up' ? t('Create your account') : t('Sign in to your account')
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
