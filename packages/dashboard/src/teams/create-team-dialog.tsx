import type { ServerUser } from '@latchkey/react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useProject } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { UserPicker } from '../people/user-picker.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'

export function CreateTeamDialog({ onClose }: { onClose: () => void }) {
  const { app, id: projectId } = useProject()
  const navigate = useNavigate()
  const [displayName, setDisplayName] = useState('')
  const [creator, setCreator] = useState<ServerUser>()
  const [problem, setProblem] = useState<string>()
  const { isBusy, run } = useAction()
  const create = async () => {
    const name = displayName.trim()
    if (!name) return setProblem('Enter a name.')
    setProblem(undefined)
    await run(
      async () => {
        const team = await app.createTeam({ displayName: name, creatorUserId: creator?.id })
        onClose()
        await navigate({ to: '/projects/$projectId/teams/$teamId', params: { projectId, teamId: team.id } })
      },
      { done: `${name} was created.` },
    )
  }
  return (
    <FormDialog
      title="Create team"
      onClose={onClose}
      onSubmit={() => void create()}
      action="Create team"
      isBusy={isBusy}
    >
      <TextField
        label="Name"
        placeholder="Acme Inc."
        value={displayName}
        error={problem}
        onChange={(event) => setDisplayName(event.target.value)}
      />
      <UserPicker
        label="First member (optional)"
        hint="The user gets the team creator’s permissions. You can add members later."
        picked={creator}
        onPick={setCreator}
      />
    </FormDialog>
  )
}
