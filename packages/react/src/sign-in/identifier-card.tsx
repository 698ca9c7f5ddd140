import { useEffect, useMemo, useState } from 'react'
import { useApp } from '../hooks/use-app.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { Back } from '../ui/back.tsx'
import { Button, LinkButton, SubmitButton } from '../ui/button.tsx'
import { EmailField } from '../ui/email-field.tsx'
import { Icon } from '../ui/icon.tsx'
import { key, mail } from '../ui/more-icons.ts'
import { useForm } from '../ui/use-form.ts'
import { type AuthCardProps, formsOf, type Method, MethodForm, MethodsCard } from './auth-card.tsx'
import { AuthFlowContext, type CodeStepState, useAuthFlow } from './auth-flow.tsx'
import { useHasPasskey, useLastUsed } from './last-used.ts'
import { MethodButton } from './method-button.tsx'
import { MethodButtons } from './method-buttons.tsx'
import { usePasskeyField } from './passkey-button.tsx'
import { checkEmail } from './password-checks.ts'
import { CredentialSignUpForm } from './password-sign-up.tsx'

/**
 * Asks for the email first, then offers the ways to sign in. The server is not asked about the email: what the second
 * step shows depends on the project and on what this browser remembers, so it does not tell whether an account exists.
 */
export function IdentifierCard(props: AuthCardProps) {
  const { isPreview } = useAuthFlow()
  const [email, setEmail] = useState((isPreview && props.mockEmail) || '')
  const [codeStep, setCodeStep] = useState<CodeStepState>()
  const step = useSecondStep(email !== '', () => setCodeStep(undefined))
  if (!step.isOpen || !email) {
    const next = (email: string) => {
      setEmail(email)
      step.open()
    }
    return <EmailStep {...props} email={email} onNext={next} />
  }
  if (!codeStep) return <MethodStep {...props} email={email} onBack={step.close} onCodeStep={setCodeStep} />
  const { CodeCard, sentEmail } = codeStep
  return (
    <CodeCard
      sentEmail={sentEmail}
      isPage={props.fullPage}
      onSent={(sentEmail) => setCodeStep({ ...codeStep, sentEmail })}
      onBack={step.close}
    />
  )
}

const mark = 'latchkeyStep'

/** The second step is an entry of the browser's history, so that "back" returns to the email. */
function useSecondStep(isOpenAtFirst: boolean, onLeave: () => void) {
  const { isPreview } = useAuthFlow()
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  const isMarked = () => !!globalThis.history.state?.[mark]
  const show = (isOpen: boolean) => {
    setIsOpen(isOpen)
    if (!isOpen) onLeave()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: it only calls setters
  useEffect(() => {
    if (isPreview) return
    const follow = () => show(isMarked())
    globalThis.addEventListener('popstate', follow)
    return () => globalThis.removeEventListener('popstate', follow)
  }, [])
  return {
    isOpen,
    open() {
      // A reloaded page may still be at the entry of the second step. Routers keep their own state in the entry.
      if (!isMarked() && !isPreview) globalThis.history.pushState({ ...globalThis.history.state, [mark]: true }, '')
      show(true)
    },
    close() {
      if (isMarked()) globalThis.history.back()
      else show(false)
    },
  }
}

/** The email, below the method with one click that was last used here. */
function EmailStep({ email, onNext, ...props }: AuthCardProps & { email: string; onNext: (email: string) => void }) {
  const t = useTranslate()
  const flow = useAuthFlow()
  const lastUsed = useLastUsed()
  const hasPasskeys = props.config.passkeyEnabled && props.type === 'sign-in'
  const isPasskeyFirst = useHasPasskey() && hasPasskeys
  const app = useApp()
  const hasForms = formsOf(props).length > 0
  // Without a form, there is nothing to choose in a second step.
  const providers = props.config.oauthProviders.filter(({ id }) => !hasForms || id === lastUsed)
  const invited = flow.isPreview ? undefined : invitingConnection()
  const [failure, setFailure] = useState<string>()
  usePasskeyField(hasPasskeys && !isPasskeyFirst && !flow.isPreview, setFailure)
  const flowOfStep = useMemo(() => ({ ...flow, hasPasskeyField: hasPasskeys }), [flow, hasPasskeys])
  const { form, errors } = useForm({
    fields: ['email'],
    check: ({ email }) => ({ email: checkEmail(email.trim(), t) }),
    async submit({ email }) {
      const found =
        props.config.connectionsEnabled && !flow.isPreview && (await app.findConnection({ email: email.trim() }))
      if (found) return app.signInWithConnection(found.id)
      if (!hasForms) return { email: t("This address can't sign in here.") }
      onNext(email.trim())
      return undefined
    },
  })
  return (
    <MethodsCard {...props}>
      {invited && (
        <>
          <WideConnectionButton connectionId={invited} />
          <p className="lk-separator">{t('or')}</p>
        </>
      )}
      {(isPasskeyFirst || providers.length > 0) && (
        <AuthFlowContext.Provider value={flowOfStep}>
          <MethodButtons
            type={props.type}
            providers={providers}
            hasPasskeys={isPasskeyFirst || (!hasForms && hasPasskeys)}
          />
          <p className="lk-separator">{t('or')}</p>
        </AuthFlowContext.Provider>
      )}
      <form {...form}>
        <EmailField
          autoComplete="username"
          hasPasskeys={hasPasskeys}
          autoFocus={flow.isFirst && (!isPasskeyFirst || !!email)}
          defaultValue={email}
          error={errors.email}
          formError={failure}
        />
        <SubmitButton wide isBusy={false}>
          {t('Continue')}
        </SubmitButton>
      </form>
    </MethodsCard>
  )
}

/** The connection in the URL: the app launcher of a company leads here. Starting at once would sign in whom the link chooses. */
function invitingConnection(): string | undefined {
  const id = new URLSearchParams(globalThis.location?.search).get('connection') ?? ''
  return id.startsWith(connectionPrefix) ? id.slice(connectionPrefix.length) : undefined
}

const connectionPrefix = 'sso_'

function WideConnectionButton({ connectionId }: { connectionId: string }) {
  const app = useApp()
  const t = useTranslate()
  return (
    <div className="lk-methods">
      <Button wide onClick={() => app.signInWithConnection(connectionId)}>
        {t("Continue with your company's sign-in")}
      </Button>
    </div>
  )
}

interface MethodStepProps extends AuthCardProps {
  email: string
  onBack: () => void
  onCodeStep: (step: CodeStepState) => void
}

/** The form that was last used here or comes first in the project, and the other methods as buttons. */
function MethodStep({ email, onBack, onCodeStep, ...props }: MethodStepProps) {
  const t = useTranslate()
  const flow = useAuthFlow()
  const lastUsed = useLastUsed()
  const { config, type } = props
  const isSignIn = type === 'sign-in'
  const [chosen, setChosen] = useState<Method>()
  const forms = formsOf(props)
  const shown = chosen ?? forms.find((form) => form === lastUsed) ?? forms[0]!
  const other = forms.find((form) => form !== shown)
  const hasPasskeys = config.passkeyEnabled && isSignIn
  const hasOthers = !!other || hasPasskeys || config.oauthProviders.length > 0
  const formFlow = useMemo(
    () => ({ ...flow, hasEmail: true, hasMark: isSignIn && hasOthers, showCodeStep: onCodeStep }),
    [flow, isSignIn, hasOthers, onCodeStep],
  )
  const buttonFlow = useMemo(() => ({ ...flow, isFirst: false }), [flow])
  return (
    <MethodsCard {...props}>
      <AuthFlowContext.Provider value={formFlow}>
        <MethodForm
          key={shown}
          {...props}
          SignUpForm={isSignIn ? undefined : CredentialSignUpForm}
          method={shown}
          email={email}
        />
      </AuthFlowContext.Provider>
      {hasOthers && (
        <AuthFlowContext.Provider value={buttonFlow}>
          <p className="lk-separator">{t('or')}</p>
          <MethodButtons type={type} providers={config.oauthProviders} hasPasskeys={hasPasskeys}>
            {other && (
              <MethodButton
                method={isSignIn ? other : ''}
                mark={<Icon path={other === 'password' ? key : mail} />}
                label={t(labels[other])}
                onClick={() => setChosen(other)}
              />
            )}
          </MethodButtons>
        </AuthFlowContext.Provider>
      )}
      <div className="lk-extra">
        <LinkButton onClick={onBack}>
          <Back>{t('Use a different email')}</Back>
        </LinkButton>
      </div>
    </MethodsCard>
  )
}

const labels = { 'magic-link': 'Use an email code', password: 'Use a password' } as const
