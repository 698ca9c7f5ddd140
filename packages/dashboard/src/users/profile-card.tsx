import type { User } from '../data/rows.ts'
import { useAction } from '../data/use-action.ts'
import { useDraft } from '../data/use-draft.ts'
import { SaveCard } from '../parts/unsaved-changes.tsx'
import { SwitchField, TextField } from '../ui/field.tsx'
import { useUpdateUser } from './use-update-user.ts'

export function ProfileCard({ user }: { user: User }) {
  const { draft, changes, isChanged, change, discard } = useDraft({
    display_name: user.display_name ?? '',
    primary_email: user.primary_email ?? '',
    primary_email_verified: user.primary_email_verified,
  })
  const update = useUpdateUser(user.id)
  const { isBusy, run } = useAction()
  const save = async () => {
    const { display_name, primary_email, ...others } = changes
    const body = {
      ...(display_name !== undefined && { display_name: display_name || null }),
      ...(primary_email !== undefined && { primary_email: primary_email || null }),
      ...others,
    }
    if (await run(() => update(body), { done: 'The profile was saved.' })) discard()
  }
  return (
    <SaveCard title="Profile" isChanged={isChanged} isBusy={isBusy} onSave={() => void save()} onDiscard={discard}>
      <TextField
        label="Name"
        value={draft.display_name}
        maxLength={256}
        onChange={(event) => change({ display_name: event.target.value })}
      />
      <TextField
        label="Primary email"
        type="email"
        value={draft.primary_email}
        onChange={(event) => change({ primary_email: event.target.value, primary_email_verified: false })}
      />
      <SwitchField
        label="Email is verified"
        checked={draft.primary_email_verified}
        disabled={!draft.primary_email}
        onChange={(primary_email_verified) => change({ primary_email_verified })}
      />
    </SaveCard>
  )
}
