import type { IncludedItem, Offer, Price } from './catalog.ts'
import type { CustomerType } from './customer-types.ts'

/**
 * An offer in a form. Every price and item is its own field, so that saving overwrites only edited ones and keeps
 * changes made elsewhere. Removed ones are null.
 */
export interface OfferDraft {
  displayName: string
  customerType: CustomerType
  groupId: string
  isAddOnTo: readonly string[]
  serverOnly: boolean
  stackable: boolean
  /** Included by default, so it cannot be bought. */
  isFree: boolean
  /** Never set. They only have messages. */
  prices?: undefined
  newId?: undefined
  [price: `price:${string}`]: Price | null | undefined
  [item: `item:${string}`]: IncludedItem | null | undefined
}

export const newOffer: OfferDraft = {
  displayName: '',
  customerType: 'user',
  groupId: '',
  isAddOnTo: [],
  serverOnly: false,
  stackable: false,
  isFree: false,
}

export function toDraft(offer: Offer): OfferDraft {
  const prices = typeof offer.prices === 'object' ? Object.entries(offer.prices) : []
  return {
    displayName: offer.displayName,
    customerType: offer.customerType,
    groupId: offer.groupId ?? '',
    isAddOnTo: offer.isAddOnTo ? Object.keys(offer.isAddOnTo).sort() : [],
    serverOnly: offer.serverOnly,
    stackable: offer.stackable ?? false,
    isFree: offer.prices === 'include-by-default',
    ...Object.fromEntries(prices.map(([id, price]) => [`price:${id}`, price])),
    ...Object.fromEntries(Object.entries(offer.includedItems).map(([id, item]) => [`item:${id}`, item])),
  }
}

/** `saved` provides fields the form does not show. */
export function toOffer(draft: OfferDraft, saved: Offer | undefined): Offer {
  const { displayName, customerType, groupId, isAddOnTo, serverOnly, stackable, isFree } = draft
  return {
    ...(saved?.freeTrial && { freeTrial: saved.freeTrial }),
    displayName: displayName.trim(),
    customerType,
    ...(groupId && { groupId }),
    isAddOnTo: isAddOnTo.length > 0 ? Object.fromEntries(isAddOnTo.map((id) => [id, true as const])) : false,
    serverOnly,
    stackable: stackable && !isFree,
    prices: isFree ? 'include-by-default' : pricesOf(draft),
    includedItems: itemsOf(draft),
  }
}

export const setPrice = (id: string, price: Price | null) => ({ [`price:${id}`]: price }) as Partial<OfferDraft>
export const setItem = (id: string, item: IncludedItem | null) => ({ [`item:${id}`]: item }) as Partial<OfferDraft>

export const pricesOf = (draft: OfferDraft) => entriesOf<Price>(draft, 'price:')
export const itemsOf = (draft: OfferDraft) => entriesOf<IncludedItem>(draft, 'item:')

function entriesOf<T>(draft: OfferDraft, prefix: string): Record<string, T> {
  const entries = Object.entries(draft).filter(([key, value]) => key.startsWith(prefix) && value)
  return Object.fromEntries(entries.map(([key, value]) => [key.slice(prefix.length), value as T]))
}

const plainFields = ['displayName', 'customerType', 'groupId', 'isAddOnTo', 'prices'] as const

/** The field of `payments.offers.pro.prices.monthly.USD` is the price. Undefined for what the form cannot point at. */
export function fieldAt(path: string): keyof OfferDraft | undefined {
  const [, , , part, id] = path.split('.')
  if (part === 'prices' && id) return `price:${id}`
  if (part === 'includedItems' && id) return `item:${id}`
  return plainFields.find((field) => field === part)
}

/** Validation errors by field. */
export function findProblems(draft: OfferDraft) {
  return {
    displayName: draft.displayName.trim() ? undefined : 'Enter a name.',
    groupId:
      draft.isFree && !draft.groupId
        ? 'Choose a group. Customers have this offer until they buy another one in its group.'
        : undefined,
    prices:
      !draft.isFree && Object.keys(pricesOf(draft)).length === 0
        ? 'Add a price, or include the offer by default.'
        : undefined,
  }
}
