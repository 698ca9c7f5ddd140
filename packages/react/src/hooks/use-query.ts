import { useMemo, useSyncExternalStore } from 'react'

export type SearchParams = Readonly<Record<string, string | undefined>>

/** The query of the page. Undefined while a server renders that was not given it, and until the browser has taken over. */
export function useQuery(given?: SearchParams): SearchParams | undefined {
  const search = useSyncExternalStore<string | undefined>(
    subscribeToNothing,
    () => globalThis.location.search,
    () => undefined,
  )
  return useMemo(() => {
    if (given || search === undefined) return given
    return Object.fromEntries(new URLSearchParams(search))
  }, [given, search])
}

const subscribeToNothing = () => () => {}
