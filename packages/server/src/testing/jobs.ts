import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { Attempt, Jobs } from '../platform/jobs/jobs.ts'

/** For handlers that tests call directly. */
export const firstAttempt: Attempt = { isLast: false, signal: new AbortController().signal }

/** The waiting jobs on a database without workers, filtered by part of their data. */
export async function listJobs<N extends keyof Jobs>(db: Db, name: N, part: Partial<Jobs[N]>): Promise<Jobs[N][]> {
  const { rows } = await sql<{ data: Jobs[N] }>`
    SELECT data FROM pgboss.job WHERE name = ${name} AND state = 'created' AND data @> ${JSON.stringify(part)}::jsonb
    ORDER BY created_on`.execute(db)
  return rows.map(({ data }) => data)
}

/** The same, removed from the queue. */
export async function takeJobs<N extends keyof Jobs>(db: Db, name: N, part: Partial<Jobs[N]>): Promise<Jobs[N][]> {
  const jobs = await listJobs(db, name, part)
  await sql`DELETE FROM pgboss.job WHERE name = ${name} AND data @> ${JSON.stringify(part)}::jsonb`.execute(db)
  return jobs
}
