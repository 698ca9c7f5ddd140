import { getRouteApi } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Boundary } from '../app/boundary.tsx'
import { useTypedSearch } from '../app/use-typed-search.ts'
import { Button } from '../ui/button.tsx'
import { SearchField, Select } from '../ui/field.tsx'
import { Page } from '../ui/page.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { CreateUserDialog } from './create-user-dialog.tsx'
import type { UserSearch } from './search.ts'
import { UserTable } from './user-table.tsx'

const route = getRouteApi('/owner/projects/$projectId/users')

export default function UsersPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [isCreating, setIsCreating] = useState(false)
  // A change of the list starts at its first page. The typed text would otherwise fill the history letter by letter.
  const change = (next: UserSearch) => void navigate({ search: next, replace: true })
  const { cursor: _, ...filters } = search
  const [text, setText] = useTypedSearch(search.query ?? '', (query) => {
    const { query: __, ...rest } = filters
    change(query ? { ...rest, query } : rest)
  })
  return (
    <Page
      title="Users"
      description="Everybody who has an account in your app."
      actions={
        <Button variant="primary" icon={<Plus />} onClick={() => setIsCreating(true)}>
          Create user
        </Button>
      }
    >
      <div className="ui-stack">
        <div className="ui-row">
          <SearchField
            label="Search by name, email or ID"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <Select
            label="Which users"
            value={search.anonymous ? 'all' : 'signed-up'}
            onChange={(event) => {
              const { anonymous: __, ...rest } = filters
              change(event.target.value === 'all' ? { ...rest, anonymous: true } : rest)
            }}
          >
            <option value="signed-up">Signed up</option>
            <option value="all">Including anonymous</option>
          </Select>
        </div>
        <Boundary skeleton={<TableSkeleton />}>
          <UserTable
            search={search}
            onChange={change}
            onPage={(cursor) => void navigate({ search: cursor ? { ...filters, cursor } : filters })}
            onCreate={() => setIsCreating(true)}
          />
        </Boundary>
      </div>
      {isCreating && <CreateUserDialog onClose={() => setIsCreating(false)} />}
    </Page>
  )
}
