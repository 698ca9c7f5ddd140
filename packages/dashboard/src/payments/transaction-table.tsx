import { ReceiptText, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { useData } from '../data/data.ts'
import { usePages } from '../data/use-list.ts'
import { useMay } from '../parts/role.tsx'
import { type Names, nameSubject, namesFrom } from '../people/subjects.ts'
import { Badge, Empty } from '../ui/page.tsx'
import { type Column, Paging, Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { describePrice, describeStatus, useCatalog } from './catalog.ts'
import { CustomerName } from './customer-name.tsx'
import { RefundPurchase } from './refund-purchase.tsx'
import { type Transaction, type TransactionQuery, transactionTypeNames } from './transaction.ts'
import { OpenTransaction } from './transaction-dialog.tsx'

const pageSize = 50

interface TransactionTableProps {
  query: Omit<TransactionQuery, 'limit'>
  /** Limits the table to one customer. */
  isOfCustomer?: boolean | undefined
  /** Set if the URL holds the cursor. */
  paging?: ReturnType<typeof usePages>['paging'] | undefined
  /** Shown if nothing matches. */
  clear?: ReactNode | undefined
}

export function TransactionTable({ query, isOfCustomer = false, paging, clear }: TransactionTableProps) {
  const own = usePages(JSON.stringify(query))
  const { cursor = own.cursor, ...filter } = query
  const { transactions, next_cursor, subjects } = useData('GET /internal/payments/transactions', {
    query: { ...filter, limit: String(pageSize), cursor },
  })
  const may = useMay()
  const columns = useColumns(isOfCustomer ? undefined : namesFrom(subjects))
  if (transactions.length === 0 && !cursor) {
    if (isOfCustomer) return <p className="ui-muted">No transactions yet.</p>
    return clear ? (
      <Empty icon={<Search />} title="No transactions match" action={clear}>
        Try a longer period or fewer filters.
      </Empty>
    ) : (
      <Empty icon={<ReceiptText />} title="No transactions yet">
        Purchases, subscription renewals and item changes appear here.
      </Empty>
    )
  }
  return (
    <>
      <Table
        label="Transactions"
        rows={transactions}
        columns={columns}
        {...(may('payments') && {
          actions: (each: Transaction) =>
            each.type === 'one_time' && !each.refunded_at_millis ? <RefundPurchase purchase={each} /> : null,
        })}
      />
      <Paging
        {...(paging ?? own.paging)(next_cursor)}
        count={transactions.length}
        nouns={['transaction', 'transactions']}
      />
    </>
  )
}

/** The name of the customer that a link filters by, which comes with the transactions. */
export function PickedCustomer({ id, query }: { id: string; query: TransactionQuery }) {
  const { subjects } = useData('GET /internal/payments/transactions', { query: { ...query, limit: String(pageSize) } })
  const subject = subjects.find((each) => each.id === id)
  return subject ? <bdi>{nameSubject(subject, namesFrom(subjects))}</bdi> : id
}

/** Without names, all transactions are of the same customer. */
function useColumns(names: Names | undefined): Column<Transaction>[] {
  const { items } = useCatalog()
  const what = ({ type, item_id = '', quantity, description, ...purchase }: Transaction) => {
    const { offer_display_name, test_mode, refunded_at_millis } = purchase
    return type === 'item_quantity_change' ? (
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
        {test_mode && <Badge tone="accent">Test</Badge>} {refunded_at_millis && <Badge>Refunded</Badge>}
      </span>
    )
  }
  const customers: Column<Transaction>[] = names
    ? [
        {
          id: 'customer',
          header: 'Customer',
          priority: 'medium',
          cell: ({ customer_type, customer_id }) => (
            <CustomerName customer={{ type: customer_type, id: customer_id }} names={names} />
          ),
        },
      ]
    : []
  return [
    {
      id: 'what',
      header: 'Details',
      cell: (each) => (
        <OpenTransaction transaction={each} names={names}>
          {what(each)}
        </OpenTransaction>
      ),
    },
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
    ...customers,
    {
      id: 'price',
      header: 'Price',
      align: 'end',
      cell: ({ price }) => (price ? describePrice(price) : '–'),
    },
    { id: 'when', header: 'When', align: 'end', cell: (each) => <Time date={each.created_at_millis} /> },
  ]
}
