/** A value that is there at once, shaped for `useSyncExternalStore` too. */
export interface SyncStore<T> {
  subscribe(this: void, listener: () => void): () => void
  /** The same object until the value changes. */
  getSnapshot(this: void): T
}

/** One cached value, shaped for `useSyncExternalStore(store.subscribe, store.getSnapshot)`. */
export interface CacheStore<T> {
  subscribe(this: void, listener: () => void): () => void
  /** The same object until the value changes. Starts the first fetch when nothing is known yet. */
  getSnapshot(this: void): CacheEntry<T>
  /** Always fetches, as the `get…` methods do, and stores the result. */
  load(this: void): Promise<T>
}

export type CacheEntry<T> =
  | { readonly status: 'pending'; readonly promise: Promise<T> }
  | { readonly status: 'ok'; readonly value: T }
  | { readonly status: 'error'; readonly error: unknown }
