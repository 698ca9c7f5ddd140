import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { Attempt, Jobs } from '../platform/jobs/jobs.ts'

/** For handlers that tests call directly. */
export const firstAttempt: Attempt = { isLast: false, signal: new AbortController().signal }

/** The waiting jobs on a database without workers, filtered by part of their data. */
export async function listJobs<N extends keyof Jobs>(db: Db, name: N, part: Partial<Jobs[N]>): Promise<Jobs[N][]> {
  const { rows } = await sql<{ payload: Jobs[N] }>`
    SELECT payload FROM jobs WHERE name = ${name} AND payload @> ${JSON.stringify(part)}::jsonb
    ORDER BY next_attempt_at`.execute(db)
  return rows.map(({ payload }) => payload)
}

/** The same, removed from the queue. */
export async function takeJobs<N extends keyof Jobs>(db: Db, name: N, part: Partial<Jobs[N]>): Promise<Jobs[N][]> {
  const jobs = await listJobs(db, name, part)
  await sql`DELETE FROM jobs WHERE name = ${name} AND payload @> ${JSON.stringify(part)}::jsonb`.execute(db)
  return jobs
}
