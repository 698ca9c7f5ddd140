import type { CacheStore } from '../index.ts'

/** What readers of a store see now, without asking the server. */
export function shownIn<T>(store: CacheStore<T>): T {
  const snapshot = store.getSnapshot()
  if (snapshot.status !== 'ok') throw new Error('Nothing is shown.')
  return snapshot.value
}

/** Somebody shows these, so that changes are fetched at once. */
export async function show(...stores: CacheStore<unknown>[]): Promise<void> {
  for (const store of stores) store.subscribe(() => {})
  await Promise.all(stores.map((store) => store.load()))
}
