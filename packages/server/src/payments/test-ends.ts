import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

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
