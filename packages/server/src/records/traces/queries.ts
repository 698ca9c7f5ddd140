import { hasUuidShape, type TraceKind } from '@latchkey/contract'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { readCursor, selectMicros, toPage } from '../../platform/db/cursor.ts'
import type { Db } from '../../platform/db/database.ts'

export interface TraceRow {
  id: string
  kind: TraceKind
  code: string
  status: number | null
  route: string | null
  event_type: string | null
  user_id: string | null
  has_address: boolean
  flow_id: string | null
  ip_address: string | null
  user_agent: string | null
  steps: unknown[]
  reference_ids: string[]
  count: number
  first_at: Date
  last_at: Date
  email_id: string | null
  endpoint_id: string | null
  event_id: string | null
  micros: number
}

export interface TraceFilter {
  kind?: TraceKind | undefined
  userId?: string | undefined
  connectionId?: string | undefined
  address?: { value: string; hashes: readonly Buffer[] } | undefined
  reference?: string | undefined
  flowId?: string | undefined
  /** For one trace, with the kind that tells its table. */
  only?: RawBuilder<unknown> | undefined
  from: Date
  until?: Date | undefined
}

type Sql = RawBuilder<unknown>

const place = z.tuple([z.int(), z.string().max(200)])

/**
 * One page from the cursor on, newest first: the traces, and the emails and webhooks that failed, which are not copied.
 * Each is read in the order of an index, and only as far as the page goes.
 */
export async function listTraces(
  db: Db,
  projectId: string,
  filter: TraceFilter,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ rows: TraceRow[]; nextCursor: string | null }> {
  const start = readCursor(cursor, place)
  const startAt = start && sql`timestamptz 'epoch' + ${start[0]}::bigint * interval '1 microsecond'`
  const isShown = (at: Sql, id: Sql) => sql`${at} >= ${filter.from}
    ${filter.until ? sql`AND ${at} < ${filter.until}` : sql``}
    ${start ? sql`AND ${at} <= ${startAt} AND (${at}, ${id} COLLATE "C") <= (${startAt}, ${start[1]})` : sql``}`
  const inOrder = (source: Sql) =>
    sql`(SELECT * FROM (${source}) AS source (${columns}) ORDER BY first_at DESC, id COLLATE "C" DESC LIMIT ${limit + 1})`
  const { rows } = await sql<TraceRow>`
    SELECT *, ${selectMicros(sql`first_at`)} AS micros FROM (
      ${sql.join(listSources(projectId, filter, isShown).map(inOrder), sql` UNION ALL `)}
    ) AS merged ORDER BY first_at DESC, id COLLATE "C" DESC LIMIT ${limit + 1}`.execute(db)
  return toPage(rows, limit, ({ micros, id }) => [micros, id])
}

/** Of every source, in this order. */
const columns =
  sql.raw(`id, kind, code, status, route, event_type, user_id, has_address, flow_id, ip_address, user_agent,
  steps, reference_ids, count, first_at, last_at, email_id, endpoint_id, event_id`)

type IsShown = (at: Sql, id: Sql) => Sql

/** Only traces have references and flows. */
function listSources(projectId: string, filter: TraceFilter, isShown: IsShown): Sql[] {
  const { kind } = filter
  const { reference, flowId, connectionId } = filter
  const isTrace = reference !== undefined || flowId !== undefined || connectionId || (filter.only && !kind)
  return [
    ...(kind === 'email' || kind === 'webhook' ? [] : [selectTraces(projectId, filter, isShown)]),
    ...(isTrace || (kind && kind !== 'email') ? [] : [selectEmails(projectId, filter, isShown)]),
    ...(isTrace || (kind && kind !== 'webhook') ? [] : [selectWebhooks(projectId, filter, isShown)]),
  ]
}

function selectTraces(projectId: string, filter: TraceFilter, isShown: IsShown): Sql {
  const { kind, userId, connectionId, address, reference, flowId, only } = filter
  const conditions = [
    sql`project_id = ${projectId}`,
    isShown(sql`first_at`, sql`id::text`),
    ...(kind ? [sql`kind = ${kind}`] : []),
    ...(userId ? [sql`user_id = ${userId}`] : []),
    ...(connectionId ? [isOfConnection(connectionId)] : []),
    ...(address
      ? [
          sql`(address_hash = ANY(${address.hashes}::bytea[])
            OR user_id IN (SELECT user_id FROM contact_channels
              WHERE project_id = ${projectId} AND type = 'email' AND value = ${address.value}))`,
        ]
      : []),
    ...(reference !== undefined ? [sql`reference_ids @> ARRAY[${reference}]`] : []),
    ...(flowId ? [sql`flow_id = ${flowId}`] : []),
    ...(only ? [only] : []),
  ]
  return sql`
    SELECT id::text, kind, code, status::integer, route, NULL, user_id::text, address_hash IS NOT NULL, flow_id, ip_address, user_agent, steps::jsonb, reference_ids,
      count, first_at, last_at, NULL, NULL, NULL
    FROM traces WHERE ${sql.join(conditions, sql` AND `)}`
}

/** Of the at most five thousand traces of a project. */
const isOfConnection = (id: string) => sql`(
  steps::jsonb @> jsonb_build_array(jsonb_build_object('connection_id', ${id}::text))
  OR steps::jsonb @> jsonb_build_array(jsonb_build_object('provider', 'sso_' || ${id}::text))
)`

function selectEmails(projectId: string, { userId, address, only }: TraceFilter, isShown: IsShown): Sql {
  const shownId = sql`('email.' || e.id)`
  const conditions = [
    sql`e.project_id = ${projectId} AND e.error IS NOT NULL`,
    isShown(sql`e.sent_at`, shownId),
    ...(userId
      ? [
          sql`lower(e.recipients[1]) IN (SELECT lower(value) FROM contact_channels
            WHERE project_id = ${projectId} AND user_id = ${userId} AND type = 'email')`,
        ]
      : []),
    ...(address ? [sql`lower(e.recipients[1]) = ${address.value}`] : []),
    ...(only ? [only] : []),
  ]
  return sql`
    SELECT ${shownId}, 'email', 'EMAIL_NOT_SENT', NULL::integer, NULL, NULL, owner.user_id::text, false, NULL, NULL,
      NULL, jsonb_build_array(jsonb_build_object('step', 'email-attempt', 'template', e.kind,
        'reason', left(coalesce(e.error ->> 'message', e.error #>> '{}'), 500))),
      '{}'::text[], 1, e.sent_at, e.sent_at, e.id::text, NULL, NULL
    FROM sent_emails e
    LEFT JOIN LATERAL (
      SELECT user_id FROM contact_channels
      WHERE project_id = e.project_id AND type = 'email' AND value = lower(e.recipients[1])
      ORDER BY used_for_auth DESC, is_verified DESC, created_at LIMIT 1
    ) owner ON true
    WHERE ${sql.join(conditions, sql` AND `)}`
}

const shownAttempts = 20

function selectWebhooks(projectId: string, { userId, address, only }: TraceFilter, isShown: IsShown): Sql {
  const shownId = sql`('webhook.' || d.endpoint_id || '.' || d.event_id)`
  const conditions = [
    sql`d.project_id = ${projectId} AND d.attempts > 0 AND d.state IN ('pending', 'resending', 'failed')`,
    isShown(sql`d.created_at`, shownId),
    ...(userId ? [sql`d.object_id = ${userId}`] : []),
    ...(address
      ? [
          sql`d.object_id IN (SELECT user_id::text FROM contact_channels
            WHERE project_id = ${projectId} AND type = 'email' AND value = ${address.value})`,
        ]
      : []),
    ...(only ? [only] : []),
  ]
  return sql`
    SELECT ${shownId}, 'webhook', CASE d.state WHEN 'failed' THEN 'WEBHOOK_FAILED' ELSE 'WEBHOOK_FAILING' END,
      NULL::integer, NULL, d.type, person.id::text, false, NULL, NULL, NULL, attempts.steps, '{}'::text[], 1,
      d.created_at, d.created_at, NULL, d.endpoint_id::text, d.event_id::text
    FROM webhook_deliveries d
    LEFT JOIN users person ON person.project_id = d.project_id
      AND person.id = CASE WHEN d.object_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN d.object_id::uuid END
    CROSS JOIN LATERAL (
      SELECT coalesce(jsonb_agg(jsonb_build_object('step', 'webhook-attempt', 'number', number,
        'attempted_at_millis', floor(extract(epoch FROM attempted_at) * 1000),
        'response_status', response_status, 'reason', left(failure, 300)) ORDER BY number), '[]') AS steps
      FROM (
        SELECT number, attempted_at, response_status, failure FROM webhook_attempts a
        WHERE a.project_id = d.project_id AND a.endpoint_id = d.endpoint_id AND a.event_id = d.event_id
        ORDER BY number DESC LIMIT ${sql.lit(shownAttempts)}
      ) AS latest
    ) AS attempts
    WHERE ${sql.join(conditions, sql` AND `)}`
}

/** One trace by the ID that the list gave it: its own, or those of the email or the delivery. */
export async function findTrace(db: Db, projectId: string, id: string, from: Date): Promise<TraceRow | undefined> {
  const [source, ...ids] = id.includes('.') ? (id.split('.') as [string, ...string[]]) : ['trace', id]
  if (!ids.every(hasUuidShape)) return undefined
  const [first, second] = ids
  const only: Record<string, TraceFilter | undefined> = {
    trace: { from, only: sql`id = ${first}` },
    email: { from, kind: 'email', only: sql`e.id = ${first}` },
    webhook: second
      ? { from, kind: 'webhook', only: sql`d.endpoint_id = ${first} AND d.event_id = ${second}` }
      : undefined,
  }
  const filter = Object.hasOwn(only, source) ? only[source] : undefined
  if (!filter) return undefined
  const { rows } = await listTraces(db, projectId, filter, { limit: 1 })
  return rows[0]
}
