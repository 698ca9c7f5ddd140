import { randomUUID } from 'node:crypto'
import { isUuid } from '@latchkey/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { toSourceColumns } from '../queries.ts'

const kept = 50

/** Keeps the source that is replaced, in the transaction that replaces it. */
export async function keepFormer(
  db: Db,
  projectId: string,
  sourceId: string,
  { former, current, now }: { former: object | string; current: object | string; now: Date },
): Promise<void> {
  if (JSON.stringify(former) === JSON.stringify(current) || !isUuid(sourceId)) return
  await db
    .insertInto('email_source_versions')
    .values({
      project_id: projectId,
      source_id: sourceId,
      id: randomUUID(),
      ...toSourceColumns(former),
      replaced_at: now,
    })
    .execute()
  await sql`
    DELETE FROM email_source_versions WHERE project_id = ${projectId} AND source_id = ${sourceId} AND id IN (
      SELECT id FROM email_source_versions WHERE project_id = ${projectId} AND source_id = ${sourceId}
      ORDER BY replaced_at DESC, id OFFSET ${kept}
    )`.execute(db)
}

export async function listVersions(db: Db, projectId: string, sourceId: string) {
  return db
    .selectFrom('email_source_versions')
    .select(['id', 'replaced_at'])
    .where('project_id', '=', projectId)
    .where('source_id', '=', sourceId)
    .orderBy('replaced_at', 'desc')
    .orderBy('id')
    .limit(kept)
    .execute()
}

export async function findVersion(db: Db, projectId: string, sourceId: string, id: string) {
  return db
    .selectFrom('email_source_versions')
    .select(['id', 'replaced_at', 'tsx_source', 'document'])
    .where('project_id', '=', projectId)
    .where('source_id', '=', sourceId)
    .where('id', '=', id)
    .executeTakeFirst()
}
