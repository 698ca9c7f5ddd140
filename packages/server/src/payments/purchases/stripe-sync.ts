import type Stripe from 'stripe'
import type { RequestContext } from '../../http/context.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { Project } from '../../projects/cache.ts'
import { projectCache } from '../../projects/cache.ts'
import { recordSystemAudit } from '../../records/audit/record.ts'
import { type Customer, isExistingCustomer } from '../customers.ts'
import { isActive, type Subscription, wasNeverPaid } from '../holdings.ts'
import type { SubscriptionStatus } from '../queries.ts'
import { isStripeEnded } from '../stripe/client.ts'
import { readCustomerMetadata } from '../stripe/customers.ts'
import { enqueueEnd } from '../stripe/end-subscriptions.ts'
import { readOfferMetadata } from '../stripe/offer-metadata.ts'
import {
  findStripeSubscription,
  findStripeSubscriptionForUpdate,
  insertStripeSubscription,
  type StripeSubscription,
  takeLookNumber,
  updateStripeSubscription,
} from '../stripe/queries.ts'
import { announcePurchase, describePurchase, recordSubscriptionChange } from './purchase-audit.ts'
import { endReplaced, endReplacedAtStripe, listReplaced } from './replaced.ts'

export interface StripeCustomer {
  projectId: string
  accountId: string
  stripeCustomerId: string
}

/**
 * Reads the current state of all the customer's subscriptions from Stripe, whatever the event says, so the order and
 * number of events do not matter. The request is made outside of any transaction; the later request wins, because the
 * last event comes after the last change. Returns whose subscriptions they are, if we know the customer.
 */
export async function syncStripeCustomer(
  ctx: RequestContext,
  stripe: Stripe,
  target: StripeCustomer,
): Promise<Customer | undefined> {
  const options = { stripeAccount: target.accountId }
  const look = await takeLookNumber(ctx.db)
  const found = await stripe.customers.retrieve(target.stripeCustomerId, {}, options)
  const customer = found.deleted ? undefined : readCustomerMetadata(found.metadata)
  const project = await projectCache(ctx.platform).find(target.projectId)
  if (!customer || !project) return undefined
  const list = { customer: target.stripeCustomerId, status: 'all' as const, limit: 100 }
  const subscriptions: StripeSubscription[] = []
  for await (const subscription of stripe.subscriptions.list(list, options)) {
    const read = readSubscription(subscription)
    if (read) subscriptions.push(read)
  }
  // Oldest first, so that the newest of a group remains.
  subscriptions.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.stripeId < b.stripeId ? -1 : 1))
  const ended = new Set<string | null>()
  for (const subscription of subscriptions) {
    // It was ended since the request, for which Stripe also sends an event.
    if (ended.has(subscription.stripeId)) continue
    const replaced = await listReplacedBy(ctx, project, customer, subscription)
    await endReplacedAtStripe(stripe, replaced, options)
    for (const { stripe_subscription_id } of replaced) ended.add(stripe_subscription_id)
    const isThere = await inTransaction(ctx.db, async (trx) => {
      if (!(await isExistingCustomer(trx, project.id, customer))) return false
      await keepSubscription(trx, project.id, customer, subscription, look, ctx.now())
      await endReplaced(trx, project.id, replaced, ctx.now())
      return true
    })
    if (!isThere) {
      await endAll(ctx.db, target.accountId, subscriptions)
      return undefined
    }
  }
  return customer
}

/** The first payment replaces the previous plan. Later payments have no further effect. */
async function listReplacedBy(
  ctx: RequestContext,
  project: Project,
  customer: Customer,
  { stripeId, status, purchased }: StripeSubscription,
): Promise<Subscription[]> {
  if (!purchased || !isActive({ status })) return []
  const known = await findStripeSubscription(ctx.db, project.id, stripeId)
  if (known && !wasNeverPaid(known)) return []
  const bought = { customer, stripeId, ...purchased }
  return listReplaced(ctx.db, project.id, project.config.payments, bought, ctx.now())
}

/** Started before the customer was deleted, but received afterwards. */
async function endAll(db: Db, accountId: string, subscriptions: StripeSubscription[]): Promise<void> {
  const living = subscriptions.filter((one) => one.purchased && !isStripeEnded(one)).map(({ stripeId }) => stripeId)
  if (living.length > 0) await enqueueEnd(db, accountId, living)
}

/** A subscription without items has no price or period. */
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
    // A subscription that was ended early grants nothing from then on.
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
  // A subscription at the same account that was not created by us has no offer.
  const isNew =
    purchased !== undefined &&
    (await insertStripeSubscription(trx, projectId, customer, { ...subscription, purchased }, look))
  if (isNew) {
    const { offerId, priceId } = purchased
    const ids = { customer_type: customer.type, customer_id: customer.id, offer_id: offerId, price_id: priceId }
    const bought = { ...ids, offer: purchased.offer, quantity, is_test_mode: false }
    await recordSystemAudit(trx, projectId, describePurchase(bought), now)
    await announcePurchase(trx, projectId, { ...bought, status }, now)
    return
  }
  const known = await findStripeSubscriptionForUpdate(trx, projectId, stripeId)
  if (!known || BigInt(known.stripe_snapshot ?? 0) > BigInt(look) || isUnpaidChange(known, subscription)) return
  const offerId = purchased ? purchased.offerId : known.offer_id
  const isSamePlan = known.offer_id === offerId && known.quantity === quantity
  await updateStripeSubscription(trx, projectId, known.id, subscription, look, isSamePlan ? undefined : now)
  if (known.status === status && isSamePlan) return
  const { offer } = purchased ?? known
  const ids = { customer_type: customer.type, customer_id: customer.id, offer_id: offerId, offer }
  await recordSubscriptionChange(trx, projectId, { ...ids, status, quantity }, now)
}

/** An unpaid upgrade: the paid plan continues until it is paid. */
function isUnpaidChange(
  known: { offer_id: string | null; quantity: number },
  { status, purchased, quantity }: StripeSubscription,
): boolean {
  if (status !== 'past_due' && status !== 'unpaid') return false
  return (purchased !== undefined && purchased.offerId !== known.offer_id) || quantity > known.quantity
}
