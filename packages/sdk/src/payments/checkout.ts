import type { Actor } from '../core/actors.ts'
import type { CustomerType, Item, ServerItem } from './items.ts'

/** Who can have items and buy offers: users and teams. */
export interface Customer {
  readonly id: string
  getItem(itemId: string): Promise<Item>
  /** The address of a page where this customer can buy an offer. It works once, for a day. */
  createCheckoutUrl(options: { offerId: string }): Promise<string>
}

export interface ServerCustomer extends Customer {
  getItem(itemId: string): Promise<ServerItem>
  /** For an offer of the settings, or for one that is made up for this purchase. */
  createCheckoutUrl(options: { offerId: string } | { offer: InlineOffer }): Promise<string>
}

/** An offer that is not among the settings of the project, as the wire has it. */
export interface InlineOffer {
  display_name: string
  customer_type: CustomerType
  server_only?: true | undefined
  free_trial?: DayInterval | undefined
  /** By an id of your choice. Each has an amount in at least one currency; without an interval it is paid once. */
  prices: Record<string, OfferPrice>
  included_items: Record<string, IncludedItem>
}

/** Amounts are texts such as `'9.99'`. */
export type OfferPrice = { [Code in Currency]?: string | undefined } & {
  interval?: DayInterval | undefined
  free_trial?: DayInterval | undefined
}

export interface IncludedItem {
  quantity?: number | undefined
  /** Given again after each interval. */
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
  // Whoever gives both is told so by the server.
  const body = { customer_type: customerType, customer_id: customerId, offer_id: offerId, inline_offer: offer }
  return (await core.call('POST /payments/purchases/create-purchase-url', { ...as, body })).url
}
