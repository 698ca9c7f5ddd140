import { type Insertable, type RawBuilder, sql } from 'kysely'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { prepareQuery } from '../platform/db/prepared.ts'
import type { Tables } from '../platform/db/tables.ts'
import type { DeliveryRow, EndpointRow } from './queries.ts'

/** How many endpoints of one project are served at once, so that slow ones do not delay other projects. */
const maxAtOnce = 16

/** Locks the endpoint until the given time, if it is enabled, not locked, and not one too many of its project. */
export async function claimEndpoint(
  db: Db,
  projectId: string,
  id: string,
  { now, until }: { now: Date; until: Date },
): Promise<EndpointRow | undefined> {
  return inTransaction(db, async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended('webhooks ' || ${projectId}, 0))`.execute(trx)
    return trx
      .updateTable('webhook_endpoints')
      .set({ busy_until: until })
      .where('project_id', '=', projectId)
      .where('id', '=', id)
      .where('is_enabled', '=', true)
      .where((eb) => eb.or([eb('busy_until', 'is', null), eb('busy_until', '<=', now)]))
      .where(
        (eb) =>
          eb
            .selectFrom('webhook_endpoints as r')
            .select(({ fn }) => fn.countAll().as('busy'))
            .where('r.project_id', '=', projectId)
            .where('r.busy_until', '>', now),
        '<',
        maxAtOnce,
      )
      .returningAll()
      .executeTakeFirst()
  })
}

/** Unless another job holds the lock by now. */
export async function releaseEndpoint(db: Db, projectId: string, id: string, until: Date): Promise<void> {
  await db
    .updateTable('webhook_endpoints')
    .set({ busy_until: null })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .where('busy_until', '=', until)
    .execute()
}

export interface DueDelivery {
  event_id: string
  type: string
  state: DeliveryRow['state']
  attempts: number
  data: unknown
}

/** The deliveries that are due: for every object only its oldest event, and those that are to be resent. */
export async function listDueDeliveries(
  db: Db,
  projectId: string,
  endpointId: string,
  { now, limit }: { now: Date; limit: number },
): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    SELECT d.event_id, d.type, d.state, d.attempts, e.data
    FROM webhook_deliveries d JOIN webhook_events e ON e.project_id = d.project_id AND e.id = d.event_id
    WHERE d.project_id = ${projectId} AND d.endpoint_id = ${endpointId} AND ${isDue(now)}
    ORDER BY d.sequence LIMIT ${limit}`.execute(db)
  return rows
}

/** Of `webhook_deliveries d`. */
function isDue(now: Date): RawBuilder<boolean> {
  return sql`d.state IN ('pending', 'resending') AND d.next_attempt_at <= ${now} AND (d.state = 'resending' OR NOT EXISTS (
    SELECT 1 FROM webhook_deliveries earlier
    WHERE earlier.project_id = d.project_id AND earlier.endpoint_id = d.endpoint_id
      AND earlier.object_id = d.object_id AND earlier.state = 'pending' AND earlier.sequence < d.sequence
  ))`
}

/** The endpoint of the project that has waited longest while others were being served. */
export async function findWaitingEndpoint(
  db: Db,
  projectId: string,
  { except, now }: { except: string; now: Date },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    SELECT r.id FROM webhook_endpoints r CROSS JOIN LATERAL (
      SELECT d.sequence FROM webhook_deliveries d
      WHERE d.project_id = r.project_id AND d.endpoint_id = r.id AND ${isDue(now)}
      ORDER BY d.sequence LIMIT 1
    ) AS first
    WHERE r.project_id = ${projectId} AND r.id <> ${except} AND r.is_enabled AND (r.busy_until IS NULL OR r.busy_until <= ${now})
    ORDER BY first.sequence LIMIT 1`.execute(db)
  return rows[0]?.id
}

/** When the endpoint's next delivery is due: the earliest one that does not wait for another. */
export async function findNextAttemptTime(db: Db, projectId: string, endpointId: string): Promise<Date | null> {
  const { rows } = await sql<{ next: Date | null }>`
    SELECT min(next_attempt_at) AS next FROM (
      SELECT DISTINCT ON (object_id) next_attempt_at FROM webhook_deliveries
      WHERE project_id = ${projectId} AND endpoint_id = ${endpointId} AND state = 'pending'
      ORDER BY object_id, sequence
    ) AS first_of_each
    UNION ALL
    SELECT min(next_attempt_at) FROM webhook_deliveries
    WHERE project_id = ${projectId} AND endpoint_id = ${endpointId} AND state = 'resending'`.execute(db)
  const times = rows.flatMap(({ next }) => (next ? [next.getTime()] : []))
  return times.length === 0 ? null : new Date(Math.min(...times))
}

/** The result of an attempt, and the new state of the delivery. */
export interface AttemptOutcome {
  attempt: Omit<Insertable<Tables['webhook_attempts']>, 'project_id' | 'endpoint_id' | 'event_id' | 'number'>
  state: 'pending' | 'delivered' | 'failed'
  nextAttemptAt: Date | null
}

/** A healthy endpoint is not updated at every delivery. */
const writeAttempt = prepareQuery(
  'record webhook attempt',
  `
  WITH delivery AS (
    UPDATE webhook_deliveries SET attempts = attempts + 1, state = $4, next_attempt_at = $5
    WHERE project_id = $1 AND endpoint_id = $2 AND event_id = $3
    RETURNING attempts
  ), endpoint AS (
    UPDATE webhook_endpoints SET failing_since = CASE WHEN $10::text IS NULL THEN NULL ELSE $6::timestamptz END
    WHERE project_id = $1 AND id = $2 AND (failing_since IS NULL) = ($10::text IS NOT NULL)
      AND EXISTS (SELECT FROM delivery)
  )
  INSERT INTO webhook_attempts (project_id, endpoint_id, event_id, number, attempted_at, duration_millis, response_status, response_text, failure)
  SELECT $1, $2, $3, attempts, $6, $7, $8, $9, $10 FROM delivery`,
)

/**
 * If the endpoint or event was deleted meanwhile, so were its deliveries, and there is nothing to record. Announces
 * nothing: PostgreSQL writes transactions with notifications to disk one after the other.
 */
export async function recordAttempt(
  db: Db,
  projectId: string,
  key: { endpointId: string; eventId: string },
  { attempt, state, nextAttemptAt }: AttemptOutcome,
): Promise<void> {
  const { attempted_at, duration_millis, response_status, response_text, failure } = attempt
  const values = [attempted_at, duration_millis, response_status, response_text, failure]
  await writeAttempt(db, [projectId, key.endpointId, key.eventId, state, nextAttemptAt, ...values])
}

export async function findFailingSince(db: Db, projectId: string, id: string): Promise<Date | null | undefined> {
  const endpoint = await db
    .selectFrom('webhook_endpoints')
    .select('failing_since')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
  return endpoint?.failing_since
}

/** True if it was enabled. Its pending deliveries have then failed. */
export async function disableEndpoint(
  db: Db,
  projectId: string,
  id: string,
  reason: 'failing' | 'gone',
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_endpoints')
    .set({ is_enabled: false, disabled_reason: reason })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .where('is_enabled', '=', true)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await db
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', next_attempt_at: null })
    .where('project_id', '=', projectId)
    .where('endpoint_id', '=', id)
    .where('state', 'in', ['pending', 'resending'])
    .execute()
  return true
}

/** Across projects: endpoints with overdue deliveries, as after a crash. */
export async function listOverdueEndpoints(db: Db, now: Date, { overdueMillis }: { overdueMillis: number }) {
  return db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_endpoints as r', (join) =>
      join.onRef('r.project_id', '=', 'd.project_id').onRef('r.id', '=', 'd.endpoint_id'),
    )
    .select(['d.project_id', 'd.endpoint_id'])
    .distinct()
    .where('d.state', 'in', ['pending', 'resending'])
    .where('d.next_attempt_at', '<', new Date(now.getTime() - overdueMillis))
    .where('r.is_enabled', '=', true)
    .where((eb) => eb.or([eb('r.busy_until', 'is', null), eb('r.busy_until', '<=', now)]))
    .execute()
}
