import { sql } from 'kysely'
import { isBeyond, type Place, selectMicros } from '../../platform/db/cursor.ts'
import type { Db } from '../../platform/db/database.ts'
import { findFact, keepFact } from '../../projects/deployment/queries.ts'

export async function readDatabase(db: Db): Promise<{ version: string; size: number }> {
  const { rows } = await sql<{ version: string; size: number }>`
    SELECT current_setting('server_version') AS version, pg_database_size(current_database())::float8 AS size`.execute(
    db,
  )
  return rows[0]!
}

export interface FailedJobRow {
  id: string
  name: string
  payload: unknown
  error: string | null
  attempts: number
  micros: number
  failed_at_millis: number
}

export async function listFailedJobs(
  db: Db,
  { limit, start }: { limit: number; start: Place | undefined },
): Promise<FailedJobRow[]> {
  const { rows } = await sql<FailedJobRow>`
    SELECT id, name, payload, error, attempts, ${selectMicros(sql`failed_at`)} AS micros,
      floor(extract(epoch FROM failed_at) * 1000)::float8 AS failed_at_millis
    FROM jobs WHERE failed_at IS NOT NULL
      AND ${isBeyond([sql`failed_at`, sql`id`], '<=', start)}
    ORDER BY failed_at DESC, id DESC LIMIT ${limit}`.execute(db)
  return rows
}

/** The name of its queue; undefined if the job has not failed. It runs once more, as soon as a node is free. */
export async function retryFailedJob(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    WITH job AS (
      UPDATE jobs SET next_attempt_at = now(), failed_at = NULL, max_attempts = attempts + 1
      WHERE id = ${id}::uuid AND failed_at IS NOT NULL RETURNING name
    )
    SELECT name, pg_notify('latchkey_job_added', name) FROM job`.execute(db)
  return rows[0]?.name
}

/** Of all projects. */
export async function countEmails(db: Db, failedSince: Date): Promise<{ waiting: number; failed: number }> {
  const { rows } = await sql<{ waiting: number; failed: number }>`
    SELECT (SELECT count(*) FROM outgoing_emails WHERE next_attempt_at IS NOT NULL AND send_id IS NULL)::integer AS waiting,
      (SELECT count(*) FROM sent_emails WHERE error IS NOT NULL AND sent_at >= ${failedSince})::integer AS failed`.execute(
    db,
  )
  return rows[0]!
}

export interface NodeRow {
  id: string
  name: string
  version: string
  started_at: Date
  last_seen_at: Date
  key_ids: string[]
}

/** Those that were seen since, newest first. */
export async function listNodes(db: Db, seenSince: Date): Promise<NodeRow[]> {
  return db
    .selectFrom('nodes')
    .selectAll()
    .where('last_seen_at', '>=', seenSince)
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Those that have announced their keys and shown a sign of life. */
export async function listRunningNodes(db: Db, maxSilenceSeconds: number): Promise<NodeRow[]> {
  return db
    .selectFrom('nodes')
    .selectAll()
    .where('last_seen_at', '>', sql<Date>`clock_timestamp() - make_interval(secs => ${maxSilenceSeconds})`)
    .where(sql<boolean>`cardinality(key_ids) > 0`)
    .orderBy('started_at')
    .orderBy('id')
    .execute()
}

/** Until the end of the transaction, no node joins. */
export async function lockNodes(db: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('nodes', 0))`.execute(db)
}

export async function saveNode(db: Db, node: Omit<NodeRow, 'last_seen_at'>): Promise<void> {
  const last_seen_at = sql<Date>`clock_timestamp()`
  await db
    .insertInto('nodes')
    .values({ ...node, last_seen_at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ last_seen_at }))
    .execute()
}

const retiredName = (keyId: string) => `retired key ${keyId}`

/** From now on, nothing may be encrypted with it. */
export async function retireKey(db: Db, keyId: string, now: Date): Promise<void> {
  await keepFact(db, retiredName(keyId), now.toISOString())
}

export async function isKeyRetired(db: Db, keyId: string): Promise<boolean> {
  return (await findFact(db, retiredName(keyId))) !== undefined
}

export async function deleteNode(db: Db, id: string): Promise<void> {
  await db.deleteFrom('nodes').where('id', '=', id).execute()
}

export async function deleteOldNodes(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('nodes').where('last_seen_at', '<', before).execute()
}
