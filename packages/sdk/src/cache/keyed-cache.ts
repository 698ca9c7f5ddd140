import { CachedValue } from './cached-value.ts'

const maxIdleKeys = 500

/** Values of the server by key, for instance `teams/of/me`. Those that nobody uses go first when there are many. */
export class KeyedCache {
  readonly #values = new Map<string, CachedValue<unknown>>()

  /** One key always means the same fetch: that of the first call counts. */
  get<T>(key: string, fetch: () => Promise<T>): CachedValue<T> {
    let value = this.#values.get(key)
    if (!value) {
      if (this.#values.size >= maxIdleKeys) this.#dropIdle()
      value = new CachedValue<unknown>(fetch)
      this.#values.set(key, value)
    }
    return value as CachedValue<T>
  }

  /** After a write to all whose keys start like this. Resolves when everybody sees the change. */
  async refresh(...prefixes: string[]): Promise<void> {
    const changed = [...this.#values].filter(([key]) => prefixes.some((prefix) => key.startsWith(prefix)))
    await Promise.all(changed.map(([, value]) => value.refresh()))
  }

  #dropIdle(): void {
    for (const [key, value] of this.#values) {
      if (value.isIdle) this.#values.delete(key)
    }
  }
}
