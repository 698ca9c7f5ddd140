import { appInternalsSymbol, type ServerUser } from '@latchkey/react'
import { Link } from '@tanstack/react-router'
import { useData } from '../app/data.ts'
import { useProject } from '../app/owner.ts'
import { teamNameOf } from '../teams/team-name.ts'
import { CopyableId } from '../ui/copy.tsx'
import { Avatar, Badge, Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'

export function TeamsCard({ user }: { user: ServerUser }) {
  const { id: projectId } = useProject()
  const teams = useData(user[appInternalsSymbol].teams)
  if (teams.length === 0) {
    return (
      <Section title="Teams">
        <p className="ui-muted">This user is in no team.</p>
      </Section>
    )
  }
  return (
    <Section title="Teams">
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
                <Avatar name={teamNameOf(team)} imageUrl={team.profileImageUrl} shape="square" />
                <Link
                  className="ui-row-link ui-truncate"
                  to="/projects/$projectId/teams/$teamId"
                  params={{ projectId, teamId: team.id }}
                >
                  <bdi>{teamNameOf(team)}</bdi>
                </Link>
                {user.selectedTeam?.id === team.id && <Badge>Selected</Badge>}
              </span>
            ),
          },
          { id: 'id', header: 'ID', priority: 'low', cell: (team) => <CopyableId id={team.id} name="team ID" /> },
        ]}
      />
    </Section>
  )
}
