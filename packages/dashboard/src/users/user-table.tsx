import { Link } from '@tanstack/react-router'
import { Search, Users } from 'lucide-react'
import { useLoaded } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import { useTrail } from '../data/use-trail.ts'
import { Allowed, useMay } from '../parts/role.tsx'
import { nameOf } from '../people/user-name.ts'
import { Button, buttonLook } from '../ui/button.tsx'
import { Empty } from '../ui/page.tsx'
import { Paging } from '../ui/table.tsx'
import { TallTable } from '../ui/tall-table.tsx'
import type { BulkAction } from './bulk-actions.tsx'
import { BulkBar } from './bulk-bar.tsx'
import type { useColumns } from './columns.ts'
import { listChips } from './filters.tsx'
import { type UserSearch, withChanges } from './search.ts'
import { useUserColumns } from './user-columns.tsx'
import { type ListedUser, loadUsers } from './user-list.ts'

const pageSize = 50

/** By ID. Users on other pages stay selected. */
export type SelectedUsers = ReadonlyMap<string, ListedUser>

interface UserTableProps {
  search: UserSearch
  onChange: (search: UserSearch) => void
  onPage: (cursor: string | undefined) => void
  onCreate: () => void
  columns: ReturnType<typeof useColumns>
  selected: SelectedUsers
  onSelect: (selected: SelectedUsers) => void
  onAct: (action: BulkAction, users: readonly ListedUser[]) => void
}

export function UserTable(props: UserTableProps) {
  const { search, onChange, onPage, onCreate, columns, selected, onSelect, onAct } = props
  const { cursor, ...list } = search
  const key = JSON.stringify(list)
  const { users, nextCursor } = useLoaded('GET /internal/users', search, (call) => loadUsers(call, search, pageSize))
  const trail = useTrail(key)
  const may = useMay()
  const sorted = search.sort ?? 'signedUp'
  const shownColumns = useUserColumns(columns, sorted, onAct)
  const paging = trail.paging(cursor, nextCursor, onPage)
  if (users.length === 0 && paging.onNext) return <NotYetFound onContinue={paging.onNext} />
  if (users.length === 0 && !cursor) {
    const isFiltered = search.query !== undefined || listChips(search).length > 0
    return isFiltered ? <NoMatch search={search} onChange={onChange} /> : <NoUsers onCreate={onCreate} />
  }
  const select = (ids: ReadonlySet<string>) => {
    const known = new Map([...selected, ...users.map((user) => [user.id, user] as const)])
    onSelect(new Map([...ids].map((id) => [id, known.get(id)!])))
  }
  return (
    <>
      {selected.size > 0 && (
        <BulkBar
          search={list}
          selected={selected}
          onSelect={onSelect}
          onAct={onAct}
          canSelectMore={(nextCursor !== null || cursor !== undefined) && users.every(({ id }) => selected.has(id))}
        />
      )}
      <TallTable
        label="Users"
        columns={shownColumns}
        rows={users}
        getId={(user) => user.id}
        getName={nameOf}
        isLinked
        sort={{ column: sorted, isDescending: !search.oldest }}
        onSort={({ column, isDescending }) =>
          onChange(
            withChanges(search, {
              sort: column === 'active' ? 'active' : undefined,
              oldest: isDescending ? undefined : true,
            }),
          )
        }
        {...(may('export') && { selection: { ids: new Set(selected.keys()), onChange: select } })}
      />
      <Paging {...paging}>{users.length === 1 ? '1 user' : `${users.length} users`} on this page</Paging>
    </>
  )
}

/** In a large project, a page of the scan may have no matches. */
function NotYetFound({ onContinue }: { onContinue: () => void }) {
  return (
    <Empty
      icon={<Search aria-hidden="true" />}
      title="No users found so far"
      action={<Button onClick={onContinue}>Keep looking</Button>}
    >
      Your project has many users. None of those checked so far match.
    </Empty>
  )
}

function NoMatch({ search, onChange }: Pick<UserTableProps, 'search' | 'onChange'>) {
  const { query, sort, oldest } = search
  const hasFilters = listChips(search).length > 0
  return (
    <Empty
      icon={<Search aria-hidden="true" />}
      title="No users match"
      action={
        <Button onClick={() => onChange({ ...(sort && { sort }), ...(oldest && { oldest }) })}>
          {hasFilters ? 'Clear search and filters' : 'Clear search'}
        </Button>
      }
    >
      {hasFilters ? 'No users match all filters.' : `No name, email address or ID contains “${query}”.`}
    </Empty>
  )
}

function NoUsers({ onCreate }: { onCreate: () => void }) {
  const { id: projectId } = useProject()
  return (
    <Empty
      icon={<Users aria-hidden="true" />}
      title="No users yet"
      action={
        <>
          <Link {...buttonLook({ variant: 'primary' })} to="/projects/$projectId/start" params={{ projectId }}>
            Connect your app
          </Link>
          <Allowed to="users">
            <Button onClick={onCreate}>Create user</Button>
          </Allowed>
        </>
      }
    >
      Users appear here when they sign up in your app.
    </Empty>
  )
}
