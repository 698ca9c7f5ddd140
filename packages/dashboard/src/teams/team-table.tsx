import { Link } from '@tanstack/react-router'
import { Building2, Search } from 'lucide-react'
import { loadFound } from '../data/call.ts'
import { useLoaded } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import { useTrail } from '../data/use-trail.ts'
import { Allowed } from '../parts/role.tsx'
import { teamNameOf } from '../people/team-name.ts'
import { Button } from '../ui/button.tsx'
import { CopyableId } from '../ui/copy.tsx'
import { Avatar, Empty } from '../ui/page.tsx'
import { Paging, Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import type { TeamSearch } from './search.ts'

const pageSize = 50

interface TeamTableProps {
  search: TeamSearch
  onPage: (cursor: string | undefined) => void
  onClear: () => void
  onCreate: () => void
}

export function TeamTable({ search: { query, cursor }, onPage, onClear, onCreate }: TeamTableProps) {
  const project = useProject()
  const request = { query, cursor, limit: pageSize }
  const { items: teams, pagination } = useLoaded('GET /internal/teams', request, (call) =>
    loadFound((start) => call('GET /internal/teams', { query: { ...request, cursor: start } }), cursor),
  )
  const trail = useTrail(query ?? '')
  if (teams.length === 0 && (query || cursor)) {
    return (
      <Empty
        icon={<Search aria-hidden="true" />}
        title="No teams match"
        action={<Button onClick={onClear}>Clear search</Button>}
      >
        No name contains “{query}”. To search by ID, enter the full ID.
      </Empty>
    )
  }
  if (teams.length === 0) {
    return (
      <Empty
        icon={<Building2 aria-hidden="true" />}
        title="No teams yet"
        action={
          <Allowed to="teams">
            <Button variant="primary" onClick={onCreate}>
              Create team
            </Button>
          </Allowed>
        }
      >
        Team members share data and have permissions in the team. Create teams here or from your server. Users can
        create them too if the settings allow it.
      </Empty>
    )
  }
  return (
    <>
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
                  params={{ projectId: project.id, teamId: team.id }}
                >
                  <bdi>{teamNameOf(team)}</bdi>
                </Link>
              </span>
            ),
          },
          { id: 'id', header: 'ID', priority: 'low', cell: (team) => <CopyableId id={team.id} name="team ID" /> },
          {
            id: 'created',
            header: 'Created',
            priority: 'low',
            cell: (team) => <Time date={team.created_at_millis} />,
          },
        ]}
      />
      <Paging {...trail.paging(cursor, pagination?.next_cursor ?? null, onPage)}>
        {teams.length === 1 ? '1 team' : `${teams.length} teams`} on this page
      </Paging>
    </>
  )
}
