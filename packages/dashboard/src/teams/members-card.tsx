import { UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { type RowOf, useAll } from '../data/data.ts'
import type { Team } from '../data/rows.ts'
import { Allowed } from '../parts/role.tsx'
import { UserLink } from '../people/person-link.tsx'
import { teamNameOf } from '../people/team-name.ts'
import { nameOf } from '../people/user-name.ts'
import { DialogButton } from '../ui/dialog-button.tsx'
import { SearchField } from '../ui/field.tsx'
import { Empty, none, Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { AddMemberDialog } from './add-member-dialog.tsx'
import { GrantedPermissions } from './granted-permissions.tsx'
import { useGrants } from './grants.ts'
import { MembershipMenu } from './membership-menu.tsx'

type Member = RowOf<'GET /team-member-profiles'>

export function MembersCard({ team }: { team: Team }) {
  const members = useAll('GET /team-member-profiles', { query: { team_id: team.id } })
  const grants = useGrants(team.id)
  const grantsOf = ({ user_id }: Member) => grants.get(user_id) ?? []
  const [text, setText] = useState('')
  const shown = members.filter((member) => matches(member, text))
  const addDialog = (close: () => void) => (
    <AddMemberDialog teamId={team.id} memberIds={new Set(members.map(({ user_id }) => user_id))} onClose={close} />
  )
  return (
    <Section
      title={members.length > 0 ? `Members (${members.length.toLocaleString('en')})` : 'Members'}
      actions={
        members.length > 0 && (
          <Allowed to="teams">
            <DialogButton icon={<UserPlus />} dialog={addDialog}>
              Add member
            </DialogButton>
          </Allowed>
        )
      }
    >
      {members.length > minSearched && (
        <div className="ui-row">
          <SearchField label="Search members" value={text} onChange={({ target }) => setText(target.value)} />
        </div>
      )}
      {shown.length === 0 && members.length > 0 && (
        <p className="ui-muted">No name or email address contains “{text}”.</p>
      )}
      {(shown.length > 0 || members.length === 0) && (
        <Table
          label="Members"
          rows={shown}
          getId={(member) => member.user_id}
          empty={
            <Empty
              icon={<Users />}
              title="No members yet"
              action={
                <Allowed to="teams">
                  <DialogButton variant="primary" dialog={addDialog}>
                    Add member
                  </DialogButton>
                </Allowed>
              }
            >
              Add an existing user, or invite someone by email.
            </Empty>
          }
          actions={(member) => {
            const name = memberNameOf(member)
            const removal = {
              title: `Remove ${name}?`,
              description: `The user leaves ${teamNameOf(team)} and loses all permissions in it. The account is kept.`,
              action: 'Remove member',
              done: `${name} left the team.`,
            }
            const ids = { teamId: team.id, userId: member.user_id }
            return (
              <Allowed to="teams">
                <MembershipMenu {...ids} name={name} memberName={name} granted={grantsOf(member)} removal={removal} />
              </Allowed>
            )
          }}
          actionsWidth={48}
          columns={[
            {
              id: 'member',
              header: 'Member',
              cell: (member) => (
                <UserLink id={member.user_id} name={memberNameOf(member)} imageUrl={member.profile_image_url} />
              ),
            },
            { id: 'email', header: 'Email', priority: 'low', cell: ({ user }) => user.primary_email ?? none },
            {
              id: 'permissions',
              header: 'Permissions',
              cell: (member) => <GrantedPermissions ids={grantsOf(member)} />,
            },
          ]}
        />
      )}
    </Section>
  )
}

/** Fewer are found at a glance. */
const minSearched = 5

function matches(member: Member, text: string): boolean {
  const words = `${memberNameOf(member)} ${member.user.display_name ?? ''} ${member.user.primary_email ?? ''}`
  return words.toLowerCase().includes(text.trim().toLowerCase())
}

const memberNameOf = ({ display_name, user }: Member) => display_name || nameOf(user)
