import { Plus } from 'lucide-react'
import { useAll } from '../data/data.ts'
import type { User } from '../data/rows.ts'
import { TeamLink } from '../people/person-link.tsx'
import { teamNameOf } from '../people/team-name.ts'
import { nameOf } from '../people/user-name.ts'
import { GrantedPermissions } from '../teams/granted-permissions.tsx'
import { useGrantsOfUser } from '../teams/grants.ts'
import { MembershipMenu } from '../teams/membership-menu.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { Badge, Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { AddToTeamDialog } from './add-to-team-dialog.tsx'

export function TeamsCard({ user }: { user: User }) {
  const teams = useAll('GET /teams', { query: { user_id: user.id } })
  const grants = useGrantsOfUser(user.id)
  const teamIds = new Set(teams.map(({ id }) => id))
  return (
    <Section
      title="Teams"
      actions={
        <DialogButton
          icon={<Plus />}
          dialog={(close) => <AddToTeamDialog user={user} teamIds={teamIds} onClose={close} />}
        >
          Add to team
        </DialogButton>
      }
    >
      <Table
        label="Teams"
        rows={teams}
        empty="This user is not in any team."
        actions={(team) => {
          const [name, memberName] = [teamNameOf(team), nameOf(user)]
          const removal = {
            title: `Remove ${memberName} from ${name}?`,
            description: 'The user loses all permissions in the team. The account is kept.',
            action: 'Remove from team',
            done: `${memberName} left ${name}.`,
          }
          const ids = { teamId: team.id, userId: user.id }
          const granted = grants.get(team.id) ?? []
          return <MembershipMenu {...ids} name={name} memberName={memberName} granted={granted} removal={removal} />
        }}
        actionsWidth={48}
        columns={[
          {
            id: 'team',
            header: 'Team',
            cell: (team) => (
              <TeamLink id={team.id} name={teamNameOf(team)} imageUrl={team.profile_image_url}>
                {user.selected_team_id === team.id && <Badge>Selected</Badge>}
              </TeamLink>
            ),
          },
          {
            id: 'permissions',
            header: 'Permissions',
            cell: (team) => <GrantedPermissions ids={grants.get(team.id) ?? []} />,
          },
        ]}
      />
    </Section>
  )
}
