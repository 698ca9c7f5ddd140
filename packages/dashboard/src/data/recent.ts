/** What was opened last in this tab, for the search. In memory only, because it names people. */
interface Recent {
  path: string
  title: string
}

const maxKept = 6
let recent: readonly Recent[] = []

export const listRecent = () => recent

export function rememberRecent(path: string, title: string): void {
  recent = [{ path, title }, ...recent.filter((each) => each.path !== path)].slice(0, maxKept)
}

export function forgetRecent(): void {
  recent = []
}
