import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useAll, useApi } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import type { Team, User } from '../data/rows.ts'
import { useAction } from '../data/use-action.ts'
import { teamNameOf } from '../people/team-name.ts'
import { nameOf } from '../people/user-name.ts'
import { GrantedPermissions } from '../teams/granted-permissions.tsx'
import { useGrantsOfUser } from '../teams/grants.ts'
import { MembershipMenu } from '../teams/membership-menu.tsx'
import { PermissionsDialog } from '../teams/permissions-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Avatar, Badge, Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { AddToTeamDialog } from './add-to-team-dialog.tsx'

type Shown = { dialog: 'add' } | { dialog: 'permissions' | 'remove'; team: Team } | undefined

export function TeamsCard({ user }: { user: User }) {
  const { id: projectId } = useProject()
  const teams = useAll('GET /teams', { query: { user_id: user.id } })
  const { change } = useApi()
  const grants = useGrantsOfUser(user.id)
  const [shown, setShown] = useState<Shown>()
  const { run } = useAction()
  const close = () => setShown(undefined)
  return (
    <Section
      title="Teams"
      actions={
        <Button icon={<Plus />} onClick={() => setShown({ dialog: 'add' })}>
          Add to team
        </Button>
      }
    >
      {teams.length === 0 ? (
        <p className="ui-muted">This user is not in any team.</p>
      ) : (
        <Table
          label="Teams"
          rows={teams}
          getId={(team) => team.id}
          isLinked
          columns={[
            {
              id: 'team',
              header: 'Team',
              cell: (team) => (
                <span className="ui-person">
                  <Avatar name={teamNameOf(team)} imageUrl={team.profile_image_url} shape="square" />
                  <Link
                    className="ui-row-link ui-truncate"
                    to="/projects/$projectId/teams/$teamId"
                    params={{ projectId, teamId: team.id }}
                  >
                    <bdi>{teamNameOf(team)}</bdi>
                  </Link>
                  {user.selected_team_id === team.id && <Badge>Selected</Badge>}
                </span>
              ),
            },
            {
              id: 'permissions',
              header: 'Permissions',
              cell: (team) => <GrantedPermissions ids={grants.get(team.id) ?? []} />,
            },
            {
              id: 'actions',
              header: 'Actions',
              isHeaderHidden: true,
              align: 'end',
              width: 48,
              cell: (team) => (
                <MembershipMenu
                  name={teamNameOf(team)}
                  onChangePermissions={() => setShown({ dialog: 'permissions', team })}
                  onRemove={() => setShown({ dialog: 'remove', team })}
                />
              ),
            },
          ]}
        />
      )}
      {shown?.dialog === 'add' && (
        <AddToTeamDialog user={user} teamIds={new Set(teams.map(({ id }) => id))} onClose={close} />
      )}
      {shown?.dialog === 'permissions' && (
        <PermissionsDialog
          teamId={shown.team.id}
          userId={user.id}
          name={nameOf(user)}
          granted={grants.get(shown.team.id) ?? []}
          onClose={close}
        />
      )}
      {shown?.dialog === 'remove' && (
        <ConfirmDialog
          title={`Remove ${nameOf(user)} from ${teamNameOf(shown.team)}?`}
          description="The user loses all permissions in the team. The account is kept."
          action="Remove from team"
          onClose={close}
          onConfirm={async () => {
            const params = { team_id: shown.team.id, user_id: user.id }
            await run(() => change('DELETE /team-memberships/{team_id}/{user_id}', { params }), {
              done: `${nameOf(user)} left ${teamNameOf(shown.team)}.`,
            })
            close()
          }}
        />
      )}
    </Section>
  )
}
