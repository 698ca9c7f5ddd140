import type { Routes } from '@latchkey/contract'
import { Link } from '@tanstack/react-router'
import { ReceiptText, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useData } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import { useTrail } from '../data/use-trail.ts'
import { Badge, Empty } from '../ui/page.tsx'
import { type Column, Paging, Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { describePrice, describeStatus, useCatalog } from './catalog.ts'

type Route = Routes['GET /internal/payments/transactions']
export type TransactionQuery = NonNullable<Route['request']['query']>
export type Transaction = Route['response']['admin']['transactions'][number]

export const transactionTypeNames = {
  subscription: 'Subscription',
  one_time: 'One-time purchase',
  item_quantity_change: 'Item change',
} as const

const pageSize = 50

interface TransactionTableProps {
  query: TransactionQuery
  /** Limits the table to one customer and keeps the cursor out of the URL. */
  isOfCustomer?: boolean | undefined
  /** Set if the URL holds the cursor. */
  onPage?: ((cursor: string | undefined) => void) | undefined
  /** Shown if nothing matches. */
  clear?: ReactNode | undefined
}

export function TransactionTable({ query, isOfCustomer = false, onPage, clear }: TransactionTableProps) {
  const [ownCursor, setOwnCursor] = useState<string>()
  const { cursor = ownCursor, ...filter } = query
  const { transactions, next_cursor } = useData('GET /internal/payments/transactions', {
    query: { ...filter, limit: String(pageSize), cursor },
  })
  const trail = useTrail(JSON.stringify(filter))
  const columns = useColumns(isOfCustomer)
  const goTo = onPage ?? setOwnCursor
  if (transactions.length === 0 && !cursor) {
    if (isOfCustomer) return <p className="ui-muted">No transactions yet.</p>
    return clear ? (
      <Empty icon={<Search aria-hidden="true" />} title="No transactions match" action={clear}>
        No transactions in this period. Enter the full customer ID.
      </Empty>
    ) : (
      <Empty icon={<ReceiptText aria-hidden="true" />} title="No transactions yet">
        Purchases, subscription renewals and item changes appear here.
      </Empty>
    )
  }
  return (
    <>
      <Table label="Transactions" rows={transactions} getId={({ id }) => id} columns={columns} />
      {(cursor || next_cursor) && (
        <Paging {...trail.paging(cursor, next_cursor, goTo)}>
          {transactions.length === 1 ? '1 transaction' : `${transactions.length} transactions`} on this page
        </Paging>
      )}
    </>
  )
}

function useColumns(isOfCustomer: boolean): Column<Transaction>[] {
  const { id: projectId } = useProject()
  const { items } = useCatalog()
  const what = ({ type, offer_display_name, item_id = '', quantity, description, test_mode }: Transaction) =>
    type === 'item_quantity_change' ? (
      <span title={description ?? undefined}>
        <strong>
          {quantity > 0 ? '+' : ''}
          {quantity.toLocaleString('en')} {items[item_id]?.displayName ?? item_id}
        </strong>
        {description && <span className="ui-muted"> · {description}</span>}
      </span>
    ) : (
      <span>
        <strong>
          {offer_display_name ?? 'Offer'}
          {quantity > 1 && ` × ${quantity.toLocaleString('en')}`}
        </strong>{' '}
        {test_mode && <Badge tone="accent">Test</Badge>}
      </span>
    )
  const customer: Column<Transaction> = {
    id: 'customer',
    header: 'Customer',
    priority: 'medium',
    cell: ({ customer_type, customer_id }) => (
      <Link
        to="/projects/$projectId/payments/customers/$customerType/$customerId"
        params={{ projectId, customerType: customer_type, customerId: customer_id }}
      >
        <code>{customer_id.length > 24 ? `${customer_id.slice(0, 8)}…` : customer_id}</code>
      </Link>
    ),
  }
  return [
    { id: 'what', header: 'Details', cell: what },
    {
      id: 'type',
      header: 'Type',
      priority: 'low',
      cell: ({ type, status }) => (
        <span className="ui-row">
          {transactionTypeNames[type]}
          {status && <Badge>{describeStatus(status)}</Badge>}
        </span>
      ),
    },
    ...(isOfCustomer ? [] : [customer]),
    {
      id: 'price',
      header: 'Price',
      align: 'end',
      cell: ({ price }) => (price ? describePrice(price) : '–'),
    },
    { id: 'when', header: 'When', align: 'end', cell: (each) => <Time date={each.created_at_millis} /> },
  ]
}
