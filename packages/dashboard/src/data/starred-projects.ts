import { useSyncExternalStore } from 'react'

const storageKey = 'latchkey-starred-projects'
const listeners = new Set<() => void>()
let starred: ReadonlySet<string> = read()

function read(): ReadonlySet<string> {
  try {
    return new Set(JSON.parse(localStorage.getItem(storageKey) ?? '[]') as string[])
  } catch {
    return new Set()
  }
}

export function toggleStar(projectId: string): void {
  const next = new Set(starred)
  if (!next.delete(projectId)) next.add(projectId)
  starred = next
  localStorage.setItem(storageKey, JSON.stringify([...next]))
  for (const listener of listeners) listener()
}

export function useStarredProjects(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => starred,
  )
}

/** Starred projects first, then by name. */
export function sortProjects<T extends { id: string; display_name: string }>(
  projects: readonly T[],
  stars: ReadonlySet<string>,
): T[] {
  return projects.toSorted(
    (a, b) => Number(stars.has(b.id)) - Number(stars.has(a.id)) || a.display_name.localeCompare(b.display_name),
  )
}
