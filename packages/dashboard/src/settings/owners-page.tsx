import { ownerRoles } from '@latchkey/contract/owner-roles'
import { Ellipsis, LogOut, Mail, UserCog, UserMinus, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useAll, useApi, useOwnedProjects } from '../data/data.ts'
import { useOwner, useProject } from '../data/owner.ts'
import { nameOwner, type ProjectOwner } from '../data/project-owners.ts'
import { useAction } from '../data/use-action.ts'
import { Boundary } from '../parts/boundary.tsx'
import { LinkedDialogButton } from '../parts/linked-dialog.tsx'
import { Allowed, ReadOnlyNotice } from '../parts/role.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Outside } from '../ui/dialog-button.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { Name } from '../ui/name.tsx'
import { Avatar, Facts, none, Section } from '../ui/page.tsx'
import { CardSkeleton } from '../ui/skeleton.tsx'
import { Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { ChangeRoleDialog } from './change-role-dialog.tsx'
import { InviteOwnerDialog } from './invite-owner-dialog.tsx'
import { describeRole, roleNames } from './owner-roles.ts'
import { RemoveOwnerDialog } from './remove-owner-dialog.tsx'
import { RoleName } from './role-choices.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import './owners.css'

/** The owners of the project and their roles. Owners are the members of the team that owns it. */
export default function OwnersPage() {
  return (
    <SettingsFrame tab="Owners" description="People who manage this project, and what each of them can do.">
      <Boundary skeleton={<CardSkeleton lines={3} />}>
        <Owners />
      </Boundary>
    </SettingsFrame>
  )
}

function Owners() {
  const project = useProject()
  const me = useOwner()
  const owners = useAll('GET /internal/owners')
  const others = useOwnedProjects().filter(
    ({ id, owner_team_id }) => id !== project.id && owner_team_id === project.owner_team_id,
  )
  return (
    <Section
      title="Owners"
      description={
        others.length === 0
          ? 'People who manage this project. Their role defines what they can do.'
          : `Their roles also apply to ${new Intl.ListFormat('en').format(others.map(({ display_name }) => display_name))}.`
      }
      actions={
        <Allowed to="owners">
          <LinkedDialogButton
            hash="invite"
            icon={<UserPlus />}
            dialog={(close) => <InviteOwnerDialog onClose={close} />}
          >
            Invite owner
          </LinkedDialogButton>
        </Allowed>
      }
    >
      <ReadOnlyNotice to="owners" />
      <Table
        label="Owners"
        rows={owners}
        getId={({ user_id }) => user_id}
        actions={(owner) =>
          owner.user_id === me.id ? (
            <OwnerMenu owner={owner} />
          ) : (
            <Allowed to="owners">
              <OwnerMenu owner={owner} />
            </Allowed>
          )
        }
        actionsWidth={56}
        columns={[
          {
            id: 'owner',
            header: 'Owner',
            cell: (owner) => (
              <span className="ui-person">
                <Avatar name={nameOwner(owner)} imageUrl={owner.profile_image_url} />
                <span className="ui-truncate">
                  <Name>{nameOwner(owner)}</Name>
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
            width: 128,
            cell: ({ role }) => <RoleName role={role} />,
          },
          {
            id: 'joined',
            header: 'Since',
            priority: 'low',
            cell: ({ joined_at_millis }) => <Time date={joined_at_millis} />,
          },
        ]}
      />
      <Invitations />
      <details className="owners-roles">
        <summary>What each role can do</summary>
        <Facts facts={ownerRoles.map((role) => [roleNames[role], describeRole(role)] as const)} />
      </details>
    </Section>
  )
}

function OwnerMenu({ owner }: { owner: ProjectOwner }) {
  const isMe = owner.user_id === useOwner().id
  const [shown, setShown] = useState<'role' | 'removal'>()
  const close = () => setShown(undefined)
  return (
    <>
      <Menu trigger={<IconButton size="small" label={`More for ${nameOwner(owner)}`} icon={<Ellipsis />} />}>
        <Allowed to="owners">
          <MenuItem icon={<UserCog />} onSelect={() => setShown('role')}>
            Change role
          </MenuItem>
        </Allowed>
        <MenuItem icon={isMe ? <LogOut /> : <UserMinus />} isDanger onSelect={() => setShown('removal')}>
          {isMe ? 'Leave project' : 'Remove owner'}
        </MenuItem>
      </Menu>
      <Outside>
        {shown === 'removal' && <RemoveOwnerDialog owner={owner} onClose={close} />}
        <Allowed to="owners">{shown === 'role' && <ChangeRoleDialog owner={owner} onClose={close} />}</Allowed>
      </Outside>
    </>
  )
}

function Invitations() {
  const { change } = useApi()
  const invitations = useAll('GET /internal/owner-invitations')
  const { run } = useAction()
  if (invitations.length === 0) return null
  return (
    <Table
      label="Invited owners"
      rows={invitations}
      actions={({ id, recipient_email }) => (
        <Allowed to="owners">
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
        </Allowed>
      )}
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
        { id: 'role', header: 'Role', cell: ({ role }) => <RoleName role={role} /> },
        {
          id: 'expires',
          header: 'Expires',
          priority: 'medium',
          cell: ({ expires_at_millis }) => <Time date={expires_at_millis} />,
        },
      ]}
    />
  )
}
