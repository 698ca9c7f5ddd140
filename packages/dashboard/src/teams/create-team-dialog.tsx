import { useApi } from '../data/data.ts'
import type { User } from '../data/rows.ts'
import { useForm } from '../data/use-form.ts'
import { useProjectNavigate } from '../parts/links.tsx'
import { UserPicker } from '../people/user-picker.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'

export function CreateTeamDialog({ onClose }: { onClose: () => void }) {
  const { change } = useApi()
  const navigate = useProjectNavigate()
  const form = useForm({
    initial: { name: '', creator: undefined as User | undefined },
    check: ({ name }) => ({ name: name.trim() ? undefined : 'Enter a name.' }),
    submit: async ({ name, creator }) => {
      const body = { display_name: name.trim(), ...(creator && { creator_user_id: creator.id }) }
      const { id } = await change('POST /teams', { body })
      await navigate({ to: '/projects/$projectId/teams/$teamId', params: { teamId: id } })
    },
    done: ({ name }) => `${name.trim()} was created.`,
    onDone: onClose,
  })
  return (
    <FormDialog {...form.dialog} title="Create team" onClose={onClose} action="Create team">
      <TextField label="Name" placeholder="Acme Inc." {...form.text('name')} />
      <UserPicker
        label="First member (optional)"
        hint="The user gets the team creator’s permissions. You can add members later."
        {...form.pick('creator')}
      />
    </FormDialog>
  )
}
