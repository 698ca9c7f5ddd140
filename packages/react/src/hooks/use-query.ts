import { useMemo, useSyncExternalStore } from 'react'

export type SearchParams = Readonly<Record<string, string | undefined>>

/**
 * The query of the page. Undefined while a server renders that was not given it, and until the browser has taken over.
 * With a given one nothing changes then: React would throw away the server's HTML of what has not loaded yet.
 */
export function useQuery(given?: SearchParams): SearchParams | undefined {
  const search = useSyncExternalStore<string | undefined>(
    subscribeToNothing,
    () => (given ? undefined : globalThis.location.search),
    () => undefined,
  )
  return useMemo(() => {
    if (given || search === undefined) return given
    return Object.fromEntries(new URLSearchParams(search))
  }, [given, search])
}

const subscribeToNothing = () => () => {}
