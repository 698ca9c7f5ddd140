import { useTranslate } from '../i18n/translation.tsx'
import { ApiKeys } from './api-keys.tsx'
import type { SettingsPageProps } from './pages.ts'

export function UserApiKeysPage({ user }: SettingsPageProps) {
  const t = useTranslate()
  return (
    <>
      <p className="lk-page-text">{t('Keys let scripts and other programs act on your behalf. Keep them secret.')}</p>
      <ApiKeys keys={user.useApiKeys()} create={user.createApiKey} />
    </>
  )
}
