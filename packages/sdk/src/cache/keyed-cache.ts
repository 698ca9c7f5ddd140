import { CachedValue } from './cached-value.ts'

const maxIdleKeys = 500

/** Cache entries by key, for instance `teams/of/me`. Unused entries are dropped when there are many. */
export class KeyedCache {
  readonly values = new Map<string, CachedValue<unknown>>()

  /** A key always stands for the same fetch, so later calls do not replace it. */
  get<T>(key: string, fetch: () => Promise<T>): CachedValue<T> {
    let value = this.values.get(key)
    if (!value) {
      if (this.values.size >= maxIdleKeys) this.#dropIdle()
      value = new CachedValue<unknown>(fetch)
      this.values.set(key, value)
    }
    return value as CachedValue<T>
  }

  /**
   * Called after a write, with the prefixes of the keys that it affects. Resolves when all subscribers see the change.
   */
  async refresh(...prefixes: string[]): Promise<void> {
    const changed = [...this.values].filter(([key]) => prefixes.some((prefix) => key.startsWith(prefix)))
    await Promise.all(changed.map(([, value]) => value.refresh()))
  }

  #dropIdle(): void {
    for (const [key, value] of this.values) {
      if (value.isIdle) this.values.delete(key)
    }
  }
}
