import { useTranslate } from '../i18n/translation.tsx'
import { EditableRow } from './editable-row.tsx'
import { ImageRow } from './image-row.tsx'
import { LanguageRow } from './language-row.tsx'
import type { SettingsPageProps } from './pages.ts'

export function ProfilePage({ user }: SettingsPageProps) {
  const t = useTranslate()
  return (
    <>
      <ImageRow
        title={t('Profile image')}
        image={user}
        onSave={(profileImageUrl) => user.update({ profileImageUrl })}
      />
      <EditableRow
        title={t('Display name')}
        value={user.displayName ?? ''}
        text={t('The name people see in this app.')}
        editLabel={t('Edit display name')}
        autoComplete="name"
        onSave={(displayName) => user.update({ displayName: displayName || null })}
      />
      <LanguageRow user={user} />
    </>
  )
}
