import { appInternalsSymbol, type ServerTeam, type ServerTeamUser } from '@latchkey/react'
import { Link } from '@tanstack/react-router'
import { Ellipsis, KeyRound, UserMinus, UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { useData } from '../app/data.ts'
import { useProject } from '../app/owner.ts'
import { useAction } from '../app/use-action.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import { Avatar, Badge, Empty, Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { nameOf } from '../users/user-name.ts'
import { AddMemberDialog } from './add-member-dialog.tsx'
import { useGrants } from './grants.ts'
import { PermissionsDialog } from './permissions-dialog.tsx'
import { teamNameOf } from './team-name.ts'

type Shown = { dialog: 'add' } | { dialog: 'permissions' | 'remove'; member: ServerTeamUser } | undefined

export function MembersCard({ team }: { team: ServerTeam }) {
  const { id: projectId } = useProject()
  const members = useData(team[appInternalsSymbol].users) as ServerTeamUser[]
  const grants = useGrants(team.id)
  const [shown, setShown] = useState<Shown>()
  const { run } = useAction()
  const close = () => setShown(undefined)
  return (
    <Section
      title={members.length > 0 ? `Members (${members.length.toLocaleString('en')})` : 'Members'}
      actions={
        members.length > 0 && (
          <Button icon={<UserPlus />} onClick={() => setShown({ dialog: 'add' })}>
            Add member
          </Button>
        )
      }
    >
      {members.length === 0 ? (
        <Empty
          icon={<Users aria-hidden="true" />}
          title="Nobody is in this team yet"
          action={
            <Button variant="primary" onClick={() => setShown({ dialog: 'add' })}>
              Add member
            </Button>
          }
        >
          Add a user of your app, or invite somebody by email.
        </Empty>
      ) : (
        <Table
          label="Members"
          rows={members}
          getId={(member) => member.id}
          isLinked
          columns={[
            {
              id: 'member',
              header: 'Member',
              cell: (member) => (
                <span className="ui-person">
                  <Avatar name={memberNameOf(member)} imageUrl={member.teamProfile.profileImageUrl} />
                  <Link
                    className="ui-row-link ui-truncate"
                    to="/projects/$projectId/users/$userId"
                    params={{ projectId, userId: member.id }}
                  >
                    <bdi>{memberNameOf(member)}</bdi>
                  </Link>
                </span>
              ),
            },
            {
              id: 'email',
              header: 'Email',
              priority: 'low',
              cell: (member) => member.primaryEmail ?? <span className="ui-muted">–</span>,
            },
            {
              id: 'permissions',
              header: 'Permissions',
              cell: (member) => <Permissions ids={grants.get(member.id) ?? []} />,
            },
            {
              id: 'actions',
              header: 'Actions',
              isHeaderHidden: true,
              align: 'end',
              width: 48,
              cell: (member) => (
                <Menu
                  trigger={
                    <IconButton size="small" label={`Actions for ${memberNameOf(member)}`} icon={<Ellipsis />} />
                  }
                >
                  <MenuItem
                    icon={<KeyRound aria-hidden="true" />}
                    onSelect={() => setShown({ dialog: 'permissions', member })}
                  >
                    Change permissions
                  </MenuItem>
                  <MenuSeparator />
                  <MenuItem
                    isDanger
                    icon={<UserMinus aria-hidden="true" />}
                    onSelect={() => setShown({ dialog: 'remove', member })}
                  >
                    Remove from team
                  </MenuItem>
                </Menu>
              ),
            },
          ]}
        />
      )}
      {shown?.dialog === 'add' && (
        <AddMemberDialog team={team} memberIds={new Set(members.map(({ id }) => id))} onClose={close} />
      )}
      {shown?.dialog === 'permissions' && (
        <PermissionsDialog
          team={team}
          member={shown.member}
          name={memberNameOf(shown.member)}
          granted={grants.get(shown.member.id) ?? []}
          onClose={close}
        />
      )}
      {shown?.dialog === 'remove' && (
        <ConfirmDialog
          title={`Remove ${memberNameOf(shown.member)}?`}
          description={`They leave ${teamNameOf(team)} and lose their permissions in it. Their account stays.`}
          action="Remove member"
          onClose={close}
          onConfirm={async () => {
            const { member } = shown
            await run(() => team.removeUser(member.id), { done: `${memberNameOf(member)} left the team.` })
            close()
          }}
        />
      )}
    </Section>
  )
}

const memberNameOf = (member: ServerTeamUser) => member.teamProfile.displayName || nameOf(member)

function Permissions({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return <span className="ui-muted">None</span>
  const rest = ids.length - 2
  return (
    <span className="teams-permissions">
      {ids.slice(0, 2).map((id) => (
        <Badge key={id}>{id}</Badge>
      ))}
      {rest > 0 && <span className="ui-muted">and {rest} more</span>}
    </span>
  )
}
