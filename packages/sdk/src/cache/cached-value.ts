import { clock } from '../environment/clock.ts'

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

const throttleMillis = 300
const keptMillis = 5000
const noop = () => {}

/** While something is held, readers of caches keep seeing what they saw before. */
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

  /** At once when nothing is held, otherwise afterwards. */
  whenFree(apply: () => void): void {
    if (this.#released) this.#released.then(() => this.whenFree(apply))
    else apply()
  }
}

/** One value of the server with its readers: at most one fetch at a time, starts at least 300 ms apart. */
export class CachedValue<T> implements CacheStore<T> {
  #entry: CacheEntry<T> | undefined
  #listeners = new Set<() => void>()
  #running: Promise<T> | undefined
  #next: Promise<T> | undefined
  #startedAt = -Infinity
  #shownAt = 0
  #leaveCount = 0
  /** Counts fetches and writes by their start; what started earlier never replaces what started later. */
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

  /** True when nobody reads it and nothing is on its way. */
  get isIdle(): boolean {
    return !this.isShown && !this.#running && !this.#next
  }

  readonly getSnapshot = (): CacheEntry<T> => {
    // A failure that nobody shows is forgotten like an unused value: the next reader may have better luck.
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
    const waitMillis = Math.min(throttleMillis, throttleMillis - (Date.now() - this.#startedAt))
    if (!this.#running && waitMillis <= 0) return this.#start()
    this.#next = Promise.allSettled([this.#running, clock.wait(waitMillis)]).then(() => {
      this.#next = undefined
      return this.#start()
    })
    return this.#next
  }

  /** After a write: what is shown is fetched again, all else when it is next asked for. A failure is the readers'. */
  async refresh(): Promise<void> {
    if (this.isShown) return this.load().then(noop, noop)
    // What is on its way may have been read before the write.
    this.#shownSince = ++this.#clock
    this.#entry = undefined
  }

  set(value: T): void {
    this.#show({ status: 'ok', value }, ++this.#clock)
  }

  /** Shows what a promise from elsewhere gives, as if it had been fetched here. */
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
    this.#startedAt = Date.now()
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
    // A reader who has seen nothing yet is waiting for this very value.
    const isSeen = this.#entry && this.#entry.status !== 'pending'
    if (this.#hold && isSeen) this.#hold.whenFree(apply)
    else apply()
  }
}

/** Makes an object from a record, and the same one again while the record says the same. */
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
