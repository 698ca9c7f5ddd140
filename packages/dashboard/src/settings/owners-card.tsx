import { ownerRoles } from '@latchkey/contract/owner-roles'
import { Ellipsis, LogOut, Mail, UserMinus, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useAll, useApi, useOwnedProjects } from '../data/data.ts'
import { useOwner, useProject } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { LinkedDialogButton } from '../parts/linked-dialog.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Outside } from '../ui/dialog-button.tsx'
import { Select } from '../ui/field.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { Avatar, Badge, Facts, none, Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { InviteOwnerDialog } from './invite-owner-dialog.tsx'
import { roleTexts } from './owner-roles.ts'
import { nameOwner, type ProjectOwner, useOwners } from './owners.ts'
import { RemoveOwnerDialog } from './remove-owner-dialog.tsx'
import './owners.css'

/** The owners of the project and their roles. Owners are the members of the team that owns it. */
export function OwnersCard() {
  const project = useProject()
  const me = useOwner()
  const { owners, isManager } = useOwners()
  const others = useOwnedProjects().filter(
    ({ id, owner_team_id }) => id !== project.id && owner_team_id === project.owner_team_id,
  )
  return (
    <Section
      title="Owners"
      id="owners"
      description={
        others.length === 0
          ? 'People who manage this project. Their role defines what they can do.'
          : `Their roles also apply to ${new Intl.ListFormat('en').format(others.map(({ display_name }) => display_name))}.`
      }
      actions={
        isManager && (
          <LinkedDialogButton
            hash="invite"
            icon={<UserPlus />}
            dialog={(close) => <InviteOwnerDialog onClose={close} />}
          >
            Invite owner
          </LinkedDialogButton>
        )
      }
    >
      <Table
        label="Owners"
        rows={owners}
        getId={({ user_id }) => user_id}
        actions={(owner) => (isManager || owner.user_id === me.id) && <OwnerMenu owner={owner} />}
        actionsWidth={56}
        columns={[
          {
            id: 'owner',
            header: 'Owner',
            cell: (owner) => (
              <span className="ui-person">
                <Avatar name={nameOwner(owner)} imageUrl={owner.profile_image_url} />
                <span className="ui-truncate">
                  <bdi>{nameOwner(owner)}</bdi>
                  {owner.user_id === me.id && <span className="ui-muted"> (you)</span>}
                </span>
              </span>
            ),
          },
          {
            id: 'email',
            header: 'Email',
            priority: 'medium',
            cell: ({ primary_email }) => primary_email ?? none,
          },
          {
            id: 'role',
            header: 'Role',
            width: 148,
            cell: (owner) => (isManager ? <RoleSelect owner={owner} /> : <Badge>{roleTexts[owner.role].name}</Badge>),
          },
          {
            id: 'joined',
            header: 'Since',
            priority: 'low',
            cell: ({ joined_at_millis }) => <Time date={joined_at_millis} />,
          },
        ]}
      />
      <Invitations isManager={isManager} />
      <details className="owners-roles">
        <summary>What each role can do</summary>
        <Facts facts={ownerRoles.map((role) => [roleTexts[role].name, roleTexts[role].hint] as const)} />
      </details>
    </Section>
  )
}

function OwnerMenu({ owner }: { owner: ProjectOwner }) {
  const isMe = owner.user_id === useOwner().id
  const [isRemoving, setIsRemoving] = useState(false)
  return (
    <>
      <Menu trigger={<IconButton size="small" label={`More for ${nameOwner(owner)}`} icon={<Ellipsis />} />}>
        <MenuItem icon={isMe ? <LogOut /> : <UserMinus />} isDanger onSelect={() => setIsRemoving(true)}>
          {isMe ? 'Leave project' : 'Remove owner'}
        </MenuItem>
      </Menu>
      <Outside>{isRemoving && <RemoveOwnerDialog owner={owner} onClose={() => setIsRemoving(false)} />}</Outside>
    </>
  )
}

function RoleSelect({ owner }: { owner: ProjectOwner }) {
  const { change } = useApi()
  const me = useOwner()
  const { isBusy, run } = useAction()
  const setRole = (role: ProjectOwner['role']) =>
    change('PATCH /internal/owners/{user_id}', { params: { user_id: owner.user_id }, body: { role } })
  return (
    <Select
      label={`Role of ${nameOwner(owner)}`}
      title={roleTexts[owner.role].hint}
      options={ownerRoles.map((role) => [role, roleTexts[role].name] as const)}
      value={owner.role}
      disabled={isBusy}
      onChange={(event) => {
        const role = event.target.value as ProjectOwner['role']
        const done = `${nameOwner(owner)} now has the ${roleTexts[role].name} role.`
        // Owners who give up the role cannot change it back themselves.
        const undo = owner.user_id === me.id ? {} : { undo: () => setRole(owner.role) }
        void run(() => setRole(role), { done, ...undo })
      }}
    />
  )
}

function Invitations({ isManager }: { isManager: boolean }) {
  const { change } = useApi()
  const invitations = useAll('GET /internal/owner-invitations')
  const { run } = useAction()
  if (invitations.length === 0) return null
  return (
    <Table
      label="Invited owners"
      rows={invitations}
      actions={({ id, recipient_email }) =>
        isManager && (
          <Button
            size="small"
            variant="quiet"
            aria-label={`Revoke the invitation for ${recipient_email}`}
            onClick={() =>
              void run(() => change('DELETE /internal/owner-invitations/{id}', { params: { id } }), {
                done: 'The invitation was revoked.',
              })
            }
          >
            Revoke
          </Button>
        )
      }
      columns={[
        {
          id: 'email',
          header: 'Invited',
          cell: ({ recipient_email }) => (
            <span className="ui-person">
              <Mail />
              <span className="ui-truncate">{recipient_email}</span>
            </span>
          ),
        },
        { id: 'role', header: 'Role', cell: ({ role }) => <Badge>{roleTexts[role].name}</Badge> },
        {
          id: 'expires',
          header: 'Expires',
          cell: ({ expires_at_millis }) => <Time date={expires_at_millis} />,
        },
      ]}
    />
  )
}
