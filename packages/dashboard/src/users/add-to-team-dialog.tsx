import type { ServerUser } from '@latchkey/react'
import { useState } from 'react'
import { useStores } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { type FoundTeam, foundTeamNameOf } from '../people/found-teams.ts'
import { TeamPicker } from '../people/team-picker.tsx'
import { nameOf } from '../people/user-name.ts'
import { FormDialog } from '../ui/dialog.tsx'

interface AddToTeamDialogProps {
  user: ServerUser
  /** The user's current teams. */
  teamIds: ReadonlySet<string>
  onClose: () => void
}

export function AddToTeamDialog({ user, teamIds, onClose }: AddToTeamDialogProps) {
  const { call, refresh } = useStores()
  const [picked, setPicked] = useState<FoundTeam>()
  const [problem, setProblem] = useState<string>()
  const { isBusy, run } = useAction()
  const add = async () => {
    if (!picked) return setProblem('Choose a team.')
    const params = { team_id: picked.id, user_id: user.id }
    const refreshTeams = () => refresh(`teams/of/${user.id}`, `permissions/${user.id}/`, `team-users/${picked.id}`)
    const isDone = await run(
      async () => {
        await call('POST /team-memberships/{team_id}/{user_id}', { params, body: {} })
        await refreshTeams()
      },
      {
        done: `${nameOf(user)} joined ${foundTeamNameOf(picked)}.`,
        undo: async () => {
          await call('DELETE /team-memberships/{team_id}/{user_id}', { params })
          await refreshTeams()
        },
      },
    )
    if (isDone) onClose()
  }
  return (
    <FormDialog
      title={`Add ${nameOf(user)} to a team`}
      description="The user gets the default member permissions. No email is sent."
      onClose={onClose}
      onSubmit={() => void add()}
      action="Add to team"
      isBusy={isBusy}
    >
      <TeamPicker
        label="Team"
        error={picked ? undefined : problem}
        picked={picked?.id}
        onPick={(_, team) => setPicked(team)}
        without={teamIds}
      />
    </FormDialog>
  )
}
