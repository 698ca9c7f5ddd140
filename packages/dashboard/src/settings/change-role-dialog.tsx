import { useApi } from '../data/data.ts'
import { useOwner } from '../data/owner.ts'
import { nameOwner, type ProjectOwner } from '../data/project-owners.ts'
import { useForm } from '../data/use-form.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { roleNames } from './owner-roles.ts'
import { RoleChoices } from './role-choices.tsx'

export function ChangeRoleDialog({ owner, onClose }: { owner: ProjectOwner; onClose: () => void }) {
  const { change } = useApi()
  const isMe = owner.user_id === useOwner().id
  const setRole = (role: ProjectOwner['role']) =>
    change('PATCH /internal/owners/{user_id}', { params: { user_id: owner.user_id }, body: { role } })
  const form = useForm({
    initial: { role: owner.role },
    submit: ({ role }) => setRole(role),
    done: ({ role }) => `${nameOwner(owner)} now has the ${roleNames[role]} role.`,
    // Owners who give up the role cannot change it back themselves.
    undo: isMe ? undefined : () => setRole(owner.role),
    onDone: onClose,
  })
  return (
    <FormDialog
      {...form.dialog}
      title={`Role of ${nameOwner(owner)}`}
      description={
        isMe && form.values.role !== 'owner'
          ? 'If you give up the Owner role, only another owner can return it to you.'
          : 'Takes effect immediately, in all projects of the same team.'
      }
      action="Change role"
      isDisabled={form.values.role === owner.role}
      onClose={onClose}
    >
      <RoleChoices optionOf={(role) => form.option('role', role)} />
    </FormDialog>
  )
}
