import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Customer } from '../customers.ts'
import type { SubscriptionStatus } from '../queries.ts'
import type { PurchasedOffer } from './offer-metadata.ts'

export async function setStripeAccount(db: Db, projectId: string, accountId: string): Promise<void> {
  await db.updateTable('projects').set({ stripe_account_id: accountId }).where('id', '=', projectId).execute()
}

/** Null before payments were set up. Also works for a project that is being deleted. */
export async function findStripeAccountId(db: Db, projectId: string): Promise<string | null> {
  const row = await db.selectFrom('projects').select('stripe_account_id').where('id', '=', projectId).executeTakeFirst()
  return row?.stripe_account_id ?? null
}

/** The Stripe ids of the customer's chargeable subscriptions. */
export async function listLivingStripeIds(db: Db, projectId: string, { type, id }: Customer): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select('stripe_subscription_id')
    .where('project_id', '=', projectId)
    .where('customer_type', '=', type)
    .where('customer_id', '=', id)
    .where('stripe_subscription_id', 'is not', null)
    .where('status', 'not in', ['canceled', 'incomplete_expired'])
    .execute()
  return rows.map((row) => row.stripe_subscription_id!)
}

export async function findProjectByStripeAccount(db: Db, accountId: string) {
  return db
    .selectFrom('projects')
    .select(['id', 'tenancy_id'])
    .where('stripe_account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** A sequence number for reading Stripe's state, to be taken before the request. */
export async function takeLookNumber(db: Db): Promise<string> {
  const { rows } = await sql<{ look: string }>`SELECT nextval('stripe_snapshots') AS look`.execute(db)
  return rows[0]!.look
}

/** The state of a subscription according to Stripe. */
export interface StripeSubscription {
  stripeId: string
  status: SubscriptionStatus
  quantity: number
  periodStart: Date
  periodEnd: Date
  cancelAtPeriodEnd: boolean
  canceledAt: Date | null
  createdAt: Date
  /** Undefined if Stripe no longer has the metadata of the purchase. */
  purchased: PurchasedOffer | undefined
}

export async function findStripeSubscription(db: Db, projectId: string, stripeId: string) {
  return selectStripeSubscription(db, projectId, stripeId).executeTakeFirst()
}

export async function findStripeSubscriptionForUpdate(db: Db, projectId: string, stripeId: string) {
  return selectStripeSubscription(db, projectId, stripeId).forUpdate().executeTakeFirst()
}

function selectStripeSubscription(db: Db, projectId: string, stripeId: string) {
  return db
    .selectFrom('subscriptions')
    .select(['id', 'status', 'offer_id', 'offer', 'price_id', 'quantity', 'stripe_snapshot'])
    .where('project_id', '=', projectId)
    .where('stripe_subscription_id', '=', stripeId)
}

/** False if it was inserted concurrently. */
export async function insertStripeSubscription(
  db: Db,
  projectId: string,
  { type, id: customerId }: Customer,
  subscription: StripeSubscription & { purchased: PurchasedOffer },
  look: string,
): Promise<boolean> {
  const inserted = await db
    .insertInto('subscriptions')
    .values({
      ...toColumns(subscription, look),
      ...toOfferColumns(subscription.purchased),
      project_id: projectId,
      id: randomUUID(),
      customer_type: type,
      customer_id: customerId,
      stripe_subscription_id: subscription.stripeId,
      is_test_mode: false,
      created_at: subscription.createdAt,
    })
    .onConflict((conflict) => conflict.columns(['project_id', 'stripe_subscription_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** `heldSince` means that the plan changes from now on to another offer or another quantity. */
export async function updateStripeSubscription(
  db: Db,
  projectId: string,
  id: string,
  subscription: StripeSubscription,
  look: string,
  heldSince?: Date,
): Promise<void> {
  const { purchased } = subscription
  await db
    .updateTable('subscriptions')
    .set({
      ...toColumns(subscription, look),
      ...(purchased ? toOfferColumns(purchased) : {}),
      // Clocks of servers differ, but a plan must not start before the one it replaced.
      ...(heldSince ? { held_since: sql`greatest(held_since, created_at, ${heldSince})` } : {}),
    })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .execute()
}

function toColumns(subscription: StripeSubscription, look: string) {
  return {
    status: subscription.status,
    quantity: subscription.quantity,
    period_start: subscription.periodStart,
    period_end: subscription.periodEnd,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    canceled_at: subscription.canceledAt,
    stripe_snapshot: look,
  }
}

function toOfferColumns({ offerId, priceId, offer }: PurchasedOffer) {
  return { offer_id: offerId, price_id: priceId, offer: JSON.stringify(offer) }
}
