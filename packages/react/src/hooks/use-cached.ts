import type { CacheStore } from '@latchkey/sdk'
import { useRef, useSyncExternalStore } from 'react'

/**
 * The value of one of the SDK's caches. Suspends until there is one; a failed fetch goes to the error
 * boundary. The cache keeps the promise, so unrelated renders do not suspend anew.
 */
export function useCached<T>(store: CacheStore<T>): T {
  bailOutOnServer()
  const entry = useSyncExternalStore(store.subscribe, store.getSnapshot, store.getSnapshot)
  if (entry.status === 'pending') throw entry.promise
  if (entry.status === 'error') throw entry.error
  return entry.value
}

/**
 * The same, but once there was a value it does not suspend again: while a new one is fetched, the old
 * one stands. For a form, which must not vanish between the sign-in it sent and the user it leads to.
 */
export function useLatest<T>(store: CacheStore<T>): T {
  bailOutOnServer()
  const entry = useSyncExternalStore(store.subscribe, store.getSnapshot, store.getSnapshot)
  const latest = useRef<{ value: T }>(undefined)
  if (entry.status === 'ok') {
    latest.current = entry
    return entry.value
  }
  if (latest.current) return latest.current.value
  throw entry.status === 'pending' ? entry.promise : entry.error
}

/** Who is signed in is known to the browser only; a server leaves the next Suspense boundary to it. */
export function bailOutOnServer() {
  if (typeof window === 'undefined') throw new NoSuspenseBoundaryError()
}

export class NoSuspenseBoundaryError extends Error {
  /** React's and Next.js's mark of an error that means "render this part in the browser". */
  readonly digest = 'BAILOUT_TO_CLIENT_SIDE_RENDERING'

  constructor() {
    super(
      "Latchkey's hooks wait for the signed-in user and therefore run in the browser only. Put a <Suspense> boundary " +
        'above the component that calls them; a boundary in the same layout or template file stands too low.',
    )
    this.name = 'NoSuspenseBoundaryError'
  }
}
