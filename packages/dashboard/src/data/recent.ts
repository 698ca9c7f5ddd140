/** What was opened last in this tab, for the search. */
interface Recent {
  path: string
  title: string
}

const storageKey = 'latchkey-recent'
const maxKept = 6

export function listRecent(): Recent[] {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as Recent[]
  } catch {
    return []
  }
}

export function rememberRecent(path: string, title: string): void {
  const others = listRecent().filter((recent) => recent.path !== path)
  sessionStorage.setItem(storageKey, JSON.stringify([{ path, title }, ...others].slice(0, maxKept)))
}

export function forgetRecent(): void {
  sessionStorage.removeItem(storageKey)
}
