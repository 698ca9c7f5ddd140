import type { CustomerType } from '@latchkey/contract'
import { type RawBuilder, sql } from 'kysely'
import { isBeyond, type Place, selectMicros } from '../../platform/db/cursor.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Customer } from '../customers.ts'

interface CustomerRow {
  customer_id: string
  created_at: Date
  micros: number
  display_name: string | null
  primary_email: string | null
  profile_image_url: string | null
  plans: string[]
}

interface CustomerFilter {
  type: CustomerType
  /** The beginning of the id. */
  prefix?: string | undefined
  after?: Place | undefined
  limit: number
}

const maxPlans = 5

/** The newest first; those found by their id in the order of ids, which is that of the primary key. */
export async function listCustomers(db: Db, projectId: string, filter: CustomerFilter): Promise<CustomerRow[]> {
  const { type, prefix, after, limit } = filter
  const order = prefix === undefined ? sql`c.created_at DESC, c.customer_id DESC` : sql`c.customer_id`
  const { rows } = await sql<CustomerRow>`
    SELECT c.customer_id, c.created_at, ${selectMicros(sql`c.created_at`)} AS micros,
      ${namesOf(type)}, coalesce(plans.names, '{}') AS plans
    FROM (
      SELECT c.customer_id, c.created_at FROM item_accounts c
      WHERE project_id = ${projectId} AND customer_type = ${type}
        AND ${prefix === undefined ? sql`true` : sql`starts_with(customer_id, ${prefix})`}
        AND ${prefix === undefined ? isBeyond([sql`created_at`, sql`customer_id`], '<', after) : beyond(prefix, after)}
      ORDER BY ${order} LIMIT ${limit}
    ) c
    ${joinNames(projectId, type)}
    LEFT JOIN LATERAL (
      SELECT array_agg(name) AS names FROM (
        SELECT offer ->> 'displayName' AS name FROM subscriptions
        WHERE project_id = ${projectId} AND customer_type = ${type} AND customer_id = c.customer_id
          AND status IN ('active', 'trialing')
        ORDER BY created_at LIMIT ${maxPlans}
      ) active
    ) plans ON true
    ORDER BY ${order}`.execute(db)
  return rows
}

/** Where ids with the prefix begin, or after the last page: the index starts there. */
function beyond(prefix: string, place: Place | undefined): RawBuilder<unknown> {
  return place ? sql`customer_id > ${place.id}` : sql`customer_id >= ${prefix}`
}

/** Casting the ids of accounts, which are text, keeps the index of users and teams usable. */
function joinNames(projectId: string, type: CustomerType): RawBuilder<unknown> {
  if (type === 'custom') return sql``
  const id = sql`CASE WHEN c.customer_id ~ '^[0-9a-f-]{36}$' THEN c.customer_id::uuid END`
  const names = sql`LEFT JOIN ${sql.table(`${type}s`)} named ON named.project_id = ${projectId} AND named.id = ${id}`
  if (type === 'team') return names
  return sql`${names} LEFT JOIN contact_channels email ON email.project_id = ${projectId}
    AND email.user_id = named.id AND email.is_primary AND email.type = 'email'`
}

function namesOf(type: CustomerType): RawBuilder<unknown> {
  if (type === 'custom') return sql`NULL AS display_name, NULL AS primary_email, NULL AS profile_image_url`
  return sql`named.display_name, ${type === 'user' ? sql`email.value` : sql`NULL`} AS primary_email,
    CASE WHEN length(named.profile_image_url) <= 2000 THEN named.profile_image_url END AS profile_image_url`
}

export async function findCustomerName(db: Db, projectId: string, { type, id }: Customer): Promise<string | null> {
  if (type === 'custom') return null
  const row = await db
    .selectFrom(type === 'user' ? 'users' : 'teams')
    .select('display_name')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.display_name ?? null
}
