import { sql } from 'kysely'
import { deleteInBatches } from '../db/batches.ts'
import type { Db } from '../db/database.ts'
import { claimRows, unclaimed } from '../deliveries/claim-queries.ts'

/** Wakes the servers at the end of the transaction, unless the job is due later. */
export async function insertJob(
  db: Db,
  { name, payload, maxAttempts, runAt }: { name: string; payload: object; maxAttempts: number; runAt?: Date },
): Promise<void> {
  await sql`
    WITH job AS (
      INSERT INTO jobs (name, payload, max_attempts, next_attempt_at)
      VALUES (${name}, ${JSON.stringify(payload)}, ${maxAttempts}, coalesce(${runAt ?? null}::timestamptz, now()))
      RETURNING next_attempt_at
    )
    SELECT pg_notify('latchkey_job_added', ${name}) FROM job WHERE next_attempt_at <= now()`.execute(db)
}

/**
 * Adds a job that repeats, unless a server has already added it for this turn. A server whose clock is a moment behind may
 * still be at the turn before; with an earlier one, the clock of the database was set back.
 */
export async function insertTurn(db: Db, name: string, turn: number): Promise<void> {
  await sql`
    WITH newest AS (
      INSERT INTO job_turns AS known (name, turn) VALUES (${name}, ${turn})
      ON CONFLICT (name) DO UPDATE SET turn = excluded.turn
        WHERE excluded.turn NOT BETWEEN known.turn - 1 AND known.turn
      RETURNING name
    ), job AS (
      INSERT INTO jobs (name, payload) SELECT name, '{}' FROM newest RETURNING name
    )
    SELECT pg_notify('latchkey_job_added', name) FROM job`.execute(db)
}

export interface ClaimedJob {
  id: string
  payload: unknown
  /** Including this one. */
  attempts: number
  max_attempts: number
  claim_id: string
}

export async function claimJobs(
  db: Db,
  name: string,
  { limit, seconds }: { limit: number; seconds: number },
): Promise<ClaimedJob[]> {
  const rows = sql`name = ${name} AND next_attempt_at <= now() ORDER BY next_attempt_at LIMIT ${limit}`
  return claimRows(db, { table: 'jobs', rows, seconds, change: sql`attempts = attempts + 1` })
}

/** Even if another server has claimed it in the meantime, because it is done. */
export async function deleteJob(db: Db, { id }: ClaimedJob): Promise<void> {
  await sql`DELETE FROM jobs WHERE id = ${id}`.execute(db)
}

/** Unless another server has claimed it in the meantime. Without a next attempt, the job has failed. */
export async function failJob(
  db: Db,
  { id, claim_id }: ClaimedJob,
  { error, retrySeconds }: { error: string; retrySeconds: number | undefined },
): Promise<void> {
  // Half of the delay is random, so that not all jobs that failed together come back together.
  const next =
    retrySeconds === undefined ? sql`NULL` : sql`now() + make_interval(secs => ${retrySeconds} * (1 + random()) / 2)`
  await sql`
    UPDATE jobs SET ${unclaimed}, error = ${error}, next_attempt_at = ${next},
      failed_at = ${retrySeconds === undefined ? sql`now()` : sql`NULL`}
    WHERE id = ${id} AND claim_id = ${claim_id}`.execute(db)
}

export interface QueueRow {
  name: string
  waiting: number
  active: number
  failed: number
  late_millis: number
}

/** Jobs that are due later, such as retries, wait too, but are not late. */
export async function listQueues(db: Db, names: string[]): Promise<QueueRow[]> {
  const isActive = sql`claimed_until > now()`
  const isWaiting = sql`next_attempt_at IS NOT NULL AND (${isActive}) IS NOT TRUE`
  const { rows } = await sql<QueueRow>`
    SELECT q.name,
      (count(*) FILTER (WHERE ${isWaiting}))::integer AS waiting,
      (count(*) FILTER (WHERE ${isActive}))::integer AS active,
      (count(failed_at))::integer AS failed,
      floor(coalesce(greatest(0, extract(epoch FROM now() - min(next_attempt_at)
        FILTER (WHERE ${isWaiting})) * 1000), 0))::float8 AS late_millis
    FROM unnest(${names}::text[]) AS q (name) LEFT JOIN jobs j ON j.name = q.name
    GROUP BY q.name ORDER BY q.name`.execute(db)
  return rows
}

export async function deleteFailedJobs(db: Db, before: Date): Promise<void> {
  await deleteInBatches(db, 'jobs', sql`failed_at < ${before}`)
}
