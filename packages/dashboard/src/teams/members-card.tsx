import { Link } from '@tanstack/react-router'
import { UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { type RowOf, useAll, useApi } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import type { Team } from '../data/rows.ts'
import { useAction } from '../data/use-action.ts'
import { teamNameOf } from '../people/team-name.ts'
import { nameOf } from '../people/user-name.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Avatar, Empty, Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { AddMemberDialog } from './add-member-dialog.tsx'
import { GrantedPermissions } from './granted-permissions.tsx'
import { useGrants } from './grants.ts'
import { MembershipMenu } from './membership-menu.tsx'
import { PermissionsDialog } from './permissions-dialog.tsx'

type Member = RowOf<'GET /team-member-profiles'>
type Shown = { dialog: 'add' } | { dialog: 'permissions' | 'remove'; member: Member } | undefined

export function MembersCard({ team }: { team: Team }) {
  const { id: projectId } = useProject()
  const members = useAll('GET /team-member-profiles', { query: { team_id: team.id } })
  const { change } = useApi()
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
          title="No members yet"
          action={
            <Button variant="primary" onClick={() => setShown({ dialog: 'add' })}>
              Add member
            </Button>
          }
        >
          Add an existing user, or invite someone by email.
        </Empty>
      ) : (
        <Table
          label="Members"
          rows={members}
          getId={(member) => member.user_id}
          isLinked
          columns={[
            {
              id: 'member',
              header: 'Member',
              cell: (member) => (
                <span className="ui-person">
                  <Avatar name={memberNameOf(member)} imageUrl={member.profile_image_url} />
                  <Link
                    className="ui-row-link ui-truncate"
                    to="/projects/$projectId/users/$userId"
                    params={{ projectId, userId: member.user_id }}
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
              cell: (member) => member.user.primary_email ?? <span className="ui-muted">–</span>,
            },
            {
              id: 'permissions',
              header: 'Permissions',
              cell: (member) => <GrantedPermissions ids={grants.get(member.user_id) ?? []} />,
            },
            {
              id: 'actions',
              header: 'Actions',
              isHeaderHidden: true,
              align: 'end',
              width: 48,
              cell: (member) => (
                <MembershipMenu
                  name={memberNameOf(member)}
                  onChangePermissions={() => setShown({ dialog: 'permissions', member })}
                  onRemove={() => setShown({ dialog: 'remove', member })}
                />
              ),
            },
          ]}
        />
      )}
      {shown?.dialog === 'add' && (
        <AddMemberDialog teamId={team.id} memberIds={new Set(members.map(({ user_id }) => user_id))} onClose={close} />
      )}
      {shown?.dialog === 'permissions' && (
        <PermissionsDialog
          teamId={team.id}
          userId={shown.member.user_id}
          name={memberNameOf(shown.member)}
          granted={grants.get(shown.member.user_id) ?? []}
          onClose={close}
        />
      )}
      {shown?.dialog === 'remove' && (
        <ConfirmDialog
          title={`Remove ${memberNameOf(shown.member)}?`}
          description={`The user leaves ${teamNameOf(team)} and loses all permissions in it. The account is kept.`}
          action="Remove member"
          onClose={close}
          onConfirm={async () => {
            const { member } = shown
            const params = { team_id: team.id, user_id: member.user_id }
            await run(() => change('DELETE /team-memberships/{team_id}/{user_id}', { params }), {
              done: `${memberNameOf(member)} left the team.`,
            })
            close()
          }}
        />
      )}
    </Section>
  )
}

const memberNameOf = ({ display_name, user }: Member) => display_name || nameOf(user)
