import type { User } from '../data/rows.ts'
import { useForm } from '../data/use-form.ts'
import { nameOf } from '../people/user-name.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { useUpdateUser } from './use-update-user.ts'

export function PasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const form = useForm({
    initial: { password: '' },
    submit: useUpdateUser(user.id),
    done: () => 'The password was set.',
    refusal: 'password',
    onDone: onClose,
  })
  return (
    <FormDialog
      {...form.dialog}
      title={`Set the password of ${nameOf(user)}`}
      description="This signs the user out everywhere. Share the password securely, or send a reset email instead."
      onClose={onClose}
      action="Set password"
    >
      <TextField label="New password" type="password" autoComplete="new-password" {...form.text('password')} />
    </FormDialog>
  )
}
