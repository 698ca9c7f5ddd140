import { sql } from 'kysely'
import { deleteInBatches } from '../../platform/db/batches.ts'
import type { Db } from '../../platform/db/database.ts'

export async function insertRequest(
  db: Db,
  projectId: string,
  request: { id: string; sealed: string; now: Date },
): Promise<void> {
  const { id, sealed, now } = request
  await db
    .insertInto('requested_codes')
    .values({ project_id: projectId, id, request_encrypted: sealed, created_at: now })
    .execute()
}

/** Undefined if another job was faster. */
export async function consumeRequest(db: Db, projectId: string, id: string): Promise<string | undefined> {
  const request = await db
    .deleteFrom('requested_codes')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .returning('request_encrypted')
    .executeTakeFirst()
  return request?.request_encrypted
}

/** Requests whose job has failed. */
export async function deleteOldRequests(db: Db, before: Date): Promise<void> {
  await deleteInBatches(db, 'requested_codes', sql`created_at < ${before}`)
}
