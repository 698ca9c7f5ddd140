import { Building2, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { loadFound } from '../data/call.ts'
import { useLoaded } from '../data/data.ts'
import type { SearchOf } from '../data/search.ts'
import type { List } from '../data/use-list.ts'
import { MentionedUser } from '../people/mentioned-user.tsx'
import { TeamLink } from '../people/person-link.tsx'
import { teamNameOf } from '../people/team-name.ts'
import { nameOf } from '../people/user-name.ts'
import { Button } from '../ui/button.tsx'
import { Badge, Empty, none } from '../ui/page.tsx'
import { Paging, Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import type { parseTeamSearch } from './search.ts'

const pageSize = 50

interface TeamTableProps {
  list: List<SearchOf<typeof parseTeamSearch>>
  create: ReactNode
}

export function TeamTable({ list, create }: TeamTableProps) {
  const { query, cursor } = list.search
  const request = { query, cursor, limit: pageSize }
  const { items: teams, pagination } = useLoaded('GET /internal/teams', request, (call) =>
    loadFound((start) => call('GET /internal/teams', { query: { ...request, cursor: start } }), cursor),
  )
  if (teams.length === 0 && (query || cursor)) {
    return (
      <Empty icon={<Search />} title="No teams match" action={<Button onClick={list.clear}>Clear search</Button>}>
        No name contains “{query}”. To search by ID, enter the full ID.
      </Empty>
    )
  }
  if (teams.length === 0) {
    return (
      <Empty icon={<Building2 />} title="No teams yet" action={create}>
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
        columns={[
          {
            id: 'team',
            header: 'Team',
            cell: (team) => <TeamLink id={team.id} name={teamNameOf(team)} imageUrl={team.profile_image_url} />,
          },
          {
            id: 'members',
            header: 'Members',
            align: 'end',
            width: 100,
            cell: ({ member_count: count }) => (count >= 1_000 ? '1,000+' : count),
          },
          {
            id: 'owner',
            header: 'Owner',
            priority: 'medium',
            cell: ({ owner }) =>
              owner ? (
                <MentionedUser
                  id={owner.id}
                  name={nameOf(owner)}
                  imageUrl={owner.profile_image_url}
                  email={owner.primary_email}
                />
              ) : (
                none
              ),
          },
          {
            id: 'plan',
            header: 'Plan',
            priority: 'medium',
            cell: ({ plans }) => (plans.length > 0 ? plans.map((plan) => <Badge key={plan}>{plan}</Badge>) : none),
          },
          {
            id: 'created',
            header: 'Created',
            priority: 'low',
            cell: (team) => <Time date={team.created_at_millis} />,
          },
        ]}
      />
      <Paging {...list.paging(pagination?.next_cursor)} count={teams.length} nouns={['team', 'teams']} isAlwaysShown />
    </>
  )
}
