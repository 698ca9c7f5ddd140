import { Search, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLoaded } from '../data/data.ts'
import type { List } from '../data/use-list.ts'
import { ProjectLink } from '../parts/links.tsx'
import { useMay } from '../parts/role.tsx'
import { nameOf } from '../people/user-name.ts'
import { Button, buttonLook } from '../ui/button.tsx'
import { Empty } from '../ui/page.tsx'
import { Paging } from '../ui/table.tsx'
import { TallTable } from '../ui/tall-table.tsx'
import type { BulkAction } from './bulk-actions.tsx'
import { BulkBar } from './bulk-bar.tsx'
import type { useColumns } from './columns.ts'
import { listChips } from './filters.tsx'
import type { UserSearch } from './search.ts'
import { useUserColumns } from './user-columns.tsx'
import { type ListedUser, loadUsers } from './user-list.ts'

const pageSize = 50

/** By ID. Users on other pages stay selected. */
export type SelectedUsers = ReadonlyMap<string, ListedUser>

interface UserTableProps {
  list: List<UserSearch>
  create: ReactNode
  columns: ReturnType<typeof useColumns>
  selected: SelectedUsers
  onSelect: (selected: SelectedUsers) => void
  onAct: (action: BulkAction, users: readonly ListedUser[]) => void
}

export function UserTable({ list, create, columns, selected, onSelect, onAct }: UserTableProps) {
  const { search, filter } = list
  const { users, nextCursor } = useLoaded('GET /internal/users', search, (call) => loadUsers(call, search, pageSize))
  const may = useMay()
  const sorted = search.sort ?? 'signedUp'
  const shownColumns = useUserColumns(columns, sorted, onAct)
  const paging = list.paging(nextCursor)
  if (users.length === 0 && paging.onNext) return <NotYetFound onContinue={paging.onNext} />
  if (users.length === 0 && !search.cursor) {
    const isFiltered = search.query !== undefined || listChips(search).length > 0
    return isFiltered ? <NoMatch list={list} /> : <NoUsers create={create} />
  }
  const select = (ids: ReadonlySet<string>) => {
    const known = new Map([...selected, ...users.map((user) => [user.id, user] as const)])
    onSelect(new Map([...ids].map((id) => [id, known.get(id)!])))
  }
  return (
    <>
      {selected.size > 0 && (
        <BulkBar
          search={filter}
          selected={selected}
          onSelect={onSelect}
          onAct={onAct}
          canSelectMore={Boolean(paging.onNext ?? paging.onPrevious) && users.every(({ id }) => selected.has(id))}
        />
      )}
      <TallTable
        label="Users"
        columns={shownColumns}
        rows={users}
        getName={nameOf}
        sort={{ column: sorted, isDescending: !search.oldest }}
        onSort={({ column, isDescending }) =>
          list.change({ sort: column === 'active' ? 'active' : undefined, oldest: isDescending ? undefined : true })
        }
        {...(may('export') && { selection: { ids: new Set(selected.keys()), onChange: select } })}
      />
      <Paging {...paging} count={users.length} nouns={['user', 'users']} isAlwaysShown />
    </>
  )
}

/** In a large project, a page of the scan may have no matches. */
function NotYetFound({ onContinue }: { onContinue: () => void }) {
  return (
    <Empty icon={<Search />} title="No users found so far" action={<Button onClick={onContinue}>Keep looking</Button>}>
      Your project has many users. None of those checked so far match.
    </Empty>
  )
}

function NoMatch({ list }: Pick<UserTableProps, 'list'>) {
  const { query, sort: _, oldest: __, ...filters } = list.filter
  const hasFilters = listChips(list.search).length > 0
  const cleared = Object.fromEntries(Object.keys({ ...filters, query }).map((key) => [key, undefined]))
  return (
    <Empty
      icon={<Search />}
      title="No users match"
      action={
        <Button onClick={() => list.change(cleared)}>{hasFilters ? 'Clear search and filters' : 'Clear search'}</Button>
      }
    >
      {hasFilters ? 'No users match all filters.' : `No name, email address or ID contains “${query}”.`}
    </Empty>
  )
}

function NoUsers({ create }: Pick<UserTableProps, 'create'>) {
  return (
    <Empty
      icon={<Users />}
      title="No users yet"
      action={
        <>
          <ProjectLink {...buttonLook({ variant: 'primary' })} to="/projects/$projectId/start">
            Connect your app
          </ProjectLink>
          {create}
        </>
      }
    >
      Users appear here when they sign up in your app.
    </Empty>
  )
}
