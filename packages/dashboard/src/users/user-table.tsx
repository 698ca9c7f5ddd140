import type { ServerUser } from '@latchkey/react'
import { Link } from '@tanstack/react-router'
import { Ellipsis, Search, Trash2, Users } from 'lucide-react'
import { useState } from 'react'
import { useData } from '../app/data.ts'
import { useProject, useStores } from '../app/owner.ts'
import { useAction } from '../app/use-action.ts'
import { useTrail } from '../app/use-trail.ts'
import { Button, buttonLook, IconButton } from '../ui/button.tsx'
import { CopyableId } from '../ui/copy.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import { Avatar, Badge, Empty } from '../ui/page.tsx'
import { type Column, Paging, Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import type { UserSearch } from './search.ts'
import { listMethods } from './sign-in-methods.ts'
import { nameOf } from './user-name.ts'

const pageSize = 50

interface UserTableProps {
  search: UserSearch
  onChange: (search: UserSearch) => void
  onPage: (cursor: string | undefined) => void
  onCreate: () => void
}

export function UserTable({ search, onChange, onPage, onCreate }: UserTableProps) {
  const { query, cursor, oldest = false, anonymous = false } = search
  const project = useProject()
  const stores = useStores()
  const users = useData(
    stores.users({ limit: pageSize, desc: !oldest, query, cursor, includeAnonymous: anonymous }),
  ) as unknown as ServerUser[] & { nextCursor: string | null }
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [deleting, setDeleting] = useState<readonly ServerUser[]>([])
  const list = JSON.stringify([query, oldest, anonymous])
  const trail = useTrail(list)
  const { run } = useAction()

  // Who is not on the page any more is not selected: nobody deletes what they do not see.
  const shownIds = new Set(users.map(({ id }) => id))
  const selectedHere = new Set([...selected].filter((id) => shownIds.has(id)))

  if (users.length === 0 && !cursor) {
    return query ? (
      <Empty
        icon={<Search aria-hidden="true" />}
        title="No users match"
        action={
          <Button
            onClick={() => {
              const { query: _, ...rest } = search
              onChange(rest)
            }}
          >
            Clear search
          </Button>
        }
      >
        No name, email address or ID contains “{query}”.
      </Empty>
    ) : (
      <Empty
        icon={<Users aria-hidden="true" />}
        title="No users yet"
        action={
          <>
            <Link
              {...buttonLook({ variant: 'primary' })}
              to="/projects/$projectId/start"
              params={{ projectId: project.id }}
            >
              Connect your app
            </Link>
            <Button onClick={onCreate}>Create user</Button>
          </>
        }
      >
        They appear here as soon as somebody signs up in your app.
      </Empty>
    )
  }

  const columns: Column<ServerUser>[] = [
    {
      id: 'user',
      header: 'User',
      cell: (user) => (
        <span className="ui-person">
          <Avatar name={nameOf(user)} imageUrl={user.profileImageUrl} />
          <Link
            className="ui-row-link ui-truncate"
            to="/projects/$projectId/users/$userId"
            params={{ projectId: project.id, userId: user.id }}
          >
            <bdi>{nameOf(user)}</bdi>
          </Link>
          {user.isAnonymous && <Badge>Anonymous</Badge>}
        </span>
      ),
    },
    {
      id: 'email',
      header: 'Email',
      cell: (user) =>
        user.primaryEmail ? (
          <span className="ui-row" style={{ flexWrap: 'nowrap' }}>
            <span className="ui-truncate">{user.primaryEmail}</span>
            {!user.primaryEmailVerified && <Badge tone="accent">Unverified</Badge>}
          </span>
        ) : (
          <span className="ui-muted">–</span>
        ),
      priority: 'medium',
    },
    {
      id: 'methods',
      header: 'Sign-in methods',
      cell: (user) => <span className="ui-muted">{listMethods(user).join(', ') || '–'}</span>,
      priority: 'low',
    },
    { id: 'id', header: 'ID', cell: (user) => <ShortId user={user} />, priority: 'low' },
    { id: 'active', header: 'Last active', cell: (user) => <Time date={user.lastActiveAt} />, priority: 'low' },
    { id: 'signedUp', header: 'Signed up', cell: (user) => <Time date={user.signedUpAt} />, isSortable: true },
    {
      id: 'actions',
      header: 'Actions',
      isHeaderHidden: true,
      width: 48,
      align: 'end',
      cell: (user) => (
        <Menu trigger={<IconButton size="small" label={`Actions for ${nameOf(user)}`} icon={<Ellipsis />} />}>
          <MenuItem onSelect={() => void navigator.clipboard.writeText(user.id)}>Copy ID</MenuItem>
          <MenuSeparator />
          <MenuItem isDanger icon={<Trash2 aria-hidden="true" />} onSelect={() => setDeleting([user])}>
            Delete user
          </MenuItem>
        </Menu>
      ),
    },
  ]
  return (
    <>
      {selectedHere.size > 0 && (
        <div className="ui-row">
          <span>{selectedHere.size} selected</span>
          <Button
            variant="danger"
            icon={<Trash2 />}
            onClick={() => setDeleting(users.filter(({ id }) => selectedHere.has(id)))}
          >
            Delete
          </Button>
          <Button variant="quiet" onClick={() => setSelected(new Set())}>
            Clear selection
          </Button>
        </div>
      )}
      <Table
        label="Users"
        columns={columns}
        rows={users}
        getId={(user) => user.id}
        getName={nameOf}
        isLinked
        sort={{ column: 'signedUp', isDescending: !oldest }}
        onSort={({ isDescending }) => {
          const { oldest: _, cursor: __, ...rest } = search
          onChange(isDescending ? rest : { ...rest, oldest: true })
        }}
        selection={{ ids: selectedHere, onChange: setSelected }}
      />
      <Paging
        onPrevious={cursor ? () => onPage(trail.leave()) : undefined}
        onNext={
          users.nextCursor
            ? () => {
                trail.enter(cursor)
                onPage(users.nextCursor ?? undefined)
              }
            : undefined
        }
      >
        {users.length === 1 ? '1 user' : `${users.length} users`} on this page
      </Paging>
      {deleting.length > 0 && (
        <ConfirmDialog
          title={deleting.length === 1 ? `Delete ${nameOf(deleting[0]!)}?` : `Delete ${deleting.length} users?`}
          description="Their accounts, sessions and keys are deleted for good, and they leave their teams."
          action={deleting.length === 1 ? 'Delete user' : `Delete ${deleting.length} users`}
          {...(deleting.length > 1 && { name: `${deleting.length} users` })}
          onClose={() => setDeleting([])}
          onConfirm={async () => {
            const done = deleting.length === 1 ? `${nameOf(deleting[0]!)} was deleted.` : 'The users were deleted.'
            await run(
              async () => {
                for (const user of deleting) await user.delete()
              },
              { done },
            )
            setDeleting([])
            setSelected(new Set())
          }}
        />
      )}
    </>
  )
}

/** A whole id is too wide for a table; the copy is of all of it. */
function ShortId({ user }: { user: ServerUser }) {
  return (
    <span style={{ display: 'inline-block', width: 120 }}>
      <CopyableId id={user.id} name="user ID" />
    </span>
  )
}
