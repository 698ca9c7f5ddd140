import { useTranslate } from '../i18n/translation.tsx'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import type { SettingsPageProps } from './account-settings.tsx'
import { isOnlyMethod } from './only-method.ts'
import { Section } from './section.tsx'

export function MagicLinkSection({ user, project }: Pick<SettingsPageProps, 'user' | 'project'>) {
  const t = useTranslate()
  return (
    <Section title={t('Magic link')} text={t('Sign in with a code or a link we email you.')}>
      <MagicLinkState user={user} project={project} />
    </Section>
  )
}

function MagicLinkState({ user, project }: Pick<SettingsPageProps, 'user' | 'project'>) {
  const t = useTranslate()
  if (!user.otpAuthEnabled) {
    if (!user.primaryEmail || !user.primaryEmailVerified) {
      return <span className="lk-placeholder">{t('Verify your email before you turn this on.')}</span>
    }
    return (
      <Button size="small" onClick={() => user.update({ otpAuthEnabled: true })}>
        {t('Turn on')}
      </Button>
    )
  }
  return (
    <>
      <div className="lk-row">
        {t('You can sign in by email.')}
        <span className="lk-badge" data-kind="good">
          {t('Active')}
        </span>
      </div>
      <div className="lk-row">
        {isOnlyMethod('otp', user, project.config) ? (
          <span className="lk-placeholder">{t("It's your only sign-in method, so it can't be turned off.")}</span>
        ) : (
          <Confirm
            label={t('Turn off')}
            question={t("Turn it off? You won't be able to sign in by email anymore.")}
            confirmLabel={t('Yes, turn it off')}
            onConfirm={() => user.update({ otpAuthEnabled: false })}
          />
        )}
      </div>
    </>
  )
}
