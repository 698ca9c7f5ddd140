import type { CachedValue } from '../cache/cached-value.ts'
import type { AppCore } from '../core/app-core.ts'
import type { Item, ItemReference } from './items.ts'

export function itemStoreOf(core: AppCore, reference: ItemReference): CachedValue<Item> {
  let read: (() => Promise<Item>) | undefined
  return core.items.get(itemKeyOf(reference), async () => {
    read ??= (await core.features.loadIntegrations()).createItemReader(core, reference)
    return read()
  })
}

/** The cache key of an item, which does not depend on the reader. */
export const itemKeyOf = ({ itemId, userId, teamId, customCustomerId }: ItemReference) =>
  JSON.stringify([userId, teamId, customCustomerId, itemId])
