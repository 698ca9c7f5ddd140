import { clock } from '../environment/clock.ts'
import { isBrowser } from '../environment/environment.ts'

/**
 * A value that is available synchronously, in the shape that `useSyncExternalStore` expects.
 * @internal
 */
export interface SyncStore<T> {
  subscribe(this: void, listener: () => void): () => void
  /** The same object until the value changes. */
  getSnapshot(this: void): T
}

/**
 * One cached value, in the shape that `useSyncExternalStore(store.subscribe, store.getSnapshot)` expects.
 * @internal
 */
export interface CacheStore<T> {
  subscribe(this: void, listener: () => void): () => void
  /** The same object until the value changes. Starts the first fetch if there is no value yet. */
  getSnapshot(this: void): CacheEntry<T>
  /** Always fetches, as the `get…` methods do, and stores the result. */
  load(this: void): Promise<T>
  /** True if the value was passed in, so that a server can render it. Other values are left to the browser. */
  readonly isHandedOver?: boolean
}

/**
 * Used by packages built on this one.
 * @internal
 */
export type CacheEntry<T> =
  | { readonly status: 'pending'; readonly promise: Promise<T> }
  | { readonly status: 'ok'; readonly value: T }
  | { readonly status: 'error'; readonly error: unknown }

/** For browsers, where many components read at once. Servers fetch on demand and never wait. */
const throttleMillis = 300
const keptMillis = 5000
const noop = () => {}

/** While work runs under a hold, subscribers keep seeing the old values. */
export class Hold {
  #released: Promise<unknown> | undefined

  get isActive(): boolean {
    return !!this.#released
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    const running = work()
    const released = Promise.allSettled([this.#released, running]).then(() => {
      if (this.#released === released) this.#released = undefined
    })
    this.#released = released
    return running
  }

  /** Applies the change immediately if no work is running, otherwise afterwards. */
  whenFree(apply: () => void): void {
    if (this.#released) this.#released.then(() => this.whenFree(apply))
    else apply()
  }
}

/** A cached value and its subscribers. Runs one fetch at a time; in browsers, fetches start at least 300 ms apart. */
export class CachedValue<T> implements CacheStore<T> {
  #entry: CacheEntry<T> | undefined
  #listeners = new Set<() => void>()
  #running: Promise<T> | undefined
  #next: Promise<T> | undefined
  /** When the last fetch started, in browsers. */
  startedAt = -Infinity
  #shownAt = 0
  #leaveCount = 0
  isHandedOver = false
  /** Counts fetches and writes, so that an older result never replaces a newer one. */
  #clock = 0
  #shownSince = 0
  readonly #fetch: () => Promise<T>
  readonly #hold: Hold | undefined

  constructor(fetch: () => Promise<T>, hold?: Hold) {
    this.#fetch = fetch
    this.#hold = hold
  }

  get isShown(): boolean {
    return this.#listeners.size > 0
  }

  /** True if there are no subscribers and no pending fetch. */
  get isIdle(): boolean {
    return !this.isShown && !this.#running && !this.#next
  }

  readonly getSnapshot = (): CacheEntry<T> => {
    // An error without subscribers is dropped like an unused value, so that the next reader retries.
    const isForgotten =
      this.#entry?.status === 'error' && this.isIdle && Math.abs(Date.now() - this.#shownAt) > keptMillis
    if (isForgotten) this.#entry = undefined
    if (!this.#entry) {
      const promise = this.load()
      promise.catch(() => {})
      this.#entry ??= { status: 'pending', promise }
    }
    return this.#entry
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    const call = () => listener()
    this.#listeners.add(call)
    return () => {
      this.#listeners.delete(call)
      if (this.isShown) return
      const leave = ++this.#leaveCount
      clock.wait(keptMillis).then(() => {
        if (this.isIdle && leave === this.#leaveCount) this.#entry = undefined
      })
    }
  }

  readonly load = (): Promise<T> => {
    if (this.#next) return this.#next
    // Next.js forbids reading the clock while prerendering.
    const waitMillis = isBrowser() ? throttleMillis - Math.max(0, Date.now() - this.startedAt) : 0
    if (!this.#running && waitMillis <= 0) return this.#start()
    this.#next = Promise.allSettled([this.#running, waitMillis > 0 && clock.wait(waitMillis)]).then(() => {
      this.#next = undefined
      return this.#start()
    })
    return this.#next
  }

  /**
   * Called after a write. Fetches again if there are subscribers, otherwise on the next read. Subscribers get the
   * error, if any.
   */
  async refresh(): Promise<void> {
    if (this.isShown) return this.load().then(noop, noop)
    // A pending fetch may have read the value before the write.
    this.#shownSince = ++this.#clock
    this.#entry = undefined
  }

  set(value: T): void {
    this.#show({ status: 'ok', value }, ++this.#clock)
  }

  /** Takes the result of another promise as if it had been fetched here. */
  follow(promise: Promise<T>): Promise<T> {
    const startedAs = ++this.#clock
    this.#entry ??= { status: 'pending', promise }
    promise.then(
      (value) => this.#show({ status: 'ok', value }, startedAs),
      (error) => this.#show({ status: 'error', error }, startedAs),
    )
    return promise
  }

  #start(): Promise<T> {
    if (isBrowser()) this.startedAt = Date.now()
    const running = this.#fetch().finally(() => {
      if (this.#running === running) this.#running = undefined
    })
    this.#running = running
    return this.follow(running)
  }

  #show(entry: CacheEntry<T>, startedAs: number): void {
    const apply = () => {
      if (startedAs < this.#shownSince) return
      this.#shownSince = startedAs
      const shown = this.#entry
      if (shown?.status === 'ok' && entry.status === 'ok' && shown.value === entry.value) return
      this.#entry = entry
      this.#shownAt = Date.now()
      for (const listener of [...this.#listeners]) listener()
    }
    // A reader without a value is waiting for this one, so the hold does not apply.
    const isSeen = this.#entry && this.#entry.status !== 'pending'
    if (this.#hold && isSeen) this.#hold.whenFree(apply)
    else apply()
  }
}

/** Creates an object from a record, and returns the same object while the record is equal. */
export function keepWhileEqual<R, T>(create: (record: R) => T): (record: R) => T {
  let text: string | undefined
  let made: T
  return (record) => {
    const next = JSON.stringify(record)
    if (next !== text) {
      text = next
      made = create(record)
    }
    return made
  }
}
