import type { Db } from '../../platform/db/database.ts'
import type { Override } from './override.ts'

/** As it is stored, with its secrets encrypted. Locked until the end of the transaction. */
export async function findStoredConfigForShare(db: Db, projectId: string): Promise<Override | undefined> {
  const project = await db
    .selectFrom('projects')
    .select('config_override')
    .where('id', '=', projectId)
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  return project?.config_override
}

export async function updateStoredConfig(
  db: Db,
  projectId: string,
  change: { config_override?: string; config_revision?: number },
): Promise<void> {
  await db.updateTable('projects').set(change).where('id', '=', projectId).execute()
}
