import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { deleteInBatches } from '../platform/db/batches.ts'
import type { Db } from '../platform/db/database.ts'
import { prepareQuery } from '../platform/db/prepared.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'

/** A fact of the deployment that is present while an external service delivers the webhooks. */
export const serviceFact = 'webhook service'

const queryInsertion = prepareQuery<EventJob>(
  'record event',
  `
  WITH service AS (
    SELECT 1 FROM deployment WHERE name = '${serviceFact}'
  ), listeners AS (
    SELECT id FROM webhook_endpoints
    WHERE project_id = $1 AND is_enabled AND (event_types IS NULL OR $4 = ANY(event_types))
      AND NOT EXISTS (SELECT FROM service)
  ), event AS (
    INSERT INTO webhook_events (project_id, id, object_id, type, data, created_at)
    SELECT $1, $2::uuid, $3, $4, $5::json, $6::timestamptz
    WHERE EXISTS (SELECT FROM service) OR EXISTS (SELECT FROM listeners)
    RETURNING *
  ), deliveries AS (
    INSERT INTO webhook_deliveries
      (project_id, endpoint_id, event_id, sequence, object_id, type, state, next_attempt_at, created_at)
    SELECT $1, r.id, event.id, event.sequence, event.object_id, event.type, 'pending', event.created_at, event.created_at
    FROM listeners r CROSS JOIN event
    RETURNING endpoint_id
  )
  SELECT 'deliver-webhooks' AS name, json_build_object('project_id', $1::text, 'endpoint_id', endpoint_id) AS payload
  FROM deliveries
  UNION ALL
  SELECT 'publish-webhook', json_build_object('project_id', $1::text, 'event_id', event.id) FROM event, service`,
)

type EventJob =
  | { name: 'deliver-webhooks'; payload: Jobs['deliver-webhooks'] }
  | { name: 'publish-webhook'; payload: Jobs['publish-webhook'] }

/**
 * One statement stores the event and its deliveries and returns the jobs that deliver it: an event that no endpoint
 * listens to is not stored and costs one index lookup.
 */
export async function insertEvent(
  db: Db,
  projectId: string,
  event: { objectId: string; type: string; data: string; now: Date },
): Promise<EventJob[]> {
  const values = [projectId, randomUUID(), event.objectId, event.type, event.data, event.now]
  const { rows } = await queryInsertion(db, values)
  return rows
}

export async function findEvent(db: Db, projectId: string, id: string) {
  return db
    .selectFrom('webhook_events')
    .select(['id', 'type', 'data'])
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** A test message for one endpoint, whatever it listens to. Returns the id of the message. */
export async function recordTestEvent(db: Db, projectId: string, endpointId: string, now: Date): Promise<string> {
  const id = randomUUID()
  const data = JSON.stringify({ endpoint_id: endpointId })
  // About a separate object, so that it neither waits nor blocks other events.
  const event = await db
    .insertInto('webhook_events')
    .values({ project_id: projectId, id, object_id: id, type: 'webhook.test', data, created_at: now })
    .returning('sequence')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('webhook_deliveries')
    .values({
      project_id: projectId,
      endpoint_id: endpointId,
      event_id: id,
      sequence: event.sequence,
      object_id: id,
      type: 'webhook.test',
      state: 'pending',
      next_attempt_at: now,
      created_at: now,
    })
    .execute()
  return id
}

/** Keeps the table bounded, whether or not there are listeners. */
export async function deleteOldEvents(db: Db, before: Date): Promise<void> {
  await deleteInBatches(db, 'webhook_events', sql`created_at < ${before}`)
}
