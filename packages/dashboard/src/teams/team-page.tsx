import type { ServerTeam } from '@latchkey/react'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Building2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Boundary } from '../app/boundary.tsx'
import { useCrumb } from '../app/breadcrumbs.tsx'
import { useData } from '../app/data.ts'
import { MetadataCard } from '../app/metadata-card.tsx'
import { useProject, useStores } from '../app/owner.ts'
import { PageSkeleton } from '../app/page-skeleton.tsx'
import { useAction } from '../app/use-action.ts'
import { Button, buttonLook } from '../ui/button.tsx'
import { CopyableId } from '../ui/copy.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Empty, Page } from '../ui/page.tsx'
import { CardSkeleton, TableSkeleton } from '../ui/skeleton.tsx'
import { Time } from '../ui/time.tsx'
import { ApiKeysCard } from './api-keys-card.tsx'
import { InvitationsCard } from './invitations-card.tsx'
import { ItemsCard } from './items-card.tsx'
import { MembersCard } from './members-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { teamNameOf } from './team-name.ts'
import './teams.css'

const route = getRouteApi('/owner/projects/$projectId/teams/$teamId')

export default function TeamPage() {
  const { teamId } = route.useParams()
  return (
    <Boundary key={teamId} skeleton={<PageSkeleton />}>
      <TeamDetails teamId={teamId} />
    </Boundary>
  )
}

function TeamDetails({ teamId }: { teamId: string }) {
  const team = useData(useStores().team(teamId)) as ServerTeam | null
  return team ? <FoundTeam team={team} /> : <MissingTeam />
}

function MissingTeam() {
  const { id } = useProject()
  useCrumb('Not found')
  return (
    <Page title="Team not found">
      <Empty
        icon={<Building2 aria-hidden="true" />}
        title="There is no team with this ID"
        action={
          <Link {...buttonLook()} to="/projects/$projectId/teams" params={{ projectId: id }}>
            All teams
          </Link>
        }
      >
        It may have been deleted, or the link is of another project.
      </Empty>
    </Page>
  )
}

function FoundTeam({ team }: { team: ServerTeam }) {
  const { id: projectId } = useProject()
  const navigate = useNavigate()
  const [isDeleting, setIsDeleting] = useState(false)
  const { run } = useAction()
  const name = teamNameOf(team)
  useCrumb(name)
  return (
    <Page
      title={name}
      description={
        <span className="ui-row">
          <CopyableId id={team.id} name="team ID" />
          <span>
            Created <Time date={team.createdAt} />
          </span>
        </span>
      }
      actions={
        <Button variant="danger" icon={<Trash2 />} onClick={() => setIsDeleting(true)}>
          Delete team
        </Button>
      }
    >
      <Boundary skeleton={<TableSkeleton rows={3} />}>
        <MembersCard team={team} />
      </Boundary>
      <Boundary skeleton={<CardSkeleton lines={1} />}>
        <InvitationsCard team={team} />
      </Boundary>
      <ProfileCard team={team} />
      <MetadataCard of={team} noun="team" />
      <Boundary skeleton={<CardSkeleton lines={1} />}>
        <ApiKeysCard team={team} />
      </Boundary>
      <Boundary skeleton={<CardSkeleton lines={1} />}>
        <ItemsCard team={team} />
      </Boundary>
      {isDeleting && (
        <ConfirmDialog
          title={`Delete ${name}?`}
          description="The team, its API keys and what was granted in it are deleted for good. Its members stay users of your app."
          action="Delete team"
          name={name}
          onClose={() => setIsDeleting(false)}
          onConfirm={async () => {
            const isDone = await run(() => team.delete(), { done: `${name} was deleted.` })
            if (isDone) void navigate({ to: '/projects/$projectId/teams', params: { projectId } })
            else setIsDeleting(false)
          }}
        />
      )}
    </Page>
  )
}
