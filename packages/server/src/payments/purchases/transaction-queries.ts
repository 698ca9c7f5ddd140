import type { CustomerType } from '@latchkey/contract'
import { type RawBuilder, sql } from 'kysely'
import { isBeyond, type Place, selectMicros } from '../../platform/db/cursor.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Customer } from '../customers.ts'
import type { SubscriptionStatus } from '../queries.ts'

export type TransactionType = 'subscription' | 'one_time' | 'item_quantity_change'

export interface TransactionRow extends Place {
  type: TransactionType
  created_at: Date
  customer_type: CustomerType
  customer_id: string
  quantity: number
  is_test_mode: boolean
  offer: unknown
  price_id: string | null
  status: SubscriptionStatus | null
  item_id: string | null
  description: string | null
  expires_at: Date | null
  refunded_at: Date | null
}

interface TransactionFilter {
  now: Date
  limit: number
  after?: Place | undefined
  type?: TransactionType | undefined
  /** Items belong to the customer type of the settings, or to custom customers if they are no longer configured. */
  customer?: { type: CustomerType; itemTypes: Record<CustomerType, string[]> }
  /** Any of these. */
  customers?: Customer[] | undefined
  isTestMode?: boolean | undefined
  from?: Date | undefined
  until?: Date | undefined
}

/** Newest first, in one statement: at most one page from each table, in index order. */
export async function listTransactions(
  db: Db,
  projectId: string,
  filter: TransactionFilter,
): Promise<TransactionRow[]> {
  const after = isBeyond([sql`created_at`, sql`id`], '<', filter.after)
  const page = sql`
    AND ${ofCustomers(filter)} AND ${inTime(filter)} AND ${after} ORDER BY created_at DESC, id DESC LIMIT ${filter.limit}`
  const ofMode =
    filter.isTestMode === undefined ? sql`true` : filter.isTestMode ? sql`is_test_mode` : sql`NOT is_test_mode`
  const ofCustomer = filter.customer ? sql`customer_type = ${filter.customer.type}` : sql`true`
  const tables: Record<TransactionType, RawBuilder<unknown>> = {
    subscription: sql`
      SELECT 'subscription' AS type, id, created_at, customer_type, customer_id, quantity, is_test_mode, offer, price_id,
        CASE WHEN ${isEndedTest(filter.now)} THEN 'canceled' ELSE status END, NULL AS item_id, NULL AS description, NULL::timestamptz AS expires_at, NULL::timestamptz AS refunded_at
      FROM subscriptions WHERE project_id = ${projectId} AND ${ofMode} AND ${ofCustomer} ${page}`,
    one_time: sql`
      SELECT 'one_time', id, created_at, customer_type, customer_id, quantity, is_test_mode, offer, price_id,
        NULL, NULL, NULL, NULL, refunded_at
      FROM one_time_purchases WHERE project_id = ${projectId} AND ${ofMode} AND ${ofCustomer} ${page}`,
    item_quantity_change: sql`
      SELECT 'item_quantity_change', id, created_at, customer_type, customer_id, delta, false, NULL, NULL,
        NULL, item_id, description, expires_at, NULL
      FROM item_changes WHERE project_id = ${projectId} AND ${filter.isTestMode ? sql`false` : sql`true`}
        AND ${ofItemType(filter.customer)} ${page}`,
  }
  const wanted = Object.entries(tables).filter(([type]) => filter.type === undefined || filter.type === type)
  const { rows } = await sql<TransactionRow>`
    SELECT *, ${selectMicros(sql`created_at`)} AS micros
    FROM (${sql.join(
      wanted.map(([, table]) => sql`(${table})`),
      sql` UNION ALL `,
    )}) transactions (type, id, created_at, customer_type, customer_id, quantity, is_test_mode, offer, price_id,
      status, item_id, description, expires_at, refunded_at)
    ORDER BY created_at DESC, id DESC LIMIT ${filter.limit}`.execute(db)
  return rows
}

/** Subscriptions that a job will soon mark as ended. */
function isEndedTest(now: Date): RawBuilder<unknown> {
  return sql`is_test_mode AND status IN ('active', 'trialing') AND period_end <= ${now}`
}

function ofCustomers({ customers }: TransactionFilter): RawBuilder<unknown> {
  if (!customers) return sql`true`
  const each = customers.map(({ type, id }) => sql`(customer_type = ${type} AND customer_id = ${id})`)
  return sql`(${sql.join(each, sql` OR `)})`
}

function inTime({ from, until }: TransactionFilter): RawBuilder<unknown> {
  return sql`${from ? sql`created_at >= ${from}` : sql`true`} AND ${until ? sql`created_at < ${until}` : sql`true`}`
}

function ofItemType(customer: TransactionFilter['customer']): RawBuilder<unknown> {
  if (!customer) return sql`true`
  const { type, itemTypes } = customer
  if (type === 'custom') return sql`item_id <> ALL(${[...itemTypes.user, ...itemTypes.team]}::text[])`
  return sql`item_id = ANY(${itemTypes[type]}::text[])`
}
