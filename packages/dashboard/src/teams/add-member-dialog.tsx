import type { ServerTeam, ServerUser } from '@latchkey/react'
import { useState } from 'react'
import { useAction } from '../data/use-action.ts'
import { nameOf } from '../people/user-name.ts'
import { UserPicker } from '../people/user-picker.tsx'
import { FormDialog } from '../ui/dialog.tsx'

interface AddMemberDialogProps {
  team: ServerTeam
  memberIds: ReadonlySet<string>
  onClose: () => void
}

export function AddMemberDialog({ team, memberIds, onClose }: AddMemberDialogProps) {
  const [picked, setPicked] = useState<ServerUser>()
  const [problem, setProblem] = useState<string>()
  const { isBusy, run } = useAction()
  const add = async () => {
    if (!picked) return setProblem('Search for a user, then choose one.')
    const isDone = await run(() => team.addUser(picked.id), {
      done: `${nameOf(picked)} was added.`,
      undo: () => team.removeUser(picked.id),
    })
    if (isDone) onClose()
  }
  return (
    <FormDialog
      title="Add member"
      description="The user gets the default member permissions. No email is sent."
      onClose={onClose}
      onSubmit={() => void add()}
      action="Add member"
      isBusy={isBusy}
    >
      <UserPicker
        label="User"
        error={picked ? undefined : problem}
        picked={picked}
        onPick={setPicked}
        without={memberIds}
      />
    </FormDialog>
  )
}
