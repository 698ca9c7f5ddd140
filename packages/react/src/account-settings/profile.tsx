import { useTranslate } from '../i18n/translation.tsx'
import type { SettingsPageProps } from './account-settings.tsx'
import { EditableText } from './editable-text.tsx'
import { ImageEditor } from './image-editor.tsx'
import { Section } from './section.tsx'

export function ProfilePage({ user }: SettingsPageProps) {
  const t = useTranslate()
  return (
    <>
      <Section title={t('Profile image')} text={t('Images are cropped to a square and resized.')}>
        <ImageEditor user={user} onSave={(profileImageUrl) => user.update({ profileImageUrl })} />
      </Section>
      <Section title={t('Display name')} text={t('The name people see in this app.')}>
        <EditableText
          value={user.displayName ?? ''}
          label={t('Display name')}
          editLabel={t('Edit display name')}
          autoComplete="name"
          onSave={(displayName) => user.update({ displayName: displayName || null })}
        />
      </Section>
    </>
  )
}
