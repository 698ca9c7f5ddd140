import type { Actor } from '../core/actors.ts'
import type { CustomerType, Item, ServerItem } from './items.ts'

/**
 * A user or team that can have items and buy offers.
 * @example
 * const url = await user.createCheckoutUrl({ offerId: 'pro' })
 * console.log(user.id, url)
 */
export interface Customer {
  /** The id of the user or team. */
  readonly id: string
  /**
   * The customer's quantity of an item.
   * @example const { quantity } = await user.getItem('credits')
   */
  getItem(itemId: string): Promise<Item>
  /**
   * The URL of a page where this customer can buy an offer. Valid once, for one day.
   * @example const url = await user.createCheckoutUrl({ offerId: 'pro' })
   */
  createCheckoutUrl(options: { offerId: string } & CheckoutOptions): Promise<string>
}

/**
 * A user or team that can buy, as servers see it.
 * @example const credits = await serverUser.getItem('credits')
 */
export interface ServerCustomer extends Customer {
  /**
   * The customer's quantity of an item, with methods to change it.
   * @example await (await serverUser.getItem('credits')).increaseQuantity(10)
   */
  getItem(itemId: string): Promise<ServerItem>
  /**
   * The URL of a purchase page, for an offer in the project's settings or one defined here.
   * @example const url = await serverUser.createCheckoutUrl({ offerId: 'pro' })
   */
  createCheckoutUrl(options: ({ offerId: string } | { offer: InlineOffer }) & CheckoutOptions): Promise<string>
}

/**
 * Options of a checkout URL.
 * @example const url = await user.createCheckoutUrl({ offerId: 'pro', returnUrl: location.href })
 */
export interface CheckoutOptions {
  /** The URL to return to, on a trusted domain. Defaults to the first trusted domain. */
  returnUrl?: string | undefined
}

/**
 * An offer that is not in the project's settings, in the format of the API.
 * @example
 * const offer: InlineOffer = {
 *   display_name: 'Course',
 *   customer_type: 'user',
 *   prices: { once: { USD: '49' } },
 *   included_items: {},
 *   free_trial: [7, 'day'],
 *   server_only: true,
 * }
 */
export interface InlineOffer {
  /** The name that customers see. */
  display_name: string
  /** Who can buy it. */
  customer_type: CustomerType
  /** Whether only your server can sell it. */
  server_only?: true | undefined
  /** The length of the free trial. */
  free_trial?: DayInterval | undefined
  /**
   * The prices by an id of your choice. Each has an amount in at least one currency. A price without an interval is a
   * one-time payment.
   */
  prices: Record<string, OfferPrice>
  /** What a purchase includes, by item id. */
  included_items: Record<string, IncludedItem>
}

/**
 * A price of an offer. Amounts are strings such as `'9.99'`.
 * @example const price: OfferPrice = { USD: '9.99', interval: [1, 'month'], free_trial: [14, 'day'] }
 */
export type OfferPrice = { [Code in Currency]?: string | undefined } & {
  /** The billing interval. Without it, the price is paid once. */
  interval?: DayInterval | undefined
  /** The length of the free trial. */
  free_trial?: DayInterval | undefined
}

/**
 * An item that a purchase includes.
 * @example const credits: IncludedItem = { quantity: 100, repeat: [1, 'month'], expires: 'when-repeated' }
 */
export interface IncludedItem {
  /** The quantity of the item. */
  quantity?: number | undefined
  /** Granted again after each interval. */
  repeat?: DayInterval | 'never' | undefined
  /** When the quantity expires. */
  expires?: 'never' | 'when-purchase-expires' | 'when-repeated' | undefined
}

/**
 * A currency that offers can have prices in.
 * @example const currency: Currency = 'USD'
 */
export type Currency = 'USD' | 'EUR' | 'GBP' | 'JPY' | 'INR' | 'AUD' | 'CAD'

/**
 * A number of days, weeks, months or years.
 * @example const monthly: DayInterval = [1, 'month']
 */
export type DayInterval = [count: number, unit: 'day' | 'week' | 'month' | 'year']

export async function createCheckoutUrl(
  { core, as }: Actor,
  customerType: 'user' | 'team',
  customerId: string,
  { offerId, offer, returnUrl }: { offerId?: string; offer?: InlineOffer } & CheckoutOptions,
): Promise<string> {
  // The server rejects requests with both.
  const body = {
    customer_type: customerType,
    customer_id: customerId,
    offer_id: offerId,
    inline_offer: offer,
    return_url: returnUrl,
  }
  return (await core.call('POST /payments/purchases/create-purchase-url', { ...as, body })).url
}
