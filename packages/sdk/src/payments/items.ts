import type { Routes } from '@latchkey/contract'
import { keepWhileEqual } from '../cache/cached-value.ts'
import type { Actor } from '../core/actors.ts'
import type { AppCore } from '../core/app-core.ts'
import { hasCode } from '../errors/known-errors.ts'
import { type ItemPath, itemKeyOf } from './item-stores.ts'
import type { InlineOffer, Item, ServerItem } from './payment-types.ts'

type ItemJson = Routes['GET /payments/items/{customer_type}/{customer_id}/{item_id}']['response']['client']

export function createItemReader(core: AppCore, path: ItemPath): () => Promise<Item> {
  const create = keepWhileEqual((record: ItemJson) => createItem(core, path, record))
  return async () => {
    // Nobody has to be signed in, but who is can be told.
    const session = core.access === 'client' && core.options.tokenStore ? await core.findSession() : undefined
    const request = { access: core.access, session, params: paramsOf(path) }
    return create(await core.call('GET /payments/items/{customer_type}/{customer_id}/{item_id}', request))
  }
}

function createItem(core: AppCore, path: ItemPath, { display_name, quantity }: ItemJson): Item | ServerItem {
  const item: Item = { displayName: display_name, quantity, nonNegativeQuantity: Math.max(0, quantity) }
  if (core.access === 'client') return Object.freeze(item)
  const change = async (delta: number, mayBecomeNegative: boolean) => {
    await changeQuantity(core, path, { access: core.access, delta, mayBecomeNegative })
  }
  return Object.freeze<ServerItem>({
    ...item,
    increaseQuantity: async (amount) => change(amountOf(amount), false),
    decreaseQuantity: async (amount) => change(-amountOf(amount), true),
    async tryDecreaseQuantity(amount) {
      try {
        await change(-amountOf(amount), false)
        return true
      } catch (error) {
        if (hasCode(error, 'ITEM_QUANTITY_INSUFFICIENT_AMOUNT')) return false
        throw error
      }
    },
  })
}

/** What comes from a request must not turn a decrease into an increase. */
function amountOf(amount: number): number {
  if (Number.isSafeInteger(amount) && amount >= 0) return amount
  throw new TypeError('The amount of a change must be a whole number that is not negative.')
}

interface QuantityChange {
  access: 'server' | 'admin' | 'client'
  delta: number
  mayBecomeNegative: boolean
  expiresAt?: string | undefined
  description?: string | undefined
}

/** Writes a change, and tells those who show the item. */
export async function changeQuantity(core: AppCore, path: ItemPath, change: QuantityChange): Promise<void> {
  await core.call('POST /payments/items/{customer_type}/{customer_id}/{item_id}/update-quantity', {
    access: change.access,
    params: paramsOf(path),
    query: { allow_negative: change.mayBecomeNegative ? 'true' : 'false' },
    // Zero has no sign on the wire.
    body: { delta: change.delta + 0, expires_at: change.expiresAt, description: change.description },
  })
  await core.items.refresh(itemKeyOf(path))
}

export async function createCheckoutUrl(
  { core, as }: Actor,
  customerType: 'user' | 'team',
  customerId: string,
  { offerId, offer }: { offerId?: string; offer?: InlineOffer },
): Promise<string> {
  // Whoever gives both is told so by the server.
  const body = { customer_type: customerType, customer_id: customerId, offer_id: offerId, inline_offer: offer }
  return (await core.call('POST /payments/purchases/create-purchase-url', { ...as, body })).url
}

function paramsOf([customer_type, customer_id, item_id]: ItemPath) {
  return { customer_type, customer_id, item_id }
}
