import { useTranslate } from '../i18n/translation.tsx'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import type { SettingsPageProps } from './account-settings.tsx'
import { isOnlyMethod } from './only-method.ts'
import { Section } from './section.tsx'

export function MagicLinkSection({ user, project }: Pick<SettingsPageProps, 'user' | 'project'>) {
  const t = useTranslate()
  return (
    <Section title={t('Magic link')} text={t('Sign in with a code or a link that you get by mail.')}>
      <MagicLinkState user={user} project={project} />
    </Section>
  )
}

function MagicLinkState({ user, project }: Pick<SettingsPageProps, 'user' | 'project'>) {
  const t = useTranslate()
  if (!user.otpAuthEnabled) {
    if (!user.primaryEmail || !user.primaryEmailVerified) {
      return <span className="lk-placeholder">{t('Verify your e-mail first, then you can switch this on.')}</span>
    }
    return (
      <Button size="small" onClick={() => user.update({ otpAuthEnabled: true })}>
        {t('Switch on')}
      </Button>
    )
  }
  return (
    <>
      <div className="lk-row">
        {t('You can sign in by mail.')}
        <span className="lk-badge" data-kind="good">
          {t('Active')}
        </span>
      </div>
      <div className="lk-row">
        {isOnlyMethod('otp', user, project.config) ? (
          <span className="lk-placeholder">{t('It is your only way to sign in, so it cannot be switched off.')}</span>
        ) : (
          <Confirm
            label={t('Switch off')}
            question={t('Switch it off? Mails will not sign you in any more.')}
            confirmLabel={t('Yes, switch it off')}
            onConfirm={() => user.update({ otpAuthEnabled: false })}
          />
        )}
      </div>
    </>
  )
}
