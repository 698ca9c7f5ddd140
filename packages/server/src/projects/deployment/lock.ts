import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/**
 * For things that must happen once per deployment, even if several nodes start at once. Held until the transaction
 * ends.
 */
export async function lockDeployment(db: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(810218103)`.execute(db)
}
