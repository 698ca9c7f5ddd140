import { settings } from '../settings.ts'

const storageKey = 'latchkey-last-project'

export function rememberProject(projectId: string): void {
  localStorage.setItem(storageKey, projectId)
}

/** Without the projects that come with the server: the internal one, which owners sign in to, and the demo. */
export function withoutBuiltIn<T extends { id: string }>(projects: readonly T[]): T[] {
  return projects.filter(({ id }) => id !== 'internal' && id !== settings.demoProjectId)
}

export function findLastProject<T extends { id: string }>(projects: readonly T[]): T | undefined {
  const [first, ...others] = withoutBuiltIn(projects)
  if (others.length === 0) return first
  const last = localStorage.getItem(storageKey)
  return projects.find(({ id }) => id === last)
}
