import { appInternalsSymbol, type ServerUser } from '@latchkey/react'
import { useData } from '../app/data.ts'
import { CopyableId } from '../ui/copy.tsx'
import { Avatar, Badge, Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'

export function TeamsCard({ user }: { user: ServerUser }) {
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
        columns={[
          {
            id: 'team',
            header: 'Team',
            cell: (team) => (
              <span className="ui-person">
                <Avatar name={team.displayName} imageUrl={team.profileImageUrl} shape="square" />
                <bdi className="ui-truncate">{team.displayName}</bdi>
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
