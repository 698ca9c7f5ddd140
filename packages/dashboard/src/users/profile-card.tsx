import type { ServerUser } from '@latchkey/react'
import { useAction } from '../data/use-action.ts'
import { useDraft } from '../data/use-draft.ts'
import { SaveCard } from '../parts/unsaved-changes.tsx'
import { SwitchField, TextField } from '../ui/field.tsx'

export function ProfileCard({ user }: { user: ServerUser }) {
  const { draft, changes, isChanged, change, discard } = useDraft({
    displayName: user.displayName ?? '',
    primaryEmail: user.primaryEmail ?? '',
    primaryEmailVerified: user.primaryEmailVerified,
  })
  const { isBusy, run } = useAction()
  const save = async () => {
    const { displayName, primaryEmail, primaryEmailVerified } = changes
    const isDone = await run(
      () =>
        user.update({
          ...(displayName !== undefined && { displayName: displayName || null }),
          ...(primaryEmail !== undefined && { primaryEmail: primaryEmail || null }),
          ...(primaryEmailVerified !== undefined && { primaryEmailVerified }),
        }),
      { done: 'The profile was saved.' },
    )
    if (isDone) discard()
  }
  return (
    <SaveCard title="Profile" isChanged={isChanged} isBusy={isBusy} onSave={() => void save()} onDiscard={discard}>
      <TextField
        label="Name"
        value={draft.displayName}
        maxLength={256}
        onChange={(event) => change({ displayName: event.target.value })}
      />
      <TextField
        label="Primary email"
        type="email"
        value={draft.primaryEmail}
        onChange={(event) => change({ primaryEmail: event.target.value, primaryEmailVerified: false })}
      />
      <SwitchField
        label="Email is verified"
        checked={draft.primaryEmailVerified}
        disabled={!draft.primaryEmail}
        onChange={(primaryEmailVerified) => change({ primaryEmailVerified })}
      />
    </SaveCard>
  )
}
