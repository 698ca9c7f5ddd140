import type { AdminOwnedProject } from '@latchkey/react'
import { getRouteApi, Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Boundary } from './boundary.tsx'
import { Frame } from './frame.tsx'
import { rememberProject } from './last-project.ts'
import { NotFound } from './not-found.tsx'
import { ProjectContext, useOwnedProjects } from './owner.ts'
import { PageSkeleton } from './page-skeleton.tsx'
import { PageForRole } from './role.tsx'
import { useLiveUpdates } from './use-live-updates.ts'

const route = getRouteApi('/owner/projects/$projectId')

export function ProjectLayout() {
  const { projectId } = route.useParams()
  const project = useOwnedProjects().find(({ id }) => id === projectId)
  useEffect(() => {
    if (project) rememberProject(project.id)
  }, [project])
  if (!project)
    return (
      <Frame>
        <NotFound />
      </Frame>
    )
  return (
    <ProjectContext value={project}>
      <LiveUpdates project={project} />
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

function LiveUpdates({ project }: { project: AdminOwnedProject }) {
  useLiveUpdates(project)
  return null
}
