import { useApi } from '../data/data.ts'
import type { User } from '../data/rows.ts'
import { useForm } from '../data/use-form.ts'
import { teamNameOf } from '../people/team-name.ts'
import { type FoundTeam, TeamPicker } from '../people/team-picker.tsx'
import { nameOf } from '../people/user-name.ts'
import { FormDialog } from '../ui/dialog.tsx'

interface AddToTeamDialogProps {
  user: User
  /** The user's current teams. */
  teamIds: ReadonlySet<string>
  onClose: () => void
}

export function AddToTeamDialog({ user, teamIds, onClose }: AddToTeamDialogProps) {
  const { change } = useApi()
  const paramsOf = (team: FoundTeam | undefined) => ({ team_id: team!.id, user_id: user.id })
  const form = useForm({
    initial: { team: undefined as FoundTeam | undefined },
    check: ({ team }) => ({ team: team ? undefined : 'Choose a team.' }),
    submit: ({ team }) => change('POST /team-memberships/{team_id}/{user_id}', { params: paramsOf(team), body: {} }),
    done: ({ team }) => `${nameOf(user)} joined ${teamNameOf(team!)}.`,
    undo: ({ team }) => change('DELETE /team-memberships/{team_id}/{user_id}', { params: paramsOf(team) }),
    onDone: onClose,
  })
  return (
    <FormDialog
      {...form.dialog}
      title={`Add ${nameOf(user)} to a team`}
      description="The user gets the default member permissions. No email is sent."
      onClose={onClose}
      action="Add to team"
    >
      <TeamPicker
        label="Team"
        error={form.errorOf('team')}
        picked={form.values.team?.id}
        onPick={(_, team) => form.change({ team })}
        without={teamIds}
      />
    </FormDialog>
  )
}
