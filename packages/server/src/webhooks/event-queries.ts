import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { deleteInBatches } from '../platform/db/batches.ts'
import type { Db } from '../platform/db/database.ts'
import { prepareQuery } from '../platform/db/prepared.ts'
import { attemptsOf } from '../platform/jobs/queues.ts'

/** A fact of the deployment that is present while an external service delivers the webhooks. */
export const serviceFact = 'webhook service'

interface NewEvents {
  /** A query for the columns id, object_id, type and data, in the order of delivery. `$1` is the project. */
  from: string
  now: string
}

/**
 * Stores events and their deliveries, and adds the jobs that deliver them, as part of a statement that has to end with
 * `wakeDeliverers`. Events that no endpoint listens to are not stored and cost one index lookup. Storing one again has
 * no effect.
 */
export function storeEvents({ from, now }: NewEvents): string {
  return `new_events AS (${from}), service AS (
    SELECT 1 FROM deployment WHERE name = '${serviceFact}'
  ), listeners AS (
    SELECT id, event_types FROM webhook_endpoints
    WHERE project_id = $1 AND is_enabled AND NOT EXISTS (SELECT FROM service)
  ), events AS (
    INSERT INTO webhook_events (project_id, id, object_id, type, data, created_at)
    SELECT $1, id, object_id, type, data, ${now} FROM new_events n
    WHERE EXISTS (SELECT FROM service) OR EXISTS (SELECT FROM listeners l WHERE ${listensTo('n.type')})
    ON CONFLICT DO NOTHING
    RETURNING id, sequence, object_id, type, created_at
  ), deliveries AS (
    INSERT INTO webhook_deliveries
      (project_id, endpoint_id, event_id, sequence, object_id, type, state, next_attempt_at, created_at)
    SELECT $1, l.id, e.id, e.sequence, e.object_id, e.type, 'pending', e.created_at, e.created_at
    FROM events e JOIN listeners l ON ${listensTo('e.type')}
    RETURNING endpoint_id
  ), deliverers AS (
    INSERT INTO jobs (name, payload, max_attempts)
    SELECT 'deliver-webhooks', jsonb_build_object('project_id', $1::text, 'endpoint_id', endpoint_id), ${attemptsOf('deliver-webhooks')}
    FROM (SELECT DISTINCT endpoint_id FROM deliveries) AS d
    UNION ALL
    SELECT 'publish-webhook', jsonb_build_object('project_id', $1::text, 'event_id', e.id), ${attemptsOf('publish-webhook')}
    FROM events e, service
    RETURNING name
  )`
}

/** Of the listener `l`. */
const listensTo = (type: string) => `(l.event_types IS NULL OR ${type} = ANY(l.event_types))`

export const wakeDeliverers = `(SELECT count(pg_notify('latchkey_job_added', name)) FROM deliverers)`

const recordEvents = prepareQuery(
  'record events',
  `
  WITH ${storeEvents({
    from: 'SELECT * FROM json_to_recordset($2::json) AS e (id uuid, object_id text, type text, data json)',
    now: '$3::timestamptz',
  })}
  SELECT ${wakeDeliverers}`,
)

export interface EventRow {
  id: string
  object_id: string
  type: string
  data: unknown
}

export async function insertEvents(db: Db, projectId: string, events: EventRow[], now: Date): Promise<void> {
  await recordEvents(db, [projectId, JSON.stringify(events), now])
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
