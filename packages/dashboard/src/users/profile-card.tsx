import type { User } from '../data/rows.ts'
import { useDraft } from '../data/use-draft.ts'
import { LanguageField } from '../parts/language-field.tsx'
import { SaveCard } from '../parts/unsaved-changes.tsx'
import { SwitchField, TextField } from '../ui/field.tsx'
import { useUpdateUser } from './use-update-user.ts'

export function ProfileCard({ user }: { user: User }) {
  const update = useUpdateUser(user.id)
  const draft = useDraft(
    {
      display_name: user.display_name ?? '',
      primary_email: user.primary_email ?? '',
      locale: user.locale ?? '',
      primary_email_verified: user.primary_email_verified,
    },
    {
      save: ({ display_name, primary_email, locale, ...others }) =>
        update({
          ...(display_name !== undefined && { display_name: display_name || null }),
          ...(primary_email !== undefined && { primary_email: primary_email || null }),
          ...(locale !== undefined && { locale: locale || null }),
          ...others,
        }),
      done: 'The profile was saved.',
    },
  )
  return (
    <SaveCard {...draft.bar} title="Profile">
      <TextField label="Name" maxLength={256} {...draft.text('display_name')} />
      <TextField
        label="Primary email"
        type="email"
        value={draft.values.primary_email}
        onChange={(event) => draft.change({ primary_email: event.target.value, primary_email_verified: false })}
      />
      <SwitchField
        label="Email is verified"
        disabled={!draft.values.primary_email}
        {...draft.flag('primary_email_verified')}
      />
      <LanguageField
        label="Language"
        hint="Of emails to the user."
        none="Default language of the project"
        value={draft.values.locale}
        onChange={(locale) => draft.change({ locale })}
      />
    </SaveCard>
  )
}
