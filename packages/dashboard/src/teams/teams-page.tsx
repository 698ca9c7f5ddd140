import { getRouteApi } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useList } from '../data/use-list.ts'
import { Boundary } from '../parts/boundary.tsx'
import { LinkedDialogButton } from '../parts/linked-dialog.tsx'
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
      actions={
        <Allowed to="teams">
          <LinkedDialogButton
            hash="create"
            variant="primary"
            icon={<Plus />}
            dialog={(close) => <CreateTeamDialog onClose={close} />}
          >
            Create team
          </LinkedDialogButton>
        </Allowed>
      }
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

function CreateTeam() {
  return (
    <Allowed to="teams">
      <DialogButton variant="primary" dialog={(close) => <CreateTeamDialog onClose={close} />}>
        Create team
      </DialogButton>
    </Allowed>
  )
}
