import type { Actor } from '../core/actors.ts'
import type { CustomerType, Item, ServerItem } from './items.ts'

/** A user or team, which can have items and buy offers. */
export interface Customer {
  readonly id: string
  getItem(itemId: string): Promise<Item>
  /** The URL of a page where this customer can buy an offer. Valid once, for one day. */
  createCheckoutUrl(options: { offerId: string }): Promise<string>
}

export interface ServerCustomer extends Customer {
  getItem(itemId: string): Promise<ServerItem>
  /** For an offer of the project's settings, or for one that is defined here. */
  createCheckoutUrl(options: { offerId: string } | { offer: InlineOffer }): Promise<string>
}

/** An offer that is not in the project's settings, in the format of the API. */
export interface InlineOffer {
  display_name: string
  customer_type: CustomerType
  server_only?: true | undefined
  free_trial?: DayInterval | undefined
  /** By an id of your choice. Each has an amount in at least one currency. Without an interval it is a one-time payment. */
  prices: Record<string, OfferPrice>
  included_items: Record<string, IncludedItem>
}

/** Amounts are strings such as `'9.99'`. */
export type OfferPrice = { [Code in Currency]?: string | undefined } & {
  interval?: DayInterval | undefined
  free_trial?: DayInterval | undefined
}

export interface IncludedItem {
  quantity?: number | undefined
  /** Granted again after each interval. */
  repeat?: DayInterval | 'never' | undefined
  expires?: 'never' | 'when-purchase-expires' | 'when-repeated' | undefined
}

export type Currency = 'USD' | 'EUR' | 'GBP' | 'JPY' | 'INR' | 'AUD' | 'CAD'

export type DayInterval = [count: number, unit: 'day' | 'week' | 'month' | 'year']

export async function createCheckoutUrl(
  { core, as }: Actor,
  customerType: 'user' | 'team',
  customerId: string,
  { offerId, offer }: { offerId?: string; offer?: InlineOffer },
): Promise<string> {
  // The server rejects requests with both.
  const body = { customer_type: customerType, customer_id: customerId, offer_id: offerId, inline_offer: offer }
  return (await core.call('POST /payments/purchases/create-purchase-url', { ...as, body })).url
}
