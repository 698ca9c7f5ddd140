import type { CustomerType } from '@latchkey/contract'
import type { ProjectConfig } from '../projects/project-config/render.ts'

/** A project's current offers and items. */
export type Catalog = ProjectConfig['payments']
export type Item = Catalog['items'][string]
/** Also the form in which purchases store the offer that was bought. */
export type Offer = Catalog['offers'][string]
export type IncludedItem = Offer['includedItems'][string]

export interface NamedOffer {
  offerId: string
  offer: Offer
}

export function findItem(catalog: Catalog, itemId: string): Item | undefined {
  return Object.hasOwn(catalog.items, itemId) ? catalog.items[itemId] : undefined
}

export function findOffer(catalog: Catalog, offerId: string): Offer | undefined {
  return Object.hasOwn(catalog.offers, offerId) ? catalog.offers[offerId] : undefined
}

export function findIncludedItem(offer: Offer, itemId: string): IncludedItem | undefined {
  const { includedItems } = offer
  return Object.hasOwn(includedItems, itemId) ? includedItems[itemId] : undefined
}

/** A group counts only if it is configured itself. */
export function findGroupId(catalog: Catalog, offer: Offer): string | undefined {
  return offer.groupId !== undefined && Object.hasOwn(catalog.groups, offer.groupId) ? offer.groupId : undefined
}

export function isAddOnTo(offer: Offer, offerId: string): boolean {
  return offer.isAddOnTo ? Object.hasOwn(offer.isAddOnTo, offerId) : false
}

function isIncludedByDefault(offer: Offer): boolean {
  return offer.prices === 'include-by-default'
}

/** The offers that every customer of this type has for free: the first such offer of each group. */
export function listDefaultOffers(catalog: Catalog, customerType: CustomerType): NamedOffer[] {
  const byGroup = new Map<string, NamedOffer>()
  for (const [offerId, offer] of Object.entries(catalog.offers)) {
    const groupId = findGroupId(catalog, offer)
    if (groupId === undefined || offer.customerType !== customerType || !isIncludedByDefault(offer)) continue
    if (!byGroup.has(groupId)) byGroup.set(groupId, { offerId, offer })
  }
  return [...byGroup.values()]
}

/** A subscription to one of these replaces the default offer of the group. Add-ons do not. */
export function listReplacements(catalog: Catalog, defaultOffer: NamedOffer): string[] {
  const groupId = findGroupId(catalog, defaultOffer.offer)
  return Object.entries(catalog.offers)
    .filter(([, offer]) => findGroupId(catalog, offer) === groupId && !isAddOnTo(offer, defaultOffer.offerId))
    .map(([offerId]) => offerId)
}
