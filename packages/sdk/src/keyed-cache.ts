import { CachedValue } from './cache.ts'

const maxIdleKeys = 500

/** Values of the server by key. Those that nobody uses go first when there are many. */
export class KeyedCache<T> {
  readonly #values = new Map<string, CachedValue<T>>()
  readonly #fetch: (key: string) => Promise<T>

  constructor(fetch: (key: string) => Promise<T>) {
    this.#fetch = fetch
  }

  get(key: string): CachedValue<T> {
    let value = this.#values.get(key)
    if (!value) {
      if (this.#values.size >= maxIdleKeys) this.#dropIdle()
      value = new CachedValue(() => this.#fetch(key))
      this.#values.set(key, value)
    }
    return value
  }

  /** After a write: what is shown somewhere is fetched again, all else when it is next asked for. */
  refresh(): void {
    for (const value of this.#values.values()) {
      if (value.isShown) value.load().catch(() => {})
    }
  }

  #dropIdle(): void {
    for (const [key, value] of this.#values) {
      if (value.isIdle) this.#values.delete(key)
    }
  }
}
