import { useNavigate } from '@tanstack/react-router'
import { Ellipsis, LogOut, Mail, ShieldCheck, ShieldMinus, UserMinus, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useData } from '../app/data.ts'
import { useOwnedProjects, useOwner, useProject, useStores } from '../app/owner.ts'
import { useAction } from '../app/use-action.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import { Avatar, Badge, Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { InviteOwnerDialog } from './invite-owner-dialog.tsx'
import { listInvitations, nameOwner, type ProjectOwner, useOwners } from './owners.ts'

type Shown = { dialog: 'invite' } | { dialog: 'remove'; owner: ProjectOwner } | undefined

/** Who manages the project. They are the members of the team that owns it. */
export function OwnersCard() {
  const project = useProject()
  const stores = useStores()
  const navigate = useNavigate()
  const me = useOwner()
  const { owners, isAdmin } = useOwners()
  const [shown, setShown] = useState<Shown>()
  const { run } = useAction()
  const others = useOwnedProjects().filter(
    ({ id, ownerTeamId }) => id !== project.id && ownerTeamId === project.ownerTeamId,
  )
  const close = () => setShown(undefined)
  const setRole = (owner: ProjectOwner, role: ProjectOwner['role']) => {
    const change = async (next: ProjectOwner['role']) => {
      await stores.call('PATCH /internal/owners/{user_id}', {
        params: { user_id: owner.user_id },
        body: { role: next },
      })
      await stores.refresh('settings/')
    }
    void run(() => change(role), {
      done: `${nameOwner(owner)} is ${role === 'admin' ? 'an admin' : 'no longer an admin'}.`,
      undo: () => change(owner.role),
    })
  }
  return (
    <Section
      title="Owners"
      id="owners"
      description={
        others.length === 0
          ? 'They see and change everything in this project. Admins also manage the owners.'
          : `They also own ${others.map(({ displayName }) => displayName).join(', ')}. Admins manage the owners.`
      }
      actions={
        isAdmin && (
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
            cell: ({ role }) => (role === 'admin' ? <Badge tone="accent">Admin</Badge> : <Badge>Member</Badge>),
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
              (isAdmin || owner.user_id === me.id) && (
                <Menu trigger={<IconButton size="small" label={`More for ${nameOwner(owner)}`} icon={<Ellipsis />} />}>
                  {isAdmin && owner.role === 'member' && (
                    <MenuItem icon={<ShieldCheck />} onSelect={() => setRole(owner, 'admin')}>
                      Make admin
                    </MenuItem>
                  )}
                  {isAdmin && owner.role === 'admin' && (
                    <MenuItem icon={<ShieldMinus />} onSelect={() => setRole(owner, 'member')}>
                      Make member
                    </MenuItem>
                  )}
                  {isAdmin && <MenuSeparator />}
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
      <Invitations isAdmin={isAdmin} />
      {shown?.dialog === 'invite' && <InviteOwnerDialog onClose={close} />}
      {shown?.dialog === 'remove' && (
        <ConfirmDialog
          title={shown.owner.user_id === me.id ? 'Leave this project?' : `Remove ${nameOwner(shown.owner)}?`}
          description={`${shown.owner.user_id === me.id ? 'You lose' : 'They lose'} access to ${[project, ...others].map(({ displayName }) => displayName).join(', ')} at once.`}
          action={shown.owner.user_id === me.id ? 'Leave project' : 'Remove owner'}
          onClose={close}
          onConfirm={async () => {
            const { owner } = shown
            const isMe = owner.user_id === me.id
            await run(
              async () => {
                await stores.call('DELETE /internal/owners/{user_id}', { params: { user_id: owner.user_id } })
                if (isMe) {
                  await navigate({ to: '/projects' })
                  await me.listOwnedProjects()
                } else await stores.refresh('settings/')
              },
              { done: isMe ? 'You have left the project.' : `${nameOwner(owner)} was removed.` },
            )
            close()
          }}
        />
      )}
    </Section>
  )
}

function Invitations({ isAdmin }: { isAdmin: boolean }) {
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
            isAdmin && (
              <Button
                size="small"
                variant="quiet"
                aria-label={`Revoke the invitation of ${recipient_email}`}
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
