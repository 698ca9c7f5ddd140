import { randomUUID } from 'node:crypto'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Customer } from '../customers.ts'
import { deleteCheckpoints, lockAccount } from '../ledger-queries.ts'

export async function findProjectIdByTenancy(db: Db, tenancyId: string): Promise<string | undefined> {
  const row = await db.selectFrom('projects').select('id').where('tenancy_id', '=', tenancyId).executeTakeFirst()
  return row?.id
}

/** Serializes purchases for this customer until the transaction ends. */
export async function lockPurchasesOf(db: Db, projectId: string, { type, id }: Customer): Promise<void> {
  const name = `purchases ${projectId} ${type} ${id}`
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)
}

type NewRow<T extends 'subscriptions' | 'one_time_purchases'> = Omit<
  Insertable<Tables[T]>,
  'project_id' | 'id' | 'offer'
> & { offer: object }

export async function insertSubscription(db: Db, projectId: string, row: NewRow<'subscriptions'>): Promise<string> {
  const id = randomUUID()
  const values = { ...row, project_id: projectId, id, offer: JSON.stringify(row.offer) }
  await db.insertInto('subscriptions').values(values).execute()
  return id
}

/** Undefined if the payment was already recorded. Must be called in a transaction. */
export async function insertOneTimePurchase(
  db: Db,
  projectId: string,
  row: NewRow<'one_time_purchases'>,
): Promise<string | undefined> {
  const customer = { type: row.customer_type, id: row.customer_id }
  await lockAccount(db, projectId, customer, row.created_at)
  await deleteCheckpoints(db, projectId, customer, row.created_at)
  const inserted = await db
    .insertInto('one_time_purchases')
    .values({ ...row, project_id: projectId, id: randomUUID(), offer: JSON.stringify(row.offer) })
    .onConflict((conflict) => conflict.columns(['project_id', 'stripe_payment_intent_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

export type StoredPurchase = Selectable<Tables['one_time_purchases']>
export type StoredSubscription = Selectable<Tables['subscriptions']>

export async function findOneTimePurchase(
  db: Db,
  projectId: string,
  by: { id: string } | { stripe_payment_intent_id: string },
): Promise<StoredPurchase | undefined> {
  const [[column, value]] = Object.entries(by) as [['id' | 'stripe_payment_intent_id', string]]
  const all = db.selectFrom('one_time_purchases').selectAll().where('project_id', '=', projectId)
  return all.where(column, '=', value).executeTakeFirst()
}

/** It grants nothing from then on. False if it was refunded before. */
export async function markRefunded(db: Db, projectId: string, id: string, now: Date): Promise<boolean> {
  const refunded = await db
    .updateTable('one_time_purchases')
    .set({ refunded_at: now })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .where('refunded_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return refunded !== undefined
}

export async function findSubscription(db: Db, projectId: string, id: string): Promise<StoredSubscription | undefined> {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** False if it has ended, or will end then anyway. */
export async function cancelAtPeriodEnd(db: Db, projectId: string, id: string): Promise<boolean> {
  const changed = await db
    .updateTable('subscriptions')
    .set({ cancel_at_period_end: true })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .where('status', '<>', 'canceled')
    .where('cancel_at_period_end', '=', false)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Ends everything it granted until its end. False if it was already canceled. */
export async function cancelSubscription(db: Db, projectId: string, id: string, now: Date): Promise<boolean> {
  const canceled = await db
    .updateTable('subscriptions')
    .set({ status: 'canceled', canceled_at: now, period_end: sql`least(period_end, ${now}::timestamptz)` })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .where('status', '<>', 'canceled')
    .returning('id')
    .executeTakeFirst()
  return canceled !== undefined
}

/** Longer than all requests to the provider for one change can take. */
const changeSeconds = 60

/**
 * A claim on the plan change, to be released; undefined if another request is changing the plan. Uses the database's
 * clock, which all nodes share.
 */
export async function claimPlanChange(db: Db, projectId: string, id: string): Promise<string | undefined> {
  const claimed = await db
    .updateTable('subscriptions')
    .set({ changing_until: sql`clock_timestamp() + make_interval(secs => ${changeSeconds})` })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('changing_until', 'is', null), eb('changing_until', '<', sql<Date>`clock_timestamp()`)]))
    .returning(sql<string>`changing_until::text`.as('claim'))
    .executeTakeFirst()
  return claimed?.claim
}

/** An expired claim must not release the next one. */
export async function releasePlanChange(db: Db, projectId: string, id: string, claim: string): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ changing_until: null })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .where('changing_until', '=', sql<Date>`${claim}::timestamptz`)
    .execute()
}
