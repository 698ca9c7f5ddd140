import { Ban, Copy, Ellipsis, LogOut, Trash2, UserPlus } from 'lucide-react'
import { Allowed } from '../parts/role.tsx'
import { UserLink } from '../people/person-link.tsx'
import { hasSecondFactor } from '../people/second-factor.ts'
import { nameOf } from '../people/user-name.ts'
import { IconButton } from '../ui/button.tsx'
import { CopyableId } from '../ui/copy.tsx'
import { copyId } from '../ui/copy-text.ts'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import { Name } from '../ui/name.tsx'
import { Badge, none } from '../ui/page.tsx'
import { actionsColumn, type Column } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import type { BulkAction } from './bulk-actions.tsx'
import { type ColumnId, columnNames, type useColumns } from './columns.ts'
import { MethodIcons } from './method-icons.tsx'
import type { ListedUser } from './user-list.ts'

type Act = (action: BulkAction, users: readonly ListedUser[]) => void

const cells: Record<ColumnId, Omit<Column<ListedUser>, 'id' | 'header'>> = {
  email: {
    width: 264,
    priority: 'medium',
    cell: (user) =>
      user.primary_email ? (
        <span className="ui-row" data-nowrap>
          <span className="ui-truncate">
            <Name>{user.primary_email}</Name>
          </span>
          {!user.primary_email_verified && <Badge tone="accent">Unverified</Badge>}
        </span>
      ) : (
        none
      ),
  },
  methods: {
    width: 120,
    priority: 'low',
    cell: (user) => <MethodIcons methods={user.auth_methods} />,
  },
  twoFactor: {
    width: 100,
    priority: 'low',
    cell: (user) => (hasSecondFactor(user) ? <Badge tone="success">On</Badge> : none),
  },
  id: {
    width: 148,
    priority: 'low',
    cell: (user) => (
      // A full ID is too wide for a table. The button copies all of it.
      <span style={{ display: 'inline-block', width: 120 }}>
        <CopyableId id={user.id} name="user ID" />
      </span>
    ),
  },
  active: {
    width: 120,
    priority: 'low',
    isSortable: true,
    cell: ({ last_active_at_millis: millis }) =>
      millis === null ? <span className="ui-muted">Never</span> : <Time date={millis} />,
  },
  signedUp: {
    width: 120,
    priority: 'low',
    isSortable: true,
    cell: (user) => <Time date={user.signed_up_at_millis} />,
  },
}

/** Chosen columns and the sorted one stay visible on narrow screens, where the table scrolls. */
export function useUserColumns(
  { shown, isChosen }: ReturnType<typeof useColumns>,
  sorted: ColumnId | 'user',
  onAct: Act,
): Column<ListedUser>[] {
  const chosen = (Object.keys(columnNames) as ColumnId[]).filter((id) => shown.has(id) || id === sorted)
  return [
    { id: 'user', header: 'User', width: 232, isSortable: true, cell: (user) => <UserCell user={user} /> },
    ...chosen.map((id) => ({
      ...cells[id],
      id,
      header: columnNames[id],
      ...((isChosen || id === sorted) && { priority: undefined }),
    })),
    actionsColumn((user) => <UserMenu user={user} onAct={onAct} />, 56),
  ]
}

function UserCell({ user }: { user: ListedUser }) {
  return (
    <UserLink id={user.id} name={nameOf(user)} imageUrl={user.profile_image_url} email={user.primary_email}>
      {user.is_anonymous && <Badge>Anonymous</Badge>}
      {user.is_restricted && <Badge tone="danger">Restricted</Badge>}
    </UserLink>
  )
}

function UserMenu({ user, onAct }: { user: ListedUser; onAct: Act }) {
  return (
    <Menu trigger={<IconButton size="small" label={`Actions for ${nameOf(user)}`} icon={<Ellipsis />} />}>
      <MenuItem icon={<Copy />} onSelect={() => void copyId(user.id, 'user ID')}>
        Copy ID
      </MenuItem>
      <Allowed to="teams">
        <MenuItem icon={<UserPlus />} onSelect={() => onAct('add-to-team', [user])}>
          Add to team
        </MenuItem>
      </Allowed>
      <Allowed to="accounts">
        <MenuItem icon={<LogOut />} onSelect={() => onAct('revoke-sessions', [user])}>
          Revoke sessions
        </MenuItem>
      </Allowed>
      <Allowed to="users">
        <MenuItem icon={<Ban />} onSelect={() => onAct('restrict', [user])}>
          Restrict
        </MenuItem>
        <MenuSeparator />
        <MenuItem isDanger icon={<Trash2 />} onSelect={() => onAct('delete', [user])}>
          Delete user
        </MenuItem>
      </Allowed>
    </Menu>
  )
}
