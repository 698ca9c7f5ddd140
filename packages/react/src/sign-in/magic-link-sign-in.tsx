import { hasCode, KnownError } from '@latchkey/sdk'
import { useState } from 'react'
import { useApp } from '../hooks/use-app.ts'
import { type Translate, useTranslate } from '../i18n/translation.tsx'
import { LinkButton, SubmitButton } from '../ui/button.tsx'
import { EmailField } from '../ui/email-field.tsx'
import { describeRefusal } from '../ui/failures.tsx'
import { useForm } from '../ui/use-form.ts'
import { type CodeStepState, useAuthFlow } from './auth-flow.tsx'
import { useLastUsedMark } from './method-button.tsx'
import { checkEmail } from './password-checks.ts'

interface MagicLinkFormProps {
  defaultEmail?: string | undefined
  /** Whether the user returns from the code step and expects the focus here. */
  isBack?: boolean | undefined
}

export function MagicLinkForm({ defaultEmail, isBack }: MagicLinkFormProps) {
  const { showCodeStep } = useAuthFlow()
  const [step, setStep] = useState<CodeStepState>()
  const [email, setEmail] = useState<string>()
  if (step) {
    const { CodeStepInPlace, sentEmail } = step
    const goBack = () => {
      setEmail(sentEmail.email)
      setStep(undefined)
    }
    return (
      <CodeStepInPlace sentEmail={sentEmail} onSent={(sentEmail) => setStep({ ...step, sentEmail })} onBack={goBack} />
    )
  }
  return (
    <EmailStep
      defaultEmail={email ?? defaultEmail}
      isBack={isBack || email !== undefined}
      onSent={showCodeStep ?? setStep}
    />
  )
}

function EmailStep(props: {
  defaultEmail?: string | undefined
  isBack: boolean
  onSent: (step: CodeStepState) => void
}) {
  const app = useApp()
  const t = useTranslate()
  const { track, isFirst, hasEmail, hasMark, hasPasskeyField } = useAuthFlow()
  const last = useLastUsedMark('magic-link', !!hasMark)
  const [claimedEmail, setClaimedEmail] = useState<string>()
  const send = async (email: string, claimUnverified = false) => {
    const [result, codeStep] = await Promise.all([
      track(() => app.sendMagicLinkEmail(email, { claimUnverified })),
      // Loaded while the email is sent, because it is not needed earlier.
      import('../screens/follow-up-screens.ts').then(({ CodeCard, CodeStepInPlace }) => ({
        CodeCard,
        CodeStepInPlace,
      })),
    ])
    if (result?.status === 'error') throw result.error
    if (result) props.onSent({ ...codeStep, sentEmail: { email, nonce: result.data.nonce, claimUnverified } })
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
        if (hasCode(error, 'USER_EMAIL_ALREADY_EXISTS')) setClaimedEmail(email)
        return { email: describeRefusedEmail(error, t) }
      }
    },
  })
  return (
    <form {...form}>
      <EmailField
        autoComplete="email"
        hasPasskeys={hasPasskeyField}
        autoFocus={(isFirst || props.isBack) && !hasEmail}
        readOnly={hasEmail}
        defaultValue={props.defaultEmail}
        hint={t("We'll email you a code and a link.")}
        error={errors.email}
        remedy={
          claimedEmail && <LinkButton onClick={() => send(claimedEmail, true)}>{t('Verify it with a code')}</LinkButton>
        }
        formError={errors.form}
      />
      <SubmitButton wide isBusy={isBusy} autoFocus={isFirst && hasEmail} describedBy={last.id}>
        {t('Send me a code')}
      </SubmitButton>
      {last.mark}
    </form>
  )
}

function describeRefusedEmail(error: KnownError, t: Translate): string {
  // The account exists, but its address is not verified.
  return hasCode(error, 'USER_EMAIL_ALREADY_EXISTS') ? t("This email isn't verified yet.") : describeRefusal(error, t)
}
