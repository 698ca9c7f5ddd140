import type { CachedValue } from '../cache/cached-value.ts'
import type { AppCore } from '../core/app-core.ts'
import type { CustomerType, Item, ItemReference } from './items.ts'

/** An item of a customer: the parts of its path in the API, in that order. */
export type ItemPath = [customerType: CustomerType, customerId: string, itemId: string]

const loadItems = () => import('./items.ts')
export const loadCheckout = () => import('./checkout.ts')

export function itemStoreOf(core: AppCore, ...path: ItemPath): CachedValue<Item> {
  let read: (() => Promise<Item>) | undefined
  return core.items.get(itemKeyOf(path), async () => {
    read ??= (await loadItems()).createItemReader(core, path)
    return read()
  })
}

export const itemKeyOf = (path: ItemPath) => JSON.stringify(path)

export function itemPathOf({ itemId, userId, teamId, customCustomerId: custom }: ItemReference): ItemPath {
  const found = Object.entries({ user: userId, team: teamId, custom }).find(([, id]) => id !== undefined)
  if (found) return [...(found as [CustomerType, string]), itemId]
  throw new TypeError('An item needs a userId, a teamId or a customCustomerId.')
}
