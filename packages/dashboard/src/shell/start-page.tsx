import { Navigate } from '@tanstack/react-router'
import { useOwnedProjects } from '../data/data.ts'
import { findLastProject, withoutBuiltIn } from '../data/last-project.ts'

/** Redirects to the last opened project, or to the first step. */
export function StartPage() {
  const projects = useOwnedProjects()
  if (withoutBuiltIn(projects).length === 0) return <Navigate to="/new-project" replace />
  const project = findLastProject(projects)
  if (!project) return <Navigate to="/projects" replace />
  return <Navigate to="/projects/$projectId" params={{ projectId: project.id }} replace />
}
