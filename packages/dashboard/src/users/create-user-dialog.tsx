import { useApi } from '../data/data.ts'
import { findEmailProblem, useForm } from '../data/use-form.ts'
import { useProjectNavigate } from '../parts/links.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { Choice, TextField } from '../ui/field.tsx'

export function CreateUserDialog({ onClose }: { onClose: () => void }) {
  const { change } = useApi()
  const navigate = useProjectNavigate()
  const form = useForm({
    initial: { email: '', name: '', password: '', isVerified: true },
    check: ({ email }) => ({ email: findEmailProblem(email) }),
    submit: async ({ email, name, password, isVerified }) => {
      const body = {
        primary_email: email,
        primary_email_auth_enabled: true,
        primary_email_verified: isVerified,
        display_name: name || null,
        ...(password && { password }),
      }
      const { id } = await change('POST /users', { body })
      void navigate({ to: '/projects/$projectId/users/$userId', params: { userId: id } })
    },
    done: ({ email }) => `${email} was created.`,
    refusal: 'email',
    onDone: onClose,
  })
  return (
    <FormDialog
      {...form.dialog}
      title="Create user"
      description="The user can sign in right away. No email is sent."
      onClose={onClose}
      action="Create user"
    >
      <TextField label="Email" type="email" {...form.text('email')} />
      <TextField label="Name (optional)" {...form.text('name')} />
      <TextField
        label="Password (optional)"
        type="password"
        autoComplete="new-password"
        hint="Without a password, the user can use another method or reset it."
        {...form.text('password')}
      />
      <Choice
        type="checkbox"
        label="Email address is verified"
        hint="Only if you know that it belongs to the user."
        {...form.flag('isVerified')}
      />
    </FormDialog>
  )
}
