import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** What must happen once on a deployment, however many nodes start or people ask at once. Held until the transaction ends. */
export async function lockDeployment(db: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(810218103)`.execute(db)
}
