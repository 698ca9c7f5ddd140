import type { CacheStore } from '../index.ts'

/** The current value of a store, without a request. */
export function shownIn<T>(store: CacheStore<T>): T {
  const snapshot = store.getSnapshot()
  if (snapshot.status !== 'ok') throw new Error('Nothing is shown.')
  return snapshot.value
}

/** Subscribes to stores, so that changes are fetched immediately. */
export async function show(...stores: CacheStore<unknown>[]): Promise<void> {
  for (const store of stores) store.subscribe(() => {})
  await Promise.all(stores.map((store) => store.load()))
}
