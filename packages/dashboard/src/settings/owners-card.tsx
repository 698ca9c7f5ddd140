import { ownerRoles } from '@latchkey/contract/owner-roles'
import { Ellipsis, LogOut, Mail, UserMinus, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useData } from '../data/data.ts'
import { useOwnedProjects, useOwner, useProject, useStores } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Select } from '../ui/field.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { Avatar, Badge, Facts, Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { InviteOwnerDialog } from './invite-owner-dialog.tsx'
import { roleTexts } from './owner-roles.ts'
import { listInvitations, nameOwner, type ProjectOwner, useOwners } from './owners.ts'
import { RemoveOwnerDialog } from './remove-owner-dialog.tsx'
import './owners.css'

type Shown = { dialog: 'invite' } | { dialog: 'remove'; owner: ProjectOwner } | undefined

/** The owners of the project and their roles. Owners are the members of the team that owns it. */
export function OwnersCard() {
  const project = useProject()
  const me = useOwner()
  const { owners, isManager } = useOwners()
  const [shown, setShown] = useState<Shown>()
  const others = useOwnedProjects().filter(
    ({ id, ownerTeamId }) => id !== project.id && ownerTeamId === project.ownerTeamId,
  )
  const close = () => setShown(undefined)
  return (
    <Section
      title="Owners"
      id="owners"
      description={
        others.length === 0
          ? 'People who manage this project. Their role defines what they can do.'
          : `Their roles also apply to ${new Intl.ListFormat('en').format(others.map(({ displayName }) => displayName))}.`
      }
      actions={
        isManager && (
          <Button icon={<UserPlus />} onClick={() => setShown({ dialog: 'invite' })}>
            Invite owner
          </Button>
        )
      }
    >
      <Table
        label="Owners"
        rows={owners}
        getId={({ user_id }) => user_id}
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
            cell: ({ primary_email }) => primary_email ?? <span className="ui-muted">–</span>,
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
            cell: ({ joined_at_millis }) => <Time date={new Date(joined_at_millis)} />,
          },
          {
            id: 'actions',
            header: 'Actions',
            isHeaderHidden: true,
            align: 'end',
            width: 56,
            cell: (owner) =>
              (isManager || owner.user_id === me.id) && (
                <Menu trigger={<IconButton size="small" label={`More for ${nameOwner(owner)}`} icon={<Ellipsis />} />}>
                  <MenuItem
                    icon={owner.user_id === me.id ? <LogOut /> : <UserMinus />}
                    isDanger
                    onSelect={() => setShown({ dialog: 'remove', owner })}
                  >
                    {owner.user_id === me.id ? 'Leave project' : 'Remove owner'}
                  </MenuItem>
                </Menu>
              ),
          },
        ]}
      />
      <Invitations isManager={isManager} />
      <details className="owners-roles">
        <summary>What each role can do</summary>
        <Facts facts={ownerRoles.map((role) => [roleTexts[role].name, roleTexts[role].hint] as const)} />
      </details>
      {shown?.dialog === 'invite' && <InviteOwnerDialog onClose={close} />}
      {shown?.dialog === 'remove' && <RemoveOwnerDialog owner={shown.owner} onClose={close} />}
    </Section>
  )
}

function RoleSelect({ owner }: { owner: ProjectOwner }) {
  const stores = useStores()
  const me = useOwner()
  const { isBusy, run } = useAction()
  const change = async (role: ProjectOwner['role']) => {
    await stores.call('PATCH /internal/owners/{user_id}', { params: { user_id: owner.user_id }, body: { role } })
    await stores.refresh('settings/')
    // The pages depend on the owner's own role.
    if (owner.user_id === me.id) await me.listOwnedProjects()
  }
  return (
    <Select
      label={`Role of ${nameOwner(owner)}`}
      title={roleTexts[owner.role].hint}
      value={owner.role}
      disabled={isBusy}
      onChange={(event) => {
        const role = event.target.value as ProjectOwner['role']
        const done = `${nameOwner(owner)} now has the ${roleTexts[role].name} role.`
        // Owners who give up the role cannot change it back themselves.
        const undo = owner.user_id === me.id ? {} : { undo: () => change(owner.role) }
        void run(() => change(role), { done, ...undo })
      }}
    >
      {ownerRoles.map((role) => (
        <option key={role} value={role}>
          {roleTexts[role].name}
        </option>
      ))}
    </Select>
  )
}

function Invitations({ isManager }: { isManager: boolean }) {
  const stores = useStores()
  const invitations = useData(stores.cached('settings/owner-invitations', () => listInvitations(stores)))
  const { run } = useAction()
  if (invitations.length === 0) return null
  return (
    <Table
      label="Invited owners"
      rows={invitations}
      getId={({ id }) => id}
      columns={[
        {
          id: 'email',
          header: 'Invited',
          cell: ({ recipient_email }) => (
            <span className="ui-person">
              <Mail aria-hidden="true" />
              <span className="ui-truncate">{recipient_email}</span>
            </span>
          ),
        },
        { id: 'role', header: 'Role', cell: ({ role }) => <Badge>{roleTexts[role].name}</Badge> },
        {
          id: 'expires',
          header: 'Expires',
          cell: ({ expires_at_millis }) => <Time date={new Date(expires_at_millis)} />,
        },
        {
          id: 'actions',
          header: 'Actions',
          isHeaderHidden: true,
          align: 'end',
          cell: ({ id, recipient_email }) =>
            isManager && (
              <Button
                size="small"
                variant="quiet"
                aria-label={`Revoke the invitation for ${recipient_email}`}
                onClick={() =>
                  void run(
                    async () => {
                      await stores.call('DELETE /internal/owner-invitations/{id}', { params: { id } })
                      await stores.refresh('settings/')
                    },
                    { done: 'The invitation was revoked.' },
                  )
                }
              >
                Revoke
              </Button>
            ),
        },
      ]}
    />
  )
}
