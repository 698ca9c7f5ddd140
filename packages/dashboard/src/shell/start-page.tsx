import { Navigate } from '@tanstack/react-router'
import { useOwnedProjects } from '../data/data.ts'
import { findLastProject, withoutInternal } from '../data/last-project.ts'

/** Redirects to the last opened project, or to the first step. */
export function StartPage() {
  const projects = useOwnedProjects()
  if (withoutInternal(projects).length === 0) return <Navigate to="/new-project" replace />
  const project = findLastProject(projects)
  if (!project) return <Navigate to="/projects" replace />
  return <Navigate to="/projects/$projectId" params={{ projectId: project.id }} replace />
}
