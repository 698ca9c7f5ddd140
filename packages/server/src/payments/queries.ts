import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { Tables } from '../platform/db/tables.ts'
import type { Customer } from './customers.ts'

export type SubscriptionStatus = Tables['subscriptions']['status']

export async function listSubscriptions(db: Db, projectId: string, { type, id }: Customer) {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('customer_type', '=', type)
    .where('customer_id', '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Without those that were refunded. */
export async function listOneTimePurchases(db: Db, projectId: string, { type, id }: Customer) {
  return db
    .selectFrom('one_time_purchases')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('refunded_at', 'is', null)
    .where('customer_type', '=', type)
    .where('customer_id', '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Whether the user or team exists. It then cannot be deleted until the transaction ends. */
export async function holdCustomer(db: Db, projectId: string, type: 'user' | 'team', id: string): Promise<boolean> {
  const row = await db
    .selectFrom(type === 'user' ? 'users' : 'teams')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

/** Test subscriptions are not renewed, so they end with their period, like an unpaid plan. */
export async function endTestSubscriptions(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ status: 'canceled', canceled_at: sql`period_end` })
    .where('is_test_mode', '=', true)
    .where('status', 'in', ['active', 'trialing'])
    .where('period_end', '<=', now)
    .execute()
}
