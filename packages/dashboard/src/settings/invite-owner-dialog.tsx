import type { OwnerRole } from '@latchkey/contract/owner-roles'
import { useApi } from '../data/data.ts'
import { findEmailProblem, useForm } from '../data/use-form.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { RoleChoices } from './role-choices.tsx'

export function InviteOwnerDialog({ onClose }: { onClose: () => void }) {
  const { change } = useApi()
  const form = useForm({
    initial: { email: '', role: 'developer' as OwnerRole },
    check: ({ email }) => ({ email: findEmailProblem(email) }),
    submit: ({ email, role }) => change('POST /internal/owner-invitations', { body: { email: email.trim(), role } }),
    done: ({ email }) => `An invitation was sent to ${email.trim()}.`,
    onDone: onClose,
  })
  return (
    <FormDialog
      {...form.dialog}
      title="Invite owner"
      description="Sends an email with a link that is valid for seven days. The invitation can only be accepted with this email address."
      onClose={onClose}
      action="Send invitation"
    >
      <TextField label="Email" type="email" {...form.text('email')} />
      <RoleChoices optionOf={(role) => form.option('role', role)} />
    </FormDialog>
  )
}
