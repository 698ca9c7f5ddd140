/**
 * What was opened last, for the search. Kept for the owner until the sign-out, so that it survives a reload. It has names
 * of users and settings, but nothing secret.
 */
interface Recent {
  path: string
  title: string
}

interface Stored {
  ownerId: string
  items: readonly Recent[]
}

const storageKey = 'latchkey-recent'
/** One of them may be the page that is open. */
const maxListed = 7
/** Of all projects together. */
const maxKept = 60

function read(ownerId: string): readonly Recent[] {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? '') as Stored
    return stored.ownerId === ownerId ? stored.items : []
  } catch {
    return []
  }
}

/** The project's, or those of all projects. */
export function listRecent(ownerId: string, projectId?: string): readonly Recent[] {
  return read(ownerId)
    .filter(({ path }) => !projectId || path.startsWith(`/projects/${projectId}/`))
    .slice(0, maxListed)
}

export function rememberRecent(ownerId: string, path: string, title: string): void {
  const others = read(ownerId).filter((each) => each.path !== path)
  const stored: Stored = { ownerId, items: [{ path, title }, ...others].slice(0, maxKept) }
  localStorage.setItem(storageKey, JSON.stringify(stored))
}

export function forgetRecent(): void {
  localStorage.removeItem(storageKey)
}
