const storageKey = 'latchkey-last-project'

export function rememberProject(projectId: string): void {
  localStorage.setItem(storageKey, projectId)
}

/** The internal project, which every server has. Owners sign in to it. */
export function withoutInternal<T extends { id: string }>(projects: readonly T[]): T[] {
  return projects.filter(({ id }) => id !== 'internal')
}

export function findLastProject<T extends { id: string }>(projects: readonly T[]): T | undefined {
  const [first, ...others] = withoutInternal(projects)
  if (others.length === 0) return first
  const last = localStorage.getItem(storageKey)
  return projects.find(({ id }) => id === last)
}
