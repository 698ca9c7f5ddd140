import { useApi } from '../data/data.ts'
import type { User } from '../data/rows.ts'
import { useForm } from '../data/use-form.ts'
import { nameOf } from '../people/user-name.ts'
import { UserPicker } from '../people/user-picker.tsx'
import { FormDialog } from '../ui/dialog.tsx'

interface AddMemberDialogProps {
  teamId: string
  memberIds: ReadonlySet<string>
  onClose: () => void
}

export function AddMemberDialog({ teamId, memberIds, onClose }: AddMemberDialogProps) {
  const { change } = useApi()
  const paramsOf = (user: User | undefined) => ({ team_id: teamId, user_id: user!.id })
  const form = useForm({
    initial: { user: undefined as User | undefined },
    check: ({ user }) => ({ user: user ? undefined : 'Search for a user, then choose one.' }),
    submit: ({ user }) => change('POST /team-memberships/{team_id}/{user_id}', { params: paramsOf(user), body: {} }),
    done: ({ user }) => `${nameOf(user!)} was added.`,
    undo: ({ user }) => change('DELETE /team-memberships/{team_id}/{user_id}', { params: paramsOf(user) }),
    onDone: onClose,
  })
  return (
    <FormDialog
      {...form.dialog}
      title="Add member"
      description="The user gets the default member permissions. No email is sent."
      onClose={onClose}
      action="Add member"
    >
      <UserPicker label="User" {...form.pick('user')} without={memberIds} />
    </FormDialog>
  )
}
