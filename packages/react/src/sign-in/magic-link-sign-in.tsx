import { KnownError, KnownErrors } from '@latchkey/sdk'
import { useState } from 'react'
import { useApp } from '../hooks/use-app.ts'
import { type Translate, useTranslate } from '../i18n/translation.tsx'
import { Button, SubmitButton } from '../ui/button.tsx'
import { CodeForm } from '../ui/code-form.tsx'
import { EmailField } from '../ui/email-field.tsx'
import { describeFailure } from '../ui/failures.tsx'
import { Scope } from '../ui/scope.tsx'
import { useForm } from '../ui/use-form.ts'
import { useAuthFlow } from './auth-flow.tsx'
import { linkProblemOf } from './link-problem.ts'
import { checkEmail } from './password-checks.ts'

/** Just the form. It does not check what the project allows; the server's error is shown instead. */
export function MagicLinkSignIn() {
  return (
    <Scope>
      <MagicLinkForm />
    </Scope>
  )
}

interface SentEmail {
  email: string
  /** The part of the code that the person does not type, so that the typed one alone is worth nothing. */
  nonce: string
}

export function MagicLinkForm({ defaultEmail }: { defaultEmail?: string | undefined }) {
  const [sentEmail, setSentEmail] = useState<SentEmail>()
  // Undefined until the first email; after it the focus belongs to whichever step appears.
  const [email, setEmail] = useState<string>()
  const sent = (email: SentEmail) => {
    setSentEmail(email)
    setEmail(email.email)
  }
  if (sentEmail) return <CodeStep sentEmail={sentEmail} onCancel={() => setSentEmail(undefined)} />
  return <EmailStep defaultEmail={email ?? defaultEmail} isBack={email !== undefined} onSent={sent} />
}

function EmailStep(props: { defaultEmail?: string | undefined; isBack: boolean; onSent: (email: SentEmail) => void }) {
  const app = useApp()
  const t = useTranslate()
  const { track, isFirst, hasPasskeyField } = useAuthFlow()
  const [claimedEmail, setClaimedEmail] = useState<string>()
  const send = async (email: string, claimUnverified = false) => {
    const result = await track(() => app.sendMagicLinkEmail(email, { claimUnverified }))
    if (result?.status === 'error') throw result.error
    if (result) props.onSent({ email, nonce: result.data.nonce })
  }
  const { form, errors, isBusy } = useForm({
    fields: ['email'],
    check: ({ email }) => ({ email: checkEmail(email.trim(), t) }),
    async submit(values) {
      const email = values.email.trim()
      setClaimedEmail(undefined)
      try {
        await send(email)
        return undefined
      } catch (error) {
        if (!KnownError.isKnownError(error)) throw error
        if (KnownErrors.UserWithEmailAlreadyExists.isInstance(error)) setClaimedEmail(email)
        return { email: describeRefusedEmail(error, t) }
      }
    },
  })
  return (
    <form {...form}>
      <EmailField
        autoComplete="email"
        hasPasskeys={hasPasskeyField}
        autoFocus={isFirst || props.isBack}
        defaultValue={props.defaultEmail}
        hint={t("We'll email you a code and a link.")}
        error={errors.email}
        formError={errors.form}
      />
      <SubmitButton wide isBusy={isBusy}>
        {t('Send me a code')}
      </SubmitButton>
      {claimedEmail && (
        <Button kind="quiet" wide onClick={() => send(claimedEmail, true)}>
          {t('This is my email. Send me a code')}
        </Button>
      )}
    </form>
  )
}

function describeRefusedEmail(error: KnownError, t: Translate): string {
  // The account is there, but nobody has shown yet that the address is theirs.
  return KnownErrors.UserWithEmailAlreadyExists.isInstance(error)
    ? t("This email isn't verified yet. Sign in with your password.")
    : describeFailure(error, t)
}

function CodeStep({ sentEmail, onCancel }: { sentEmail: SentEmail; onCancel: () => void }) {
  const app = useApp()
  const t = useTranslate()
  const { track } = useAuthFlow()
  const signIn = async (code: string) => {
    const result = await track(() => app.signInWithMagicLink(code + sentEmail.nonce))
    if (result?.status !== 'error') return undefined
    return linkProblemOf(result.error) === 'invalid'
      ? t('Wrong code. Check the most recent email.')
      : t('This code no longer works. Request a new one.')
  }
  return (
    <>
      <p className="lk-lead" role="status">
        {t('We sent an email to {email}. Enter the code here, or open the link.', { email: sentEmail.email })}
      </p>
      <CodeForm label={t('Code')} alphabet="letters and digits" submitLabel={t('Sign in')} onCode={signIn} autoFocus>
        <Button kind="quiet" wide onClick={onCancel}>
          {t('Use a different email')}
        </Button>
      </CodeForm>
    </>
  )
}
