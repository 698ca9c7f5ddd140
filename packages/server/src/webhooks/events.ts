import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { ServerUserBody } from '../accounts/users/body.ts'
import { deleteInBatches } from '../platform/db/batches.ts'
import type { Db } from '../platform/db/database.ts'
import { prepareQuery } from '../platform/db/prepared.ts'
import { enqueueJob, type Jobs } from '../platform/jobs/jobs.ts'
import type { ServerTeamBody } from '../teams/body.ts'
import { serviceFact } from './service.ts'

/** The webhook events and their data. */
export interface WebhookEvents {
  'user.created': ServerUserBody
  'user.updated': ServerUserBody
  'user.deleted': { id: string; teams: { id: string }[] }
  'team.created': ServerTeamBody
  'team.updated': ServerTeamBody
  'team.deleted': { id: string }
  'team_membership.created': { team_id: string; user_id: string }
  'team_membership.deleted': { team_id: string; user_id: string }
  'team_permission.created': { id: string; team_id: string; user_id: string }
  'team_permission.deleted': { id: string; team_id: string; user_id: string }
  'project_permission.created': { id: string; user_id: string }
  'project_permission.deleted': { id: string; user_id: string }
}

/**
 * Must be called in the transaction that makes the change. One statement stores the event and its deliveries: an event
 * that no endpoint listens to is not stored and costs one index lookup.
 */
export async function recordEvent<T extends keyof WebhookEvents>(
  db: Db,
  projectId: string,
  event: { type: T; data: WebhookEvents[T]; now: Date },
): Promise<void> {
  const values = [projectId, randomUUID(), objectIdOf(event.data), event.type, JSON.stringify(event.data), event.now]
  const { rows } = await insertEvent(db, values)
  for (const { name, payload } of rows) await enqueueJob(db, name, payload)
}

const insertEvent = prepareQuery<EventJob>(
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

/** Events about one membership stay in order, and so do those about one user or team. */
function objectIdOf(data: WebhookEvents[keyof WebhookEvents]): string {
  if (!('user_id' in data)) return data.id
  return 'team_id' in data ? `${data.team_id}/${data.user_id}` : data.user_id
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
