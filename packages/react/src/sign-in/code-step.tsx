import { useEffect, useState } from 'react'
import { useApp } from '../hooks/use-app.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { Back } from '../ui/back.tsx'
import { LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CodeForm } from '../ui/code-form.tsx'
import { type SentEmail, useAuthFlow } from './auth-flow.tsx'
import { remembering } from './last-used.ts'
import { linkProblemOf } from './link-problem.ts'

/** The code step as the only content of a page. */
export function CodeCard(props: CodeStepProps & { isPage?: boolean | undefined }) {
  const t = useTranslate()
  const { sentEmail, isPage } = props
  return (
    <Card title={t('Check your inbox')} lead={t(codeSentText, { email: sentEmail.email })} isPage={isPage}>
      <CodeStep {...props} />
    </Card>
  )
}

const codeSentText = 'We sent an email to {email}. Enter the code here, or open the link.'

interface CodeStepProps {
  sentEmail: SentEmail
  /** Called when another email was sent; from then on, only its code is valid. */
  onSent: (sentEmail: SentEmail) => void
  onBack: () => void
}

/** The code step in a page of the app, without a card. */
export function CodeStepInPlace(props: CodeStepProps) {
  const t = useTranslate()
  return (
    <>
      <p className="lk-lead" role="status">
        {t(codeSentText, { email: props.sentEmail.email })}
      </p>
      <CodeStep {...props} />
    </>
  )
}

function CodeStep({ sentEmail: { email, nonce, claimUnverified }, onSent, onBack }: CodeStepProps) {
  const app = useApp()
  const t = useTranslate()
  const { track } = useAuthFlow()
  const signIn = async (code: string) => {
    const result = await track(() => remembering('magic-link', () => app.signInWithMagicLink(code + nonce)))
    if (result?.status !== 'error') return undefined
    return linkProblemOf(result.error) === 'invalid'
      ? t('Wrong code. Check the most recent email.')
      : t('This code no longer works. Request a new one.')
  }
  const resend = async () => {
    const result = await app.sendMagicLinkEmail(email, { claimUnverified })
    if (result.status === 'error') throw result.error
    onSent({ email, nonce: result.data.nonce, claimUnverified })
  }
  return (
    <>
      <CodeForm label={t('Code')} alphabet="letters and digits" onCode={signIn} autoFocus />
      <div className="lk-ways-out">
        <Resend onResend={resend} />
        <LinkButton onClick={onBack}>
          <Back>{t('Use a different email')}</Back>
        </LinkButton>
      </div>
    </>
  )
}

const secondsBetweenEmails = 30

/** Disabled at first, because emails take a moment and most users try again too early. */
function Resend({ onResend }: { onResend: () => Promise<void> }) {
  const t = useTranslate()
  const [seconds, setSeconds] = useState(secondsBetweenEmails)
  useEffect(() => {
    if (seconds === 0) return
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000)
    return () => clearTimeout(timer)
  }, [seconds])
  const resend = async () => {
    await onResend()
    setSeconds(secondsBetweenEmails)
  }
  return (
    <LinkButton isDisabled={seconds > 0} onClick={resend}>
      {seconds > 0 ? t('Resend code in {seconds} s', { seconds }) : t('Resend code')}
    </LinkButton>
  )
}
