import { useNavigate } from '@tanstack/react-router'
import { useApi } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import type { User } from '../data/rows.ts'
import { useForm } from '../data/use-form.ts'
import { UserPicker } from '../people/user-picker.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'

export function CreateTeamDialog({ onClose }: { onClose: () => void }) {
  const { id: projectId } = useProject()
  const { change } = useApi()
  const navigate = useNavigate()
  const form = useForm({
    initial: { name: '', creator: undefined as User | undefined },
    check: ({ name }) => ({ name: name.trim() ? undefined : 'Enter a name.' }),
    submit: async ({ name, creator }) => {
      const body = { display_name: name.trim(), ...(creator && { creator_user_id: creator.id }) }
      const { id } = await change('POST /teams', { body })
      await navigate({ to: '/projects/$projectId/teams/$teamId', params: { projectId, teamId: id } })
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
