import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Tells the dashboards that watch the project, once the transaction is committed. What is audited is told anyway. */
export async function announceActivity(db: Db, projectId: string, action: string): Promise<void> {
  await sql`SELECT pg_notify('latchkey_activity', ${`${projectId} ${action}`})`.execute(db)
}
