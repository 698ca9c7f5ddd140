import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Nobody renews what was bought in test mode, so it ends with its period, like a plan that is not paid for anymore. */
export async function endTestSubscriptions(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ status: 'canceled', canceled_at: sql`period_end` })
    .where('is_test_mode', '=', true)
    .where('status', 'in', ['active', 'trialing'])
    .where('period_end', '<=', now)
    .execute()
}
