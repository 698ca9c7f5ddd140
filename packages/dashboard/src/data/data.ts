import type { CacheStore } from '@latchkey/react'
import { useEffect, useSyncExternalStore } from 'react'
import { checkConnection } from './connection.ts'

interface Kept {
  /** The last loaded value. Undefined until the first load. */
  latest: { value: unknown } | undefined
  changedAt: number
  forget: () => void
}

/** Enough to switch between pages without waiting. The least recently used entry comes first. */
const maxKept = 60
const freshMillis = 5000
const kept = new Map<CacheStore<unknown>, Kept>()

/**
 * Server data through the SDK's cache, which shares one request between all readers. Suspends on first use. A page that
 * is opened again shows the last value and reloads in the background, also while the server is unreachable.
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

/** A failed load. Its `retry` lets an error boundary try again. */
export class LoadError extends Error {
  override name = 'LoadError'
  readonly retry: () => Promise<unknown>

  constructor(cause: unknown, store: CacheStore<unknown>) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.retry = () => store.load()
  }
}

/** The number of mounted components per store. */
const shown = new Map<CacheStore<unknown>, number>()

/** Reloads everything on the page, such as after a lost connection. */
export function reloadShown(): void {
  for (const store of shown.keys()) load(store)
}

/** Reloads changed stores: now if they are on the page, otherwise when they are shown again. */
export function reloadChanged(
  stores: readonly (CacheStore<unknown> & { startedAt: number })[],
  changedAtMillis: number,
): void {
  for (const store of stores) {
    // The tab that made the change has already reloaded it.
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
    // Keeps other readers on the page from reloading it too.
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

/** Subscribes to the store, because the SDK drops cached values a few seconds after the last reader unmounts. */
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
