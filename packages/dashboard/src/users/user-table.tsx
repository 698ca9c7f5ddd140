import { Search, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLoaded } from '../data/data.ts'
import type { List } from '../data/use-list.ts'
import { ProjectLink } from '../parts/links.tsx'
import { useMay } from '../parts/role.tsx'
import { listChips } from '../people/user-filters.tsx'
import { nameOf } from '../people/user-name.ts'
import { Button, buttonLook } from '../ui/button.tsx'
import { Empty } from '../ui/page.tsx'
import { Paging, type Sort } from '../ui/table.tsx'
import { TallTable } from '../ui/tall-table.tsx'
import type { BulkAction } from './bulk-actions.tsx'
import type { useColumns } from './columns.ts'
import type { UserSearch } from './search.ts'
import { useUserColumns } from './user-columns.tsx'
import { isDescending, type ListedUser, loadUsers, pageSize } from './user-list.ts'

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
  const { search } = list
  const { users, nextCursor } = useUsers(search)
  const may = useMay()
  const sorted = sortedColumns[search.sort ?? 'signedUp']
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
  const sortBy = ({ column, isDescending }: Sort) => {
    if (column !== 'user') {
      return list.change({ sort: column === 'active' ? 'active' : undefined, oldest: isDescending ? undefined : true })
    }
    // Names start with A, unlike times, which start with the newest.
    list.change({ sort: 'name', oldest: sorted === 'user' && isDescending ? true : undefined })
  }
  return (
    <>
      <TallTable
        label="Users"
        columns={shownColumns}
        rows={users}
        getName={nameOf}
        sort={{ column: sorted, isDescending: isDescending(search) }}
        onSort={sortBy}
        {...(may('export') && { selection: { ids: new Set(selected.keys()), onChange: select } })}
      />
      <Paging {...paging} count={users.length} nouns={['user', 'users']} isAlwaysShown />
    </>
  )
}

const sortedColumns = { active: 'active', name: 'user', signedUp: 'signedUp' } as const

/** The page of the list in the URL. */
export const useUsers = (search: UserSearch) =>
  useLoaded('GET /internal/users', search, (call) => loadUsers(call, search, pageSize))

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
