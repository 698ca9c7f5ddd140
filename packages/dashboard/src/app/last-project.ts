const storageKey = 'latchkey-last-project'

export function rememberProject(projectId: string): void {
  localStorage.setItem(storageKey, projectId)
}

export function findLastProject<T extends { id: string }>(projects: readonly T[]): T | undefined {
  if (projects.length === 1) return projects[0]
  const last = localStorage.getItem(storageKey)
  return projects.find(({ id }) => id === last)
}
