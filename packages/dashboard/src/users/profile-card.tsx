import type { ServerUser } from '@latchkey/react'
import { UnsavedChangesGuard } from '../app/unsaved-changes.tsx'
import { useAction } from '../app/use-action.ts'
import { useDraft } from '../app/use-draft.ts'
import { Button } from '../ui/button.tsx'
import { SwitchField, TextField } from '../ui/field.tsx'
import { Card } from '../ui/page.tsx'

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
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <UnsavedChangesGuard isChanged={isChanged} />
      <Card
        title="Profile"
        footer={
          isChanged && (
            <>
              <Button variant="quiet" onClick={discard}>
                Discard
              </Button>
              <Button variant="primary" type="submit" isBusy={isBusy}>
                Save
              </Button>
            </>
          )
        }
      >
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
      </Card>
    </form>
  )
}
