import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { prepareQuery } from '../platform/db/prepared.ts'
import type { Tables } from '../platform/db/tables.ts'
import { claimRowsOf, isOverdue, isUnclaimed, unclaimed } from '../platform/deliveries/claim-queries.ts'
import type { DeliveryJob } from '../platform/deliveries/sweep.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { DeliveryRow, EndpointRow } from './queries.ts'

/** How many endpoints of one project are served at once, so that slow ones do not delay other projects. */
const maxAtOnce = 16
/** Longer than a round can take. */
export const claimSeconds = 60

export type ClaimedEndpoint = EndpointRow & { claim_id: string }

/** Unless it is disabled, served by another job, or one too many of its project. */
export async function claimEndpoint(db: Db, projectId: string, id: string): Promise<ClaimedEndpoint | undefined> {
  const [endpoint] = await claimRowsOf<ClaimedEndpoint>(db, projectId, {
    table: 'webhook_endpoints',
    rows: sql`id = ${id} AND is_enabled`,
    seconds: claimSeconds,
    among: sql`true`,
    maxClaims: maxAtOnce,
  })
  return endpoint
}

/** Unless another job has claimed it in the meantime. */
export async function releaseEndpoint(db: Db, { project_id, id, claim_id }: ClaimedEndpoint): Promise<void> {
  await sql`
    UPDATE webhook_endpoints SET ${unclaimed}
    WHERE project_id = ${project_id} AND id = ${id} AND claim_id = ${claim_id}`.execute(db)
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
    WHERE r.project_id = ${projectId} AND r.id <> ${except} AND r.is_enabled AND ${isUnclaimed}
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

/** Across projects: endpoints with overdue deliveries that no job serves. */
export async function listOverdueWebhooks(db: Db): Promise<DeliveryJob[]> {
  const { rows: endpoints } = await sql<Jobs['deliver-webhooks']>`
    SELECT DISTINCT d.project_id, d.endpoint_id
    FROM webhook_deliveries d JOIN webhook_endpoints r ON r.project_id = d.project_id AND r.id = d.endpoint_id
    WHERE d.state IN ('pending', 'resending') AND ${isOverdue} AND r.is_enabled AND ${isUnclaimed}`.execute(db)
  return endpoints.map((payload) => ({ name: 'deliver-webhooks', payload }))
}
