import type { CurrentUser } from '@latchkey/sdk'
import { useState } from 'react'
import { useApp } from '../hooks/use-app.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { Button } from '../ui/button.tsx'
import type { SettingsPageProps } from './account-settings.tsx'
import { MagicLinkSection } from './magic-link.tsx'
import { PasskeySection } from './passkey.tsx'
import { PasswordSection } from './password.tsx'
import { SecondFactorSection } from './second-factor.tsx'
import { Section } from './section.tsx'

/** The ways to sign in, a section each. */
export function AuthPage({ user, project }: SettingsPageProps) {
  const t = useTranslate()
  const { primaryEmail, primaryEmailVerified } = user
  return (
    <>
      <Section title={t('Sign-in email')} text={t('The email address you sign in with.')}>
        <div className="lk-row">
          {primaryEmail ?? <span className="lk-placeholder">{t('No email')}</span>}
          {primaryEmail && (
            <span className="lk-badge" data-kind={primaryEmailVerified ? 'good' : undefined}>
              {primaryEmailVerified ? t('Verified') : t('Unverified')}
            </span>
          )}
        </div>
        {primaryEmail && !primaryEmailVerified && <SendVerification user={user} />}
      </Section>
      {project.config.credentialEnabled && <PasswordSection user={user} />}
      {project.config.passkeyEnabled && <PasskeySection user={user} project={project} />}
      {project.config.magicLinkEnabled && <MagicLinkSection user={user} project={project} />}
      <SecondFactorSection user={user} project={project} />
    </>
  )
}

function SendVerification({ user }: { user: CurrentUser }) {
  const app = useApp()
  const t = useTranslate()
  const [isSent, setIsSent] = useState(false)
  const send = async () => {
    const error = await user.sendVerificationEmail()
    // Verified meanwhile, in another tab or on a phone: that is all there is to say.
    if (error) await app.getUser()
    else setIsSent(true)
  }
  return (
    <div className="lk-row">
      <Button size="small" onClick={send}>
        {t('Send verification email')}
      </Button>
      <span className="lk-done" role="status">
        {isSent && t('Sent. Check your inbox.')}
      </span>
    </div>
  )
}
