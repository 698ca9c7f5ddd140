import { Users } from 'lucide-react'
import { useData } from '../data/data.ts'
import { usePages } from '../data/use-list.ts'
import { Boundary } from '../parts/boundary.tsx'
import { ProjectLink } from '../parts/links.tsx'
import { PersonCard } from '../people/person-card.tsx'
import { teamNameOf } from '../people/team-name.ts'
import { nameOf } from '../people/user-name.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { HoverCard } from '../ui/hover-card.tsx'
import { Name } from '../ui/name.tsx'
import { Avatar, Badge, Empty } from '../ui/page.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { type Column, Paging, Table } from '../ui/table.tsx'

interface HoldersDialogProps {
  permissionId: string
  onClose: () => void
}

/** Users who have a permission, in which team and through which grant. */
export function HoldersDialog({ permissionId, onClose }: HoldersDialogProps) {
  return (
    <Dialog
      title={`Who has ${permissionId}`}
      description="Users who were granted this permission or one that contains it."
      size="large"
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <Boundary skeleton={<TableSkeleton rows={4} />}>
        <Holders permissionId={permissionId} />
      </Boundary>
    </Dialog>
  )
}

function Holders({ permissionId }: { permissionId: string }) {
  const { cursor, paging } = usePages(permissionId)
  const { items, pagination } = useData('GET /internal/permission-holders', {
    query: { permission_id: permissionId, cursor, limit: 25 },
  })
  const teamColumn: Column<(typeof items)[number]> = {
    id: 'team',
    header: 'Team',
    cell: ({ team }) =>
      team && (
        <HoverCard
          label={teamNameOf(team)}
          card={() => <PersonCard type="team" id={team.id} name={teamNameOf(team)} />}
        >
          <ProjectLink
            className="ui-name ui-truncate"
            to="/projects/$projectId/teams/$teamId"
            params={{ teamId: team.id }}
          >
            <bdi>{teamNameOf(team)}</bdi>
          </ProjectLink>
        </HoverCard>
      ),
  }
  return (
    <>
      <Table
        label="Holders"
        rows={items}
        getId={({ user, team }) => `${user.id}/${team?.id}`}
        empty={
          <Empty isFramed={false} icon={<Users />} title="No one has this permission">
            Grant it on a user’s page, or make it a default.
          </Empty>
        }
        columns={[
          {
            id: 'user',
            header: 'User',
            cell: ({ user }) => (
              <span className="ui-person">
                <Avatar name={nameOf(user)} imageUrl={user.profile_image_url} />
                <HoverCard
                  label={nameOf(user)}
                  card={() => (
                    <PersonCard
                      type="user"
                      id={user.id}
                      name={nameOf(user)}
                      email={user.primary_email}
                      imageUrl={user.profile_image_url}
                    />
                  )}
                >
                  <ProjectLink
                    className="ui-name ui-truncate"
                    to="/projects/$projectId/users/$userId"
                    params={{ userId: user.id }}
                    search={{ tab: 'teams' }}
                  >
                    <Name>{nameOf(user)}</Name>
                  </ProjectLink>
                </HoverCard>
              </span>
            ),
          },
          ...(items[0]?.team ? [teamColumn] : []),
          {
            id: 'through',
            header: 'How',
            cell: ({ granted_permission_ids: ids }) => <Source of={permissionId} granted={ids} />,
          },
        ]}
      />
      <Paging {...paging(pagination.next_cursor)} count={items.length} nouns={['user', 'users']} />
    </>
  )
}

function Source({ of, granted }: { of: string; granted: readonly string[] }) {
  const others = granted.filter((id) => id !== of)
  return (
    <span className="ui-row">
      {granted.includes(of) && <Badge tone="success">Granted</Badge>}
      {others.length > 0 && <Badge>Through {others.join(', ')}</Badge>}
    </span>
  )
}
