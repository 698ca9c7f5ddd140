import { getRouteApi, Outlet } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useOwnedProjects } from '../data/data.ts'
import { rememberProject } from '../data/last-project.ts'
import { ProjectContext } from '../data/owner.ts'
import { useLiveUpdates } from '../data/use-live-updates.ts'
import { Boundary } from '../parts/boundary.tsx'
import { AccessLost, NotFound } from '../parts/not-found.tsx'
import { PageSkeleton } from '../parts/page-skeleton.tsx'
import { PageForRole } from '../parts/role.tsx'
import { Frame } from './frame.tsx'

const route = getRouteApi('/owner/projects/$projectId')

export function ProjectLayout() {
  const { projectId } = route.useParams()
  const project = useOwnedProjects().find(({ id }) => id === projectId)
  const [shownId, setShownId] = useState<string>()
  useEffect(() => {
    if (!project) return
    rememberProject(project.id)
    setShownId(project.id)
  }, [project])
  if (!project) return <Frame>{shownId === projectId ? <AccessLost /> : <NotFound />}</Frame>
  return (
    <ProjectContext value={project}>
      <LiveUpdates projectId={projectId} />
      <Frame project={project}>
        <Boundary key={projectId} skeleton={<PageSkeleton />}>
          <PageForRole>
            <Outlet />
          </PageForRole>
        </Boundary>
      </Frame>
    </ProjectContext>
  )
}

function LiveUpdates({ projectId }: { projectId: string }) {
  useLiveUpdates(projectId)
  return null
}
