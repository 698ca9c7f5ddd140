import type { CacheEntry, CacheStore } from '@latchkey/sdk'
import { useRef, useSyncExternalStore } from './react.ts'

/**
 * The value of a cache entry. Suspends until there is one; a failed fetch goes to the error boundary. The cache keeps
 * the promise, so unrelated renders do not suspend again.
 */
export function useCached<T>(store: CacheStore<T>): T {
  const entry = useEntry(store)
  if (entry.status === 'pending') throw entry.promise
  if (entry.status === 'error') throw entry.error
  return entry.value
}

/**
 * Like `useCached`, but keeps the old value while a new one is fetched instead of suspending again. For forms, which
 * must not disappear between a sign-in and the new user.
 */
export function useLatest<T>(store: CacheStore<T>): T {
  const entry = useEntry(store)
  const latest = useRef<{ value: T }>(undefined)
  if (entry.status === 'ok') {
    latest.current = entry
    return entry.value
  }
  if (latest.current) return latest.current.value
  throw entry.status === 'pending' ? entry.promise : entry.error
}

function useEntry<T>(store: CacheStore<T>): CacheEntry<T> {
  if (!store.isHandedOver) bailOutOnServer()
  return useSyncExternalStore(store.subscribe, store.getSnapshot, store.getSnapshot)
}

/** A server only renders values that the provider passed in, and leaves other Suspense boundaries to the browser. */
export function bailOutOnServer() {
  if (!useSyncExternalStore) throw new Error('Hooks run in client components: mark the file with "use client".')
  if (typeof window === 'undefined') throw new NoSuspenseBoundaryError()
}

/**
 * A component that waits for data needs a `Suspense` boundary above it.
 * @example if (error instanceof NoSuspenseBoundaryError) console.error(error.message, error.digest)
 */
export class NoSuspenseBoundaryError extends Error {
  /** Tells React and Next.js to render this part in the browser. */
  readonly digest = 'BAILOUT_TO_CLIENT_SIDE_RENDERING'

  constructor() {
    super(
      'This Latchkey hook waits for the browser. Put a <Suspense> boundary above the component that calls it; one in ' +
        'the same layout or template file stands too low.',
    )
    this.name = 'NoSuspenseBoundaryError'
  }
}
