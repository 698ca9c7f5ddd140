import type { Db } from '../../platform/db/database.ts'

export async function findKey(db: Db, projectId: string) {
  return db
    .selectFrom('oauth_keys')
    .select(['id', 'private_key_encrypted'])
    .where('project_id', '=', projectId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Until the end of the transaction nobody else creates a key of the project. */
export async function lockProjectKeys(db: Db, projectId: string): Promise<void> {
  await db.selectFrom('projects').select('id').where('id', '=', projectId).forNoKeyUpdate().execute()
}

export async function insertKey(
  db: Db,
  projectId: string,
  key: { id: string; algorithm: string; sealed: string; now: Date },
): Promise<void> {
  await db
    .insertInto('oauth_keys')
    .values({
      project_id: projectId,
      id: key.id,
      algorithm: key.algorithm,
      private_key_encrypted: key.sealed,
      created_at: key.now,
    })
    .execute()
}
