import { useOwnedProjects } from '../data/data.ts'
import { withoutBuiltIn } from '../data/last-project.ts'
import { useProject } from '../data/owner.ts'
import type { Project } from '../data/rows.ts'
import { mayIn } from '../parts/role.tsx'

/** The projects that can become another environment of this one: without environments, and with the same owners. */
export function useJoinable(): Project[] {
  const own = useProject()
  return withoutBuiltIn(useOwnedProjects()).filter(
    (project) =>
      project.id !== own.id &&
      !project.environment &&
      project.owner_team_id === own.owner_team_id &&
      mayIn(project, 'ownership'),
  )
}
