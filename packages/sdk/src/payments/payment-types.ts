/** Something that is counted for a customer, as the settings of the project name it. */
export interface Item {
  readonly displayName: string
  /** Negative when more was used than there was. */
  readonly quantity: number
  /** The quantity, but 0 where it is negative. */
  readonly nonNegativeQuantity: number
}

/** The numbers are whole and not negative. The object keeps the quantity that it was read with. */
export interface ServerItem extends Item {
  increaseQuantity(amount: number): Promise<void>
  /** Also when less than that is left, which leaves a negative quantity. */
  decreaseQuantity(amount: number): Promise<void>
  /** False, and nothing changes, when less than that is left. Two calls at once never share what is left. */
  tryDecreaseQuantity(amount: number): Promise<boolean>
}

/** An item and whose it is. Custom customers are whatever the app calls by an id. */
export type ItemReference =
  | { itemId: string; userId: string; teamId?: undefined; customCustomerId?: undefined }
  | { itemId: string; teamId: string; userId?: undefined; customCustomerId?: undefined }
  | { itemId: string; customCustomerId: string; userId?: undefined; teamId?: undefined }

export type CustomerType = 'user' | 'team' | 'custom'

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
