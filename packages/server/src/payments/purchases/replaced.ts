import type Stripe from 'stripe'
import type { Db } from '../../platform/db/database.ts'
import type { Catalog, Offer } from '../catalog.ts'
import type { Customer } from '../customers.ts'
import { findHoldings, listConflicts, type Subscription } from '../holdings.ts'
import { endAtStripe } from '../stripe/client.ts'
import { recordSubscriptionChange } from './purchase-audit.ts'
import { cancelSubscription } from './queries.ts'

interface Bought {
  customer: Customer
  /** Null for an inline offer, which replaces nothing. */
  offerId: string | null
  offer: Offer
  /** The provider's id, if a subscription was bought: it does not replace itself. */
  stripeId?: string
}

/** The plans that this one replaces once it is paid: the others in its group. */
export async function listReplaced(
  db: Db,
  projectId: string,
  catalog: Catalog,
  { customer, offerId, offer, stripeId }: Bought,
  now: Date,
): Promise<Subscription[]> {
  if (offerId === null) return []
  const holdings = await findHoldings(db, projectId, catalog, customer, now)
  const conflicts = listConflicts(holdings, catalog, { offerId, offer })
  return stripeId === undefined ? conflicts : conflicts.filter((held) => held.stripe_subscription_id !== stripeId)
}

/**
 * Must be called before the purchase is recorded: if the provider does not respond, its webhook is retried and finds
 * everything unchanged. A subscription that the provider does not know, because it was created with other keys, is
 * ended here anyway.
 */
export async function endReplacedAtStripe(
  stripe: Stripe,
  replaced: Subscription[],
  options: { stripeAccount: string },
): Promise<void> {
  for (const { stripe_subscription_id: id } of replaced) if (id) await endAtStripe(stripe, id, options)
}

/** Must be called in the transaction that records the purchase. */
export async function endReplaced(trx: Db, projectId: string, replaced: Subscription[], now: Date): Promise<void> {
  for (const { id, customer_type, customer_id, offer_id, offer, quantity } of replaced) {
    if (!(await cancelSubscription(trx, projectId, id, now))) continue
    const changed = { customer_type, customer_id, offer_id, offer, status: 'canceled', quantity }
    await recordSubscriptionChange(trx, projectId, changed, now)
  }
}
