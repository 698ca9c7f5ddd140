import { type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { checkConnection } from './connection.ts'

/** Who reads what: the signed-in owner, the project (empty for the owner's own data), the route and its request. */
export type DataKey = readonly [ownerId: string, projectId: string, route: string, request: unknown]

const cache = new QueryCache({ onError: checkConnection })

/**
 * A page that is opened again shows the last data and reloads it in the background. The SDK retries requests, and the
 * connection banner replaces what the library would do about focus and network changes.
 */
export const queryClient = new QueryClient({
  queryCache: cache,
  defaultOptions: {
    queries: {
      staleTime: 5000,
      gcTime: 600_000,
      retry: false,
      networkMode: 'always',
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
  },
})

const startedAt = new WeakMap<object, number>()
cache.subscribe((event) => {
  if (event.type === 'updated' && event.action.type === 'fetch') startedAt.set(event.query, Date.now())
})

/** Reloads everything on the page, such as after a lost connection. */
export const reloadShown = () => queryClient.refetchQueries({ type: 'active' })

/** Reloads data after a change: now if it is on the page, otherwise when it is shown again. */
export function reloadWhere(matches: (key: DataKey) => boolean, changedAtMillis = Number.POSITIVE_INFINITY) {
  return queryClient.invalidateQueries({
    predicate: (query) => {
      // The tab that made the change has already reloaded it.
      const isOlder = (startedAt.get(query) ?? 0) < changedAtMillis
      return isOlder && matches(query.queryKey as unknown as DataKey)
    },
  })
}

/** The query that failed with this error. */
export const findFailed = (error: unknown): Query | undefined =>
  cache.getAll().find(({ state }) => state.error === error)
