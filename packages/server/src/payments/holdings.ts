import type { Selectable } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { Tables } from '../platform/db/tables.ts'
import {
  type Catalog,
  findGroupId,
  findOffer,
  isAddOnTo,
  listDefaultOffers,
  listReplacements,
  type NamedOffer,
  type Offer,
} from './catalog.ts'
import type { Customer } from './customers.ts'
import { listOneTimePurchases, listSubscriptions } from './queries.ts'

/** `offer` is the currently configured one; an inline offer is as it was when bought. */
export type Subscription = Omit<Selectable<Tables['subscriptions']>, 'offer'> & { offer: Offer }
export type OneTimePurchase = Omit<Selectable<Tables['one_time_purchases']>, 'offer'> & { offer: Offer }

/**
 * What a customer has. Subscriptions are the current ones, oldest first: active, trialing, or within the paid period. A
 * subscription that has ended or was never paid blocks nothing.
 */
export interface Holdings {
  subscriptions: Subscription[]
  defaultOffers: NamedOffer[]
  oneTimePurchases: OneTimePurchase[]
}

export async function findHoldings(
  db: Db,
  projectId: string,
  catalog: Catalog,
  customer: Customer,
  now: Date,
): Promise<Holdings> {
  const [stored, oneTimePurchases] = [
    await listSubscriptions(db, projectId, customer),
    await listOneTimePurchases(db, projectId, customer),
  ]
  const subscriptions = stored.flatMap((row) => {
    const offer = row.offer_id === null ? (row.offer as Offer) : findOffer(catalog, row.offer_id)
    return offer && isCurrent(row, now) ? [{ ...row, offer }] : []
  })
  const defaultOffers = listDefaultOffers(catalog, customer.type).filter((offer) => {
    const replacements = listReplacements(catalog, offer)
    return !subscriptions.some(({ offer_id }) => offer_id !== null && replacements.includes(offer_id))
  })
  return {
    subscriptions,
    defaultOffers,
    oneTimePurchases: oneTimePurchases.map((row) => ({ ...row, offer: row.offer as Offer })),
  }
}

type Stored = Pick<Subscription, 'status' | 'period_start' | 'period_end' | 'is_test_mode'>

function isCurrent(subscription: Stored, now: Date): boolean {
  const { period_start, period_end, is_test_mode } = subscription
  // Test subscriptions are not renewed, so they end with their period.
  if (isActive(subscription) && !is_test_mode) return true
  return !wasNeverPaid(subscription) && period_start <= now && now < period_end
}

/** The first payment was never made. */
export function wasNeverPaid({ status }: Pick<Subscription, 'status'>): boolean {
  return neverPaid.has(status)
}

export const neverPaid = new Set(['incomplete', 'incomplete_expired'])

export function isActive({ status }: Pick<Subscription, 'status'>): boolean {
  return status === 'active' || status === 'trialing'
}

/** By subscription; default offers do not count. */
export function subscribesTo({ subscriptions }: Holdings, offerId: string): boolean {
  return subscriptions.some(({ offer_id }) => offer_id === offerId)
}

/** By subscription or by default: the requirement for an add-on to this offer. */
export function holdsOffer(holdings: Holdings, offerId: string): boolean {
  return subscribesTo(holdings, offerId) || holdings.defaultOffers.some((held) => held.offerId === offerId)
}

/** Whether a one-time purchase of the same offer, or of any offer in its group, prevents this one. */
export function boughtOnce({ oneTimePurchases }: Holdings, offerId: string): boolean {
  return oneTimePurchases.some(({ offer_id }) => offer_id === offerId)
}

export function boughtOnceInGroup({ oneTimePurchases }: Holdings, catalog: Catalog, offer: Offer): boolean {
  const groupId = findGroupId(catalog, offer)
  return groupId !== undefined && oneTimePurchases.some((bought) => findGroupId(catalog, bought.offer) === groupId)
}

/**
 * The active subscriptions that a subscription to this offer would replace: those to other offers of its group, oldest
 * first. Add-ons can be combined with their base, in either order, and with other add-ons.
 */
export function listConflicts({ subscriptions }: Holdings, catalog: Catalog, bought: NamedOffer): Subscription[] {
  const groupId = findGroupId(catalog, bought.offer)
  if (groupId === undefined) return []
  return subscriptions.filter((held) => {
    if (held.offer_id === null || !isActive(held) || findGroupId(catalog, held.offer) !== groupId) return false
    if (bought.offer.isAddOnTo && held.offer.isAddOnTo) return false
    return !isAddOnTo(bought.offer, held.offer_id) && !isAddOnTo(held.offer, bought.offerId)
  })
}
