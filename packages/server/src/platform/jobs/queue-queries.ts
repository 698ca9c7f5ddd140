import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

export interface QueueRow {
  name: string
  waiting: number
  active: number
  failed: number
  late_millis: number
}

/** Jobs that are due later, such as retries, wait too, but are not late. */
export async function listQueues(db: Db): Promise<QueueRow[]> {
  const { rows } = await sql<QueueRow>`
    SELECT q.name,
      (count(j.id) FILTER (WHERE j.state IN ('created', 'retry')))::integer AS waiting,
      (count(j.id) FILTER (WHERE j.state = 'active'))::integer AS active,
      (count(j.id) FILTER (WHERE j.state = 'failed'))::integer AS failed,
      floor(coalesce(greatest(0, extract(epoch FROM now() - min(j.start_after)
        FILTER (WHERE j.state IN ('created', 'retry'))) * 1000), 0))::float8 AS late_millis
    FROM pgboss.queue q LEFT JOIN pgboss.job j ON j.name = q.name
    WHERE q.name NOT LIKE '\\_\\_%'
    GROUP BY q.name ORDER BY q.name`.execute(db)
  return rows
}

/** Wakes the servers at the end of the transaction, unless the job is due later. */
export async function announceJob(db: Db, name: string, runAt?: Date): Promise<void> {
  await sql`
    SELECT pg_notify('latchkey_job_added', ${name})
    WHERE coalesce(${runAt ?? null}::timestamptz <= now(), true)`.execute(db)
}
