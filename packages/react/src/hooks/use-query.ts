import { useMemo, useSyncExternalStore } from 'react'

export type SearchParams = Readonly<Record<string, string | undefined>>

/**
 * The query of the page. Undefined on a server that does not pass it, and until hydration. A given query does not
 * change on hydration, because React would discard the server's HTML of parts that have not loaded yet.
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
