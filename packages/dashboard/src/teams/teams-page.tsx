import { getRouteApi } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTypedSearch } from '../data/use-typed-search.ts'
import { Boundary } from '../parts/boundary.tsx'
import { Allowed } from '../parts/role.tsx'
import { Button } from '../ui/button.tsx'
import { SearchField } from '../ui/field.tsx'
import { Page } from '../ui/page.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { CreateTeamDialog } from './create-team-dialog.tsx'
import { TeamTable } from './team-table.tsx'

const route = getRouteApi('/owner/projects/$projectId/teams')

export default function TeamsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [isCreating, setIsCreating] = useState(false)
  const find = (query: string) => void navigate({ search: query ? { query } : {}, replace: true })
  const [text, setText] = useTypedSearch(search.query ?? '', find)
  return (
    <Page
      title="Teams"
      description="Groups of users in your app, such as companies or workspaces."
      actions={
        <Allowed to="teams">
          <Button variant="primary" icon={<Plus />} onClick={() => setIsCreating(true)}>
            Create team
          </Button>
        </Allowed>
      }
    >
      <div className="ui-stack">
        <div className="ui-row">
          <SearchField label="Search by name or ID" value={text} onChange={(event) => setText(event.target.value)} />
        </div>
        <Boundary skeleton={<TableSkeleton />}>
          <TeamTable
            search={search}
            onPage={(cursor) => {
              const { cursor: _, ...rest } = search
              void navigate({ search: cursor ? { ...rest, cursor } : rest })
            }}
            onClear={() => find('')}
            onCreate={() => setIsCreating(true)}
          />
        </Boundary>
      </div>
      {isCreating && <CreateTeamDialog onClose={() => setIsCreating(false)} />}
    </Page>
  )
}
