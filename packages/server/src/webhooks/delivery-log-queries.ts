import { type Selectable, sql } from 'kysely'
import { idShape, readCursor, toPage } from '../platform/db/cursor.ts'
import type { Db } from '../platform/db/database.ts'
import type { Tables } from '../platform/db/tables.ts'
import type { DeliveryRow } from './queries.ts'

export type AttemptRow = Selectable<Tables['webhook_attempts']>
/** A delivery with the result of its last attempt. */
export type ListedDelivery = DeliveryRow & { duration_millis: number | null; response_status: number | null }

/** One page, newest first, starting at the cursor. */
export async function listDeliveries(
  db: Db,
  projectId: string,
  endpointId: string,
  page: {
    limit: number
    cursor: string | undefined
    state: DeliveryRow['state'] | undefined
    type: string | undefined
  },
): Promise<{ rows: ListedDelivery[]; nextCursor: string | null }> {
  const { limit, state, type } = page
  const first = readCursor(page.cursor, idShape)
  let query = selectDeliveries(db, projectId, endpointId)
    .orderBy('d.sequence', 'desc')
    .limit(limit + 1)
  if (state) query = query.where('d.state', '=', state)
  if (type) query = query.where('d.type', '=', type)
  if (first) {
    query = query.where('d.sequence', '<=', (eb) =>
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

const selectDeliveries = (db: Db, projectId: string, endpointId: string) =>
  db
    .selectFrom('webhook_deliveries as d')
    .leftJoin('webhook_attempts as last', (join) =>
      join
        .onRef('last.project_id', '=', 'd.project_id')
        .onRef('last.endpoint_id', '=', 'd.endpoint_id')
        .onRef('last.event_id', '=', 'd.event_id')
        .onRef('last.number', '=', 'd.attempts'),
    )
    .selectAll('d')
    .select(['last.duration_millis', 'last.response_status'])
    .where('d.project_id', '=', projectId)
    .where('d.endpoint_id', '=', endpointId)

export interface HourRow {
  hour: number
  delivered: number
  failed: number
}

/** The hours since then in which events happened, counted from zero. Only what was sent at least once. */
export async function listHours(db: Db, projectId: string, endpointId: string, since: Date): Promise<HourRow[]> {
  const { rows } = await sql<HourRow>`
    SELECT floor(extract(epoch FROM created_at - ${since}::timestamptz) / 3600)::integer AS hour,
      (count(*) FILTER (WHERE state = 'delivered'))::integer AS delivered,
      (count(*) FILTER (WHERE state <> 'delivered'))::integer AS failed
    FROM webhook_deliveries
    WHERE project_id = ${projectId} AND endpoint_id = ${endpointId} AND created_at >= ${since} AND attempts > 0
    GROUP BY hour`.execute(db)
  return rows
}

export interface DeliveryKey {
  endpointId: string
  eventId: string
}

export async function findDelivery(db: Db, projectId: string, key: DeliveryKey) {
  return selectDeliveries(db, projectId, key.endpointId)
    .innerJoin('webhook_events as e', (join) =>
      join.onRef('e.project_id', '=', 'd.project_id').onRef('e.id', '=', 'd.event_id'),
    )
    .select('e.data')
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

/** Finished deliveries are sent again; pending ones are sent immediately. False if there is no such delivery. */
export async function markForResending(db: Db, projectId: string, key: DeliveryKey, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_deliveries')
    .set({
      state: sql`CASE WHEN state IN ('delivered', 'failed') THEN 'resending' ELSE state END`,
      next_attempt_at: now,
    })
    .where('project_id', '=', projectId)
    .where('endpoint_id', '=', key.endpointId)
    .where('event_id', '=', key.eventId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The oldest failed deliveries, and whether there are more. */
export async function markFailedForResending(
  db: Db,
  projectId: string,
  endpointId: string,
  { limit, now }: { limit: number; now: Date },
): Promise<{ count: number; hasMore: boolean }> {
  const { rows } = await sql<{ count: number; has_more: boolean }>`
    WITH failed AS (
      SELECT event_id, row_number() OVER (ORDER BY sequence) AS place FROM (
        SELECT event_id, sequence FROM webhook_deliveries
        WHERE project_id = ${projectId} AND endpoint_id = ${endpointId} AND state = 'failed'
        ORDER BY sequence LIMIT ${limit + 1} FOR UPDATE SKIP LOCKED
      ) AS locked
    ), marked AS (
      UPDATE webhook_deliveries d SET state = 'resending', next_attempt_at = ${now}
      FROM failed WHERE d.project_id = ${projectId} AND d.endpoint_id = ${endpointId}
        AND d.event_id = failed.event_id AND failed.place <= ${limit}
      RETURNING 1
    )
    SELECT (SELECT count(*) FROM marked)::integer AS count,
      EXISTS (SELECT FROM failed WHERE place > ${limit}) AS has_more`.execute(db)
  return { count: rows[0]!.count, hasMore: rows[0]!.has_more }
}
