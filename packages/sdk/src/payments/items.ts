import type { Routes } from '@latchkey/contract'
import { keepWhileEqual } from '../cache/cached-value.ts'
import type { AppCore } from '../core/app-core.ts'
import { hasCode } from '../errors/known-errors.ts'
import { itemKeyOf } from './item-stores.ts'

/**
 * A countable item of a customer, such as credits, defined in the settings of the project.
 * @example
 * const item: Item = await user.getItem('credits')
 * console.log(item.displayName, item.quantity, item.nonNegativeQuantity)
 */
export interface Item {
  /** The name of the item. */
  readonly displayName: string
  /** Negative if more was used than available. */
  readonly quantity: number
  /** The quantity, or 0 if it is negative. */
  readonly nonNegativeQuantity: number
}

/**
 * An item that servers can change. Amounts are non-negative integers. The quantity is a snapshot.
 * @example const item: ServerItem = await serverUser.getItem('credits')
 */
export interface ServerItem extends Item {
  /**
   * Adds to the quantity.
   * @example await item.increaseQuantity(10)
   */
  increaseQuantity(amount: number): Promise<void>
  /**
   * Subtracts from the quantity, which may become negative.
   * @example await item.decreaseQuantity(1)
   */
  decreaseQuantity(amount: number): Promise<void>
  /**
   * Subtracts from the quantity. Returns false and changes nothing if too little is left. Safe under concurrency.
   * @example if (!(await item.tryDecreaseQuantity(1))) throw new Error('No credits left')
   */
  tryDecreaseQuantity(amount: number): Promise<boolean>
}

/**
 * An item of a customer: a user, a team, or a custom customer with an id of the app's choice.
 * @example const reference: ItemReference = { itemId: 'credits', userId: user.id }
 */
export type ItemReference =
  | { itemId: string; userId: string; teamId?: undefined; customCustomerId?: undefined }
  | { itemId: string; teamId: string; userId?: undefined; customCustomerId?: undefined }
  | { itemId: string; customCustomerId: string; userId?: undefined; teamId?: undefined }

/**
 * Who can buy: users, teams, or customers with ids of your own.
 * @example const type: CustomerType = 'team'
 */
export type CustomerType = 'user' | 'team' | 'custom'

type ItemJson = Routes['GET /payments/items/{customer_type}/{customer_id}/{item_id}']['response']['client']

export function createItemReader(core: AppCore, reference: ItemReference): () => Promise<Item> {
  const create = keepWhileEqual((record: ItemJson) => createItem(core, reference, record))
  return async () => {
    // Does not require a signed-in user, but sends a session if there is one.
    const session = core.access === 'client' && core.options.tokenStore ? await core.findSession() : undefined
    const request = { access: core.access, session, params: paramsOf(reference) }
    return create(await core.call('GET /payments/items/{customer_type}/{customer_id}/{item_id}', request))
  }
}

function createItem(core: AppCore, reference: ItemReference, { display_name, quantity }: ItemJson): Item | ServerItem {
  const item: Item = { displayName: display_name, quantity, nonNegativeQuantity: Math.max(0, quantity) }
  if (core.access === 'client') return Object.freeze(item)
  const change = async (delta: number, mayBecomeNegative: boolean) => {
    await changeQuantity(core, reference, { access: core.access, delta, mayBecomeNegative })
  }
  return Object.freeze<ServerItem>({
    ...item,
    // The quantity may still be negative after an increase.
    increaseQuantity: async (amount) => change(amountOf(amount), true),
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

/** Unchecked user input must not turn a decrease into an increase. */
function amountOf(amount: number): number {
  if (Number.isSafeInteger(amount) && amount >= 0) return amount
  throw new TypeError('The amount must be a non-negative integer.')
}

interface QuantityChange {
  access: 'server' | 'admin' | 'client'
  delta: number
  mayBecomeNegative: boolean
  expiresAt?: string | undefined
  description?: string | undefined
}

/** Writes a change and refreshes the item for its subscribers. */
export async function changeQuantity(core: AppCore, reference: ItemReference, change: QuantityChange): Promise<void> {
  await core.call('POST /payments/items/{customer_type}/{customer_id}/{item_id}/update-quantity', {
    access: change.access,
    params: paramsOf(reference),
    query: { allow_negative: change.mayBecomeNegative ? 'true' : 'false' },
    // Turns -0 into 0.
    body: { delta: change.delta + 0, expires_at: change.expiresAt, description: change.description },
  })
  await core.items.refresh(itemKeyOf(reference))
}

function paramsOf({ itemId, userId, teamId, customCustomerId: custom }: ItemReference) {
  const customer = Object.entries({ user: userId, team: teamId, custom }).find(([, id]) => id !== undefined)
  if (!customer) throw new TypeError('An item needs a userId, a teamId or a customCustomerId.')
  return { customer_type: customer[0] as CustomerType, customer_id: customer[1]!, item_id: itemId }
}
