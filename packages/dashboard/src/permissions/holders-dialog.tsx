import { Link } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { useData } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import { useTrail } from '../data/use-trail.ts'
import { Boundary } from '../parts/boundary.tsx'
import { teamNameOf } from '../people/team-name.ts'
import { nameOf } from '../people/user-name.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Avatar, Badge, Empty } from '../ui/page.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { Paging, Table } from '../ui/table.tsx'

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
  const { id: projectId } = useProject()
  const [cursor, setCursor] = useState<string>()
  const trail = useTrail(permissionId)
  const { items, pagination } = useData('GET /internal/permission-holders', {
    query: { permission_id: permissionId, cursor, limit: 25 },
  })
  const next = pagination.next_cursor ?? undefined
  if (items.length === 0) {
    return (
      <Empty isFramed={false} icon={<Users aria-hidden="true" />} title="No one has this permission">
        Grant it on a user’s page, or make it a default.
      </Empty>
    )
  }
  return (
    <>
      <Table
        label="Holders"
        rows={items}
        getId={({ user, team }) => `${user.id}/${team?.id}`}
        columns={[
          {
            id: 'user',
            header: 'User',
            cell: ({ user }) => {
              const name = nameOf(user)
              return (
                <span className="ui-person">
                  <Avatar name={name} imageUrl={user.profile_image_url} />
                  <Link
                    className="ui-truncate"
                    to="/projects/$projectId/users/$userId"
                    params={{ projectId, userId: user.id }}
                    search={{ tab: 'teams' }}
                  >
                    <bdi>{name}</bdi>
                  </Link>
                </span>
              )
            },
          },
          ...(items[0]?.team
            ? [
                {
                  id: 'team',
                  header: 'Team',
                  cell: ({ team }: (typeof items)[number]) =>
                    team && (
                      <Link
                        className="ui-truncate"
                        to="/projects/$projectId/teams/$teamId"
                        params={{ projectId, teamId: team.id }}
                      >
                        <bdi>{teamNameOf(team)}</bdi>
                      </Link>
                    ),
                },
              ]
            : []),
          {
            id: 'through',
            header: 'How',
            cell: ({ granted_permission_ids: ids }) => <Source of={permissionId} granted={ids} />,
          },
        ]}
      />
      {(cursor || next) && <Paging {...trail.paging(cursor, next, setCursor)}>{items.length} on this page</Paging>}
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
