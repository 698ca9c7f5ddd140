import type { CustomerType, Routes } from '@latchkey/contract'
import type { Context } from '../../http/context.ts'
import { placeShape, readCursor, toCursor } from '../../platform/db/cursor.ts'
import { readSubjects } from '../../records/subjects/body.ts'
import { type Catalog, findItem, type Offer } from '../catalog.ts'
import { toCustomer } from '../customers.ts'
import type { Price } from './check.ts'
import { listTransactions, type TransactionRow } from './transaction-queries.ts'

type Route = Routes['GET /internal/payments/transactions']
type Query = NonNullable<Route['request']['query']>
type Transaction = Route['response']['admin']['transactions'][number]

const defaultLimit = 50
const maxLimit = 200

export async function listTransactionPage(ctx: Context, query: Query): Promise<Route['response']['admin']> {
  const limit = readLimit(query.limit)
  const catalog = ctx.project.config.payments
  const rows = await listTransactions(ctx.db, ctx.project.id, {
    now: ctx.now(),
    limit,
    after: readCursor(query.cursor, placeShape),
    type: query.type,
    ...(query.customer_type ? { customer: { type: query.customer_type, itemTypes: itemTypesOf(catalog) } } : {}),
    customers: query.customer_id === undefined ? undefined : listNamed(query.customer_id, query.customer_type),
    isTestMode: query.test_mode === undefined ? undefined : query.test_mode === 'true',
    from: query.from_millis === undefined ? undefined : new Date(query.from_millis),
    until: query.until_millis === undefined ? undefined : new Date(query.until_millis),
  })
  const last = rows.length === limit ? rows.at(-1) : undefined
  const transactions = rows.map((row) => toTransaction(row, catalog))
  return {
    transactions,
    next_cursor: last ? toCursor(last.micros, last.id) : null,
    subjects: await readSubjects(ctx.db, ctx.project.id, transactions.flatMap(listMentions)),
  }
}

function listMentions({ customer_type: type, customer_id: id }: Transaction) {
  return type === 'custom' ? [] : [{ type, id }]
}

function readLimit(text: string | undefined): number {
  const limit = Number.parseInt(text ?? '', 10)
  return Number.isNaN(limit) ? defaultLimit : Math.min(Math.max(limit, 1), maxLimit)
}

/** The customers that have this id: one of each type, unless a type is given. */
function listNamed(id: string, type?: CustomerType) {
  const types: CustomerType[] = type ? [type] : ['user', 'team', 'custom']
  return types.map((each) => toCustomer(each, id))
}

function itemTypesOf(catalog: Catalog): Record<CustomerType, string[]> {
  const types: Record<CustomerType, string[]> = { user: [], team: [], custom: [] }
  for (const [id, { customerType }] of Object.entries(catalog.items)) types[customerType].push(id)
  return types
}

function toTransaction(row: TransactionRow, catalog: Catalog): Transaction {
  const common = {
    id: row.id,
    type: row.type,
    created_at_millis: row.created_at.getTime(),
    customer_id: row.customer_id,
    quantity: row.quantity,
  }
  if (row.type === 'item_quantity_change') {
    return {
      ...common,
      // The customer type of a deleted item is unknown.
      customer_type: findItem(catalog, row.item_id!)?.customerType ?? 'custom',
      test_mode: false,
      offer_display_name: null,
      price: null,
      status: null,
      item_id: row.item_id!,
      description: row.description,
      expires_at_millis: row.expires_at?.getTime() ?? null,
    }
  }
  const offer = row.offer as Offer
  return {
    ...common,
    customer_type: row.customer_type,
    test_mode: row.is_test_mode,
    offer_display_name: offer.displayName ?? null,
    price: row.price_id === null ? null : toShownPrice(offer, row.price_id),
    status: row.status,
    ...(row.refunded_at && { refunded_at_millis: row.refunded_at.getTime() }),
  }
}

function toShownPrice({ prices }: Offer, priceId: string): Omit<Price, 'serverOnly' | 'freeTrial'> | null {
  if (typeof prices !== 'object' || !Object.hasOwn(prices, priceId)) return null
  const { serverOnly: _, freeTrial: __, ...price } = prices[priceId]!
  return price
}
