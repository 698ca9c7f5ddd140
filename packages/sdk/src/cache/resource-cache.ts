import type { CachedValue } from './cached-value.ts'
import { KeyedCache } from './keyed-cache.ts'

/** The records of a list, and how to create an object from each. */
export interface LoadedList<R, T> {
  items: R[]
  create(record: R): T
}

/** A cache that also holds lists. Their objects stay the same while their records are equal. */
export class ResourceCache extends KeyedCache {
  list<R, T>(key: string, load: () => Promise<LoadedList<R, T>>): CachedValue<T[]> {
    const keep = keepItems<R, T>()
    return this.get(key, async () => keep(await load()))
  }
}

const caches = new WeakMap<object, ResourceCache>()

/** A client's data depends on who is signed in; a server's does not. */
export function cacheOf(core: { access: 'client' | 'server' }, session: object | undefined): ResourceCache {
  return cacheFor((core.access === 'client' && session) || core)
}

export function cacheFor(reader: object): ResourceCache {
  const cache = caches.get(reader) ?? new ResourceCache()
  caches.set(reader, cache)
  return cache
}

/** Creates the objects of a list. Equal records give the same objects, and an equal list the same array. */
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
