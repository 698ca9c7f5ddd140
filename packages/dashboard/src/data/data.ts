import type { CacheStore } from '@latchkey/react'
import { useEffect, useSyncExternalStore } from 'react'
import { checkConnection } from './connection.ts'

interface Kept {
  /** The last value that was loaded; undefined before the first. */
  latest: { value: unknown } | undefined
  changedAt: number
  forget: () => void
}

/** Enough for going back and forth between pages without waiting. The least recently used come first. */
const maxKept = 60
const freshMillis = 5000
const kept = new Map<CacheStore<unknown>, Kept>()

/**
 * What the server knows, through the SDK's cache: one request for everybody who asks. Suspends the first time. A page
 * that is opened again shows what it had and loads again behind it, and so does a page whose server is away.
 */
export function useData<T>(store: CacheStore<T>): T {
  const entry = useSyncExternalStore(store.subscribe, store.getSnapshot)
  useEffect(() => keepFresh(store), [store])
  if (entry.status === 'ok') return entry.value
  const latest = kept.get(store)?.latest
  if (latest) return latest.value as T
  if (entry.status === 'pending') throw entry.promise
  throw new LoadError(entry.error, store)
}

/** Carries what failed to load, so that whoever shows it can try again. */
export class LoadError extends Error {
  override name = 'LoadError'
  readonly retry: () => Promise<unknown>

  constructor(cause: unknown, store: CacheStore<unknown>) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.retry = () => store.load()
  }
}

/** How many components show each. */
const shown = new Map<CacheStore<unknown>, number>()

/** Loads everything on the page again, as after the server was away. */
export function reloadShown(): void {
  for (const store of shown.keys()) load(store)
}

/** What has changed on the server: loaded now if it is on the page, otherwise when it is shown again. */
export function reloadChanged(
  stores: readonly (CacheStore<unknown> & { startedAt: number })[],
  changedAtMillis: number,
): void {
  for (const store of stores) {
    // The tab that has made the change has loaded it again already.
    if (store.startedAt >= changedAtMillis) continue
    if (shown.has(store)) load(store)
    else {
      const known = kept.get(store)
      if (known) known.changedAt = 0
    }
  }
}

function keepFresh(store: CacheStore<unknown>): () => void {
  const known = kept.get(store)
  keep(store)
  if (known && Date.now() - known.changedAt > freshMillis) {
    // Other parts of the page show it too.
    known.changedAt = Date.now()
    load(store)
  }
  shown.set(store, (shown.get(store) ?? 0) + 1)
  return () => {
    const count = shown.get(store) ?? 0
    if (count > 1) shown.set(store, count - 1)
    else shown.delete(store)
  }
}

function load(store: CacheStore<unknown>): void {
  store.load().catch(checkConnection)
}

/** A cached value is dropped a few seconds after its last reader has left; this is one more reader. */
function keep(store: CacheStore<unknown>): void {
  const known = kept.get(store)
  if (known) {
    kept.delete(store)
    kept.set(store, known)
    return
  }
  const entry: Kept = { latest: undefined, changedAt: 0, forget: store.subscribe(read) }
  kept.set(store, entry)
  read()
  const [oldest] = kept
  if (kept.size <= maxKept || !oldest) return
  oldest[1].forget()
  kept.delete(oldest[0])

  function read() {
    const snapshot = store.getSnapshot()
    if (snapshot.status !== 'ok') return
    entry.latest = { value: snapshot.value }
    entry.changedAt = Date.now()
  }
}
