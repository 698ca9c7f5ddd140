import { type Selectable, sql, type Updateable } from 'kysely'
import { idShape, readCursor, toPage } from '../platform/db/cursor.ts'
import type { Db } from '../platform/db/database.ts'
import type { Tables } from '../platform/db/tables.ts'

export type EndpointRow = Selectable<Tables['webhook_endpoints']>
export type DeliveryRow = Selectable<Tables['webhook_deliveries']>
export type AttemptRow = Selectable<Tables['webhook_attempts']>

export async function insertEndpoint(
  db: Db,
  projectId: string,
  endpoint: {
    id: string
    url: string
    description: string
    eventTypes: string[] | null
    isEnabled: boolean
    secretEncrypted: string
    now: Date
  },
): Promise<EndpointRow> {
  return db
    .insertInto('webhook_endpoints')
    .values({
      project_id: projectId,
      id: endpoint.id,
      url: endpoint.url,
      description: endpoint.description,
      event_types: endpoint.eventTypes,
      is_enabled: endpoint.isEnabled,
      secret_encrypted: endpoint.secretEncrypted,
      created_at: endpoint.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function listEndpoints(db: Db, projectId: string): Promise<EndpointRow[]> {
  return db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** How many of its last messages an endpoint has not received, though they were sent at least once. */
export interface RecentDeliveries {
  endpoint_id: string
  total: number
  failing: number
}

const recentDeliveries = 100

export async function listRecentDeliveries(db: Db, projectId: string): Promise<RecentDeliveries[]> {
  const { rows } = await sql<RecentDeliveries>`
    SELECT r.id AS endpoint_id, count(d)::integer AS total,
      (count(d) FILTER (WHERE d.state <> 'delivered'))::integer AS failing
    FROM webhook_endpoints r LEFT JOIN LATERAL (
      SELECT state FROM webhook_deliveries
      WHERE project_id = r.project_id AND endpoint_id = r.id AND attempts > 0
      ORDER BY sequence DESC LIMIT ${recentDeliveries}
    ) AS d ON true
    WHERE r.project_id = ${projectId} GROUP BY r.id`.execute(db)
  return rows
}

export async function findEndpoint(db: Db, projectId: string, id: string): Promise<EndpointRow | undefined> {
  return db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Undefined if there is no such endpoint. */
export async function updateEndpoint(
  db: Db,
  projectId: string,
  id: string,
  change: Updateable<Tables['webhook_endpoints']>,
): Promise<EndpointRow | undefined> {
  return db
    .updateTable('webhook_endpoints')
    .set(change)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** Keeps the previous secret beside the new one. */
export async function rotateSecret(
  db: Db,
  projectId: string,
  id: string,
  rotation: { secretEncrypted: string; previousUntil: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_endpoints')
    .set((eb) => ({
      previous_secret_encrypted: eb.ref('secret_encrypted'),
      previous_secret_until: rotation.previousUntil,
      secret_encrypted: rotation.secretEncrypted,
    }))
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteEndpoint(db: Db, projectId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('webhook_endpoints')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** One page, newest first, starting at the cursor. */
export async function listDeliveries(
  db: Db,
  projectId: string,
  endpointId: string,
  page: { limit: number; cursor: string | undefined; state: DeliveryRow['state'] | undefined },
): Promise<{ rows: DeliveryRow[]; nextCursor: string | null }> {
  const { limit, state } = page
  const first = readCursor(page.cursor, idShape)
  let query = db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('endpoint_id', '=', endpointId)
    .orderBy('sequence', 'desc')
    .limit(limit + 1)
  if (state) query = query.where('state', '=', state)
  if (first) {
    query = query.where('sequence', '<=', (eb) =>
      eb
        .selectFrom('webhook_deliveries')
        .select('sequence')
        .where('project_id', '=', projectId)
        .where('endpoint_id', '=', endpointId)
        .where('event_id', '=', first),
    )
  }
  return toPage(await query.execute(), limit, ({ event_id }) => [event_id])
}

export interface DeliveryKey {
  endpointId: string
  eventId: string
}

export async function findDelivery(db: Db, projectId: string, key: DeliveryKey) {
  return db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_events as e', (join) =>
      join.onRef('e.project_id', '=', 'd.project_id').onRef('e.id', '=', 'd.event_id'),
    )
    .selectAll('d')
    .select('e.data')
    .where('d.project_id', '=', projectId)
    .where('d.endpoint_id', '=', key.endpointId)
    .where('d.event_id', '=', key.eventId)
    .executeTakeFirst()
}

export async function listAttempts(db: Db, projectId: string, key: DeliveryKey): Promise<AttemptRow[]> {
  return db
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('endpoint_id', '=', key.endpointId)
    .where('event_id', '=', key.eventId)
    .orderBy('number')
    .execute()
}

/** Finished deliveries are sent again; pending ones are sent immediately. */
export async function markForResending(
  db: Db,
  projectId: string,
  key: DeliveryKey,
  now: Date,
): Promise<DeliveryRow | undefined> {
  return db
    .updateTable('webhook_deliveries')
    .set({
      state: sql`CASE WHEN state IN ('delivered', 'failed') THEN 'resending' ELSE state END`,
      next_attempt_at: now,
    })
    .where('project_id', '=', projectId)
    .where('endpoint_id', '=', key.endpointId)
    .where('event_id', '=', key.eventId)
    .returningAll()
    .executeTakeFirst()
}
