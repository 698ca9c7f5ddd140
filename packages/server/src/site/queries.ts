import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/** Whether anyone has created a project; those that are there from the start belong to no team. */
export async function hasOwnedProject(db: Db): Promise<boolean> {
  const project = await db
    .selectFrom('projects')
    .select('id')
    .where('owner_team_id', 'is not', null)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return project !== undefined
}

/** Throws if the database does not answer. */
export async function askDatabase(db: Db): Promise<void> {
  await sql`SELECT 1`.execute(db)
}
