import type Stripe from 'stripe'
import { recordOwnDeed } from '../audit/record.ts'
import { type Db, inTransaction } from '../db/database.ts'
import type { SubscriptionStatus } from '../db/tables.ts'
import type { RequestContext } from '../http/context.ts'
import { type Customer, isExistingCustomer } from '../payments/customers.ts'
import { describePurchase, toAuditTarget } from '../purchases/purchase-audit.ts'
import { isStripeEnded } from './client.ts'
import { readCustomerMetadata } from './customers.ts'
import { enqueueEnd } from './end-subscriptions.ts'
import { readOfferMetadata } from './offer-metadata.ts'
import {
  findStripeSubscriptionForUpdate,
  insertStripeSubscription,
  type StripeSubscription,
  takeLookNumber,
  updateStripeSubscription,
} from './queries.ts'

export interface StripeCustomer {
  projectId: string
  accountId: string
  stripeCustomerId: string
}

/**
 * Takes over everything the provider knows about a customer's subscriptions now, whatever the event said. So it does not
 * matter in what order events come, or how often. The provider is asked outside of any transaction; what was asked for
 * later wins, because the last event comes after the last change.
 */
export async function syncStripeCustomer(ctx: RequestContext, stripe: Stripe, target: StripeCustomer): Promise<void> {
  const options = { stripeAccount: target.accountId }
  const look = await takeLookNumber(ctx.db)
  const found = await stripe.customers.retrieve(target.stripeCustomerId, {}, options)
  const customer = found.deleted ? undefined : readCustomerMetadata(found.metadata)
  if (!customer) return
  const list = { customer: target.stripeCustomerId, status: 'all' as const, limit: 100 }
  const subscriptions: StripeSubscription[] = []
  for await (const subscription of stripe.subscriptions.list(list, options)) {
    const read = readSubscription(subscription)
    if (read) subscriptions.push(read)
  }
  // In one order for all, so that two syncs at once cannot wait for each other.
  subscriptions.sort((a, b) => (a.stripeId < b.stripeId ? -1 : 1))
  await inTransaction(ctx.db, async (trx) => {
    if (!(await isExistingCustomer(trx, target.projectId, customer))) {
      // Begun before the customer was deleted, and told to us afterwards.
      const living = subscriptions.filter((one) => one.purchased && !isStripeEnded(one)).map(({ stripeId }) => stripeId)
      if (living.length > 0) await enqueueEnd(trx, target.accountId, living)
      return
    }
    for (const subscription of subscriptions) {
      await keepSubscription(trx, target.projectId, customer, subscription, look, ctx.now())
    }
  })
}

/** Nothing of a subscription without lines can be said. */
function readSubscription(subscription: Stripe.Subscription): StripeSubscription | undefined {
  const [line] = subscription.items.data
  const status = statuses.find((known) => known === subscription.status)
  if (!line || !status) return undefined
  const { ended_at: endedAt, canceled_at: canceledAt } = subscription
  return {
    stripeId: subscription.id,
    status,
    quantity: Math.max(1, line.quantity ?? 1),
    periodStart: toDate(line.current_period_start),
    // One that was ended before its time grants nothing from then on.
    periodEnd: toDate(Math.min(line.current_period_end, endedAt ?? line.current_period_end)),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    canceledAt: canceledAt === null ? null : toDate(canceledAt),
    createdAt: toDate(subscription.created),
    purchased: readOfferMetadata(subscription.metadata),
  }
}

const statuses: readonly SubscriptionStatus[] = [
  'active',
  'trialing',
  'canceled',
  'paused',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'unpaid',
]

function toDate(seconds: number): Date {
  return new Date(seconds * 1000)
}

async function keepSubscription(
  trx: Db,
  projectId: string,
  customer: Customer,
  subscription: StripeSubscription,
  look: string,
  now: Date,
): Promise<void> {
  const { purchased, status, quantity, stripeId } = subscription
  // Somebody else's subscription at the same account has no offer of ours.
  const isNew =
    purchased !== undefined &&
    (await insertStripeSubscription(trx, projectId, customer, { ...subscription, purchased }, look))
  if (isNew) {
    const { offerId, priceId } = purchased
    const ids = { customer_type: customer.type, customer_id: customer.id, offer_id: offerId, price_id: priceId }
    await recordOwnDeed(trx, projectId, describePurchase({ ...ids, quantity, is_test_mode: false }), now)
    return
  }
  const known = await findStripeSubscriptionForUpdate(trx, projectId, stripeId)
  if (!known || BigInt(known.stripe_look ?? 0) > BigInt(look) || isUnpaidChange(known, subscription)) return
  const offerId = purchased ? purchased.offerId : known.offer_id
  const isSamePlan = known.offer_id === offerId && known.quantity === quantity
  await updateStripeSubscription(trx, projectId, known.id, subscription, look, isSamePlan ? undefined : now)
  if (known.status === status && isSamePlan) return
  const details = { offer_id: offerId, status, quantity }
  const target = toAuditTarget(customer.type, customer.id)
  await recordOwnDeed(trx, projectId, { action: 'subscription.updated', target, details }, now)
}

/** To more, and not paid for. What was paid for goes on until it is. */
function isUnpaidChange(
  known: { offer_id: string | null; quantity: number },
  { status, purchased, quantity }: StripeSubscription,
): boolean {
  if (status !== 'past_due' && status !== 'unpaid') return false
  return (purchased !== undefined && purchased.offerId !== known.offer_id) || quantity > known.quantity
}
