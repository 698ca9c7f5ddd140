import { useState } from 'react'
import { useTranslate } from '../i18n/translation.tsx'
import { useApp } from '../provider.tsx'
import { Button } from '../ui/button.tsx'
import { sendVerificationEmail } from '../verification.ts'
import type { SettingsPageProps } from './account-settings.tsx'
import { PasswordSection } from './password.tsx'
import { Section } from './section.tsx'

/** The ways to sign in, a section each. */
export function AuthPage({ user, project }: SettingsPageProps) {
  const t = useTranslate()
  const { primaryEmail, primaryEmailVerified } = user
  return (
    <>
      <Section title={t('Sign-in e-mail')} text={t('The address you sign in with.')}>
        <div className="lk-row">
          {primaryEmail ?? <span className="lk-placeholder">{t('No e-mail')}</span>}
          {primaryEmail && (
            <span className="lk-badge" data-kind={primaryEmailVerified ? 'good' : undefined}>
              {primaryEmailVerified ? t('Verified') : t('Unverified')}
            </span>
          )}
        </div>
        {primaryEmail && !primaryEmailVerified && <SendVerification email={primaryEmail} />}
      </Section>
      {project.config.credentialEnabled && <PasswordSection user={user} />}
    </>
  )
}

function SendVerification({ email }: { email: string }) {
  const app = useApp()
  const t = useTranslate()
  const [isSent, setIsSent] = useState(false)
  const send = async () => {
    await sendVerificationEmail(app, email)
    setIsSent(true)
  }
  return (
    <div className="lk-row">
      <Button size="small" onClick={send}>
        {t('Send verification e-mail')}
      </Button>
      <span className="lk-done" role="status">
        {isSent && t('Sent. Look into your inbox.')}
      </span>
    </div>
  )
}
