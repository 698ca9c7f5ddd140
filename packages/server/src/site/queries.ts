import { sql } from 'kysely'
import { demoProjectFact } from '../administration/deployment/queries.ts'
import type { Db } from '../platform/db/database.ts'
import { internalProjectId } from '../platform/internal-project.ts'

/** Whether anyone has created a project. The internal one and the demo are there from the start. */
export async function hasCreatedProject(db: Db): Promise<boolean> {
  const project = await db
    .selectFrom('projects')
    .select('id')
    .where('owner_team_id', 'is not', null)
    .where('id', '<>', internalProjectId)
    .where('id', 'not in', demoProjects(db))
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return project !== undefined
}

const demoProjects = (db: Db) => db.selectFrom('deployment').select('value').where('name', '=', demoProjectFact)

/** Throws if the database does not answer. */
export async function askDatabase(db: Db): Promise<void> {
  await sql`SELECT 1`.execute(db)
}
