import { useApp } from '../hooks/use-app.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Icon } from '../ui/icon.tsx'
import { chevron } from '../ui/more-icons.ts'
import type { SettingsPageProps } from './pages.ts'
import { Placeholder, Row } from './row.tsx'

export function SettingsPage({ user, project, leave }: SettingsPageProps) {
  const app = useApp()
  const t = useTranslate()
  const deleteAccount = () =>
    leave(async () => {
      await user.delete()
      await app.redirectToHome()
    })
  return (
    <>
      <Row
        title={t('Sign out')}
        value={<Placeholder>{t('Sign out on this device.')}</Placeholder>}
        action={
          <Button size="small" onClick={() => leave(() => user.signOut())}>
            {t('Sign out')}
          </Button>
        }
      />
      {project.config.clientUserDeletionEnabled && (
        <div className="lk-section">
          <details className="lk-danger-zone">
            <summary className="lk-summary">
              <Icon path={chevron} />
              {t('Delete account')}
            </summary>
            <p className="lk-section-text">
              {t("Your account and all its data will be permanently deleted. This can't be undone.")}
            </p>
            <Confirm
              kind="danger"
              label={t('Delete my account')}
              question={t('Are you sure you want to delete your account?')}
              confirmLabel={t('Yes, delete it')}
              onConfirm={deleteAccount}
            />
          </details>
        </div>
      )}
    </>
  )
}
