import { type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { Tables } from '../platform/db/tables.ts'

export type EndpointRow = Selectable<Tables['webhook_endpoints']>
export type DeliveryRow = Selectable<Tables['webhook_deliveries']>

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
