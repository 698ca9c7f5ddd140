import type { ServerTeam } from '@latchkey/react'
import { Link } from '@tanstack/react-router'
import { Building2, Search } from 'lucide-react'
import { useData } from '../app/data.ts'
import { useProject, useStores } from '../app/owner.ts'
import { Button } from '../ui/button.tsx'
import { CopyableId } from '../ui/copy.tsx'
import { Avatar, Empty } from '../ui/page.tsx'
import { Paging, Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import type { TeamSearch } from './search.ts'
import { teamNameOf } from './team-name.ts'

const pageSize = 50

interface TeamTableProps {
  search: TeamSearch
  onPage: (page: number) => void
  onClear: () => void
  onCreate: () => void
}

export function TeamTable({ search: { query, page = 1 }, onPage, onClear, onCreate }: TeamTableProps) {
  const { id: projectId } = useProject()
  const teams = useData(useStores().teams)
  const found = [...teams].reverse().filter(matches(query))
  if (teams.length === 0) {
    return (
      <Empty
        icon={<Building2 aria-hidden="true" />}
        title="No teams yet"
        action={
          <Button variant="primary" onClick={onCreate}>
            Create team
          </Button>
        }
      >
        Members of a team share data and have permissions in it. You create teams here or from your server, and your
        users can create them if you allow it in the settings.
      </Empty>
    )
  }
  if (found.length === 0) {
    return (
      <Empty
        icon={<Search aria-hidden="true" />}
        title="No teams match"
        action={<Button onClick={onClear}>Clear search</Button>}
      >
        No name or ID contains “{query}”.
      </Empty>
    )
  }
  const lastPage = Math.ceil(found.length / pageSize)
  const current = Math.min(page, lastPage)
  const first = (current - 1) * pageSize
  const shown = found.slice(first, first + pageSize)
  return (
    <>
      <Table
        label="Teams"
        rows={shown}
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
              </span>
            ),
          },
          { id: 'id', header: 'ID', priority: 'low', cell: (team) => <CopyableId id={team.id} name="team ID" /> },
          { id: 'created', header: 'Created', priority: 'low', cell: (team) => <Time date={team.createdAt} /> },
        ]}
      />
      <Paging
        onPrevious={current > 1 ? () => onPage(current - 1) : undefined}
        onNext={current < lastPage ? () => onPage(current + 1) : undefined}
      >
        {first + 1}–{first + shown.length} of {found.length.toLocaleString('en')}
      </Paging>
    </>
  )
}

function matches(query: string | undefined) {
  const wanted = query?.toLowerCase() ?? ''
  return ({ id, displayName }: Pick<ServerTeam, 'id' | 'displayName'>) =>
    displayName.toLowerCase().includes(wanted) || id.includes(wanted)
}
