import type { CachedValue } from '../cache/cached-value.ts'
import type { AppCore } from '../core/app-core.ts'
import type { Item, ItemReference } from './items.ts'

export function itemStoreOf(core: AppCore, reference: ItemReference): CachedValue<Item> {
  let read: (() => Promise<Item>) | undefined
  return core.items.get(itemKeyOf(reference), async () => {
    read ??= (await core.features.loadRare()).createItemReader(core, reference)
    return read()
  })
}

/** The same for the same item, whoever refers to it. */
export const itemKeyOf = ({ itemId, userId, teamId, customCustomerId }: ItemReference) =>
  JSON.stringify([userId, teamId, customCustomerId, itemId])
