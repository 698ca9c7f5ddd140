import type { AppCore } from './app-core.ts'
import { CachedValue } from './cache.ts'
import type { Session } from './session.ts'

const maxIdleKeys = 500

/** The records of a list, and how each becomes an object. */
export interface LoadedList<R, T> {
  items: R[]
  create(record: R): T
}

/** Values of the server by key, for instance `teams/of/me`. Those that nobody uses go first when there are many. */
export class ResourceCache {
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

  list<R, T>(key: string, load: () => Promise<LoadedList<R, T>>): CachedValue<T[]> {
    const keep = keepItems<R, T>()
    return this.get(key, async () => keep(await load()))
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

const caches = new WeakMap<object, ResourceCache>()

/** What a client sees depends on who is signed in; what a server sees does not. */
export function cacheOf(core: AppCore, session: Session | undefined): ResourceCache {
  return cacheFor((core.access === 'client' && session) || core)
}

export function cacheFor(reader: AppCore | Session): ResourceCache {
  const cache = caches.get(reader) ?? new ResourceCache()
  caches.set(reader, cache)
  return cache
}

/** Makes the objects of a list. Records that say the same as last time give the same objects, or even the same list. */
function keepItems<R, T>(): (loaded: LoadedList<R, T>) => T[] {
  let kept = new Map<string, T>()
  let list: T[] = []
  return ({ items, create }) => {
    const texts = items.map((record) => JSON.stringify(record))
    const objects = items.map((record, index) => kept.get(texts[index]!) ?? create(record))
    kept = new Map(texts.map((text, index) => [text, objects[index]!]))
    const isSame = objects.length === list.length && objects.every((object, index) => object === list[index])
    if (!isSame) list = objects
    return list
  }
}
