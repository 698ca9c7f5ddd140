import { getRouteApi } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useList } from '../data/use-list.ts'
import { Boundary } from '../parts/boundary.tsx'
import { TypedSearch } from '../parts/list-filters.tsx'
import { Allowed } from '../parts/role.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { Page } from '../ui/page.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { CreateTeamDialog } from './create-team-dialog.tsx'
import { TeamTable } from './team-table.tsx'

const route = getRouteApi('/owner/projects/$projectId/teams')

export default function TeamsPage() {
  const list = useList(route.useSearch(), route.useNavigate())
  return (
    <Page
      title="Teams"
      description="Groups of users in your app, such as companies or workspaces."
      actions={<CreateTeam icon={<Plus />} />}
    >
      <div className="ui-stack">
        <div className="ui-row">
          <TypedSearch
            label="Search by name or ID"
            value={list.search.query}
            onChange={(query) => list.change({ query })}
          />
        </div>
        <Boundary skeleton={<TableSkeleton />}>
          <TeamTable list={list} create={<CreateTeam />} />
        </Boundary>
      </div>
    </Page>
  )
}

function CreateTeam({ icon }: { icon?: ReactNode }) {
  return (
    <Allowed to="teams">
      <DialogButton variant="primary" icon={icon} dialog={(close) => <CreateTeamDialog onClose={close} />}>
        Create team
      </DialogButton>
    </Allowed>
  )
}
