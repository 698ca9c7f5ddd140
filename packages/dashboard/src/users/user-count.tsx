import { Suspense } from 'react'
import { ErrorHidden } from '../error-hidden.tsx'
import { listChips } from '../people/user-filters.tsx'
import type { UserSearch } from './search.ts'
import { useUsers } from './user-table.tsx'

/** How many users there are, and how many of them match. */
export function UserCount({ search }: { search: UserSearch }) {
  return (
    <p className="users-count" role="status">
      <ErrorHidden key={JSON.stringify(search)}>
        <Suspense>
          <Count search={search} />
        </Suspense>
      </ErrorHidden>
    </p>
  )
}

function Count({ search }: { search: UserSearch }) {
  const { users, nextCursor, totalCount } = useUsers(search)
  const total = `${totalCount.toLocaleString('en')} ${totalCount === 1 ? 'user' : 'users'}`
  const isFiltered = search.query !== undefined || listChips(search).length > 0
  // Matches are not counted beyond the first page, because in a large project that would take long.
  if (!isFiltered || search.cursor) return total
  return `${users.length}${nextCursor ? '+' : ''} of ${total}`
}
