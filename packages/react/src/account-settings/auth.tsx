import { useTranslate } from '../i18n/translation.tsx'
import type { SettingsPageProps } from './account-settings.tsx'
import { PasswordSection } from './password.tsx'
import { Section } from './section.tsx'

/** The ways to sign in, a section each. */
export function AuthPage({ user, project }: SettingsPageProps) {
  const t = useTranslate()
  return (
    <>
      <Section title={t('Sign-in e-mail')} text={t('The address you sign in with.')}>
        <div className="lk-row">
          {user.primaryEmail ?? <span className="lk-placeholder">{t('No e-mail')}</span>}
          {user.primaryEmail && (
            <span className="lk-badge" data-kind={user.primaryEmailVerified ? 'good' : undefined}>
              {user.primaryEmailVerified ? t('Verified') : t('Unverified')}
            </span>
          )}
        </div>
      </Section>
      {project.config.credentialEnabled && <PasswordSection user={user} />}
    </>
  )
}
