import { getRouteApi } from '@tanstack/react-router'
import type { CsvColumns } from '../data/csv.ts'
import { useApi } from '../data/data.ts'
import { type List, useList } from '../data/use-list.ts'
import { Boundary } from '../parts/boundary.tsx'
import { ExportButton } from '../parts/export-button.tsx'
import { DayFilters, TypedFilter } from '../parts/list-filters.tsx'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/field.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { PaymentsFrame } from './payments-frame.tsx'
import { type TransactionSearch, toTransactionQuery } from './search.ts'
import { type Transaction, TransactionTable, transactionTypeNames } from './transaction-table.tsx'

const route = getRouteApi('/owner/projects/$projectId/payments/transactions')

export default function TransactionsPage() {
  const list = useList(route.useSearch(), route.useNavigate())
  return (
    <PaymentsFrame part="Transactions" actions={<TransactionExport filter={list.filter} />}>
      <div className="ui-stack">
        <Filters list={list} />
        <Boundary skeleton={<TableSkeleton />}>
          <TransactionTable
            query={toTransactionQuery(list.search)}
            clear={list.isFiltered && <Button onClick={list.clear}>Clear filters</Button>}
            paging={list.paging}
          />
        </Boundary>
      </div>
    </PaymentsFrame>
  )
}

function Filters({ list: { filter, change } }: { list: List<TransactionSearch> }) {
  return (
    <search className="list-filters" aria-label="Filter">
      <SelectField
        label="Type"
        options={{ '': 'All types', ...transactionTypeNames }}
        value={filter.kind ?? ''}
        onChange={({ target }) => change({ kind: target.value as TransactionSearch['kind'] })}
      />
      <TypedFilter
        label="Customer ID"
        placeholder="Full ID"
        value={filter.customer}
        onChange={(customer) => change({ customer })}
      />
      <SelectField
        label="Mode"
        options={{ '': 'Test and live', live: 'Live only', test: 'Test only' }}
        value={filter.mode ?? ''}
        onChange={({ target }) => change({ mode: target.value as TransactionSearch['mode'] })}
      />
      <DayFilters from={filter.from} until={filter.until} onChange={change} />
    </search>
  )
}

const columns: CsvColumns<Transaction> = [
  ['id', (each) => each.id],
  ['created_at', (each) => new Date(each.created_at_millis).toISOString()],
  ['type', (each) => each.type],
  ['customer_type', (each) => each.customer_type],
  ['customer_id', (each) => each.customer_id],
  ['offer', (each) => each.offer_display_name],
  ['item_id', (each) => each.item_id],
  ['quantity', (each) => each.quantity],
  ['price_usd', (each) => each.price?.USD],
  ['interval', (each) => each.price?.interval?.join(' ')],
  ['status', (each) => each.status],
  ['test_mode', (each) => each.test_mode],
  ['description', (each) => each.description],
  ['expires_at', (each) => each.expires_at_millis && new Date(each.expires_at_millis).toISOString()],
]

function TransactionExport({ filter }: { filter: TransactionSearch }) {
  const { call } = useApi()
  return (
    <ExportButton
      name="transactions"
      nouns={['transaction', 'transactions']}
      columns={columns}
      loadPage={async (cursor) => {
        const query = { ...toTransactionQuery(filter), limit: '200', ...(cursor && { cursor }) }
        const { transactions, next_cursor } = await call('GET /internal/payments/transactions', { query })
        return { rows: transactions, nextCursor: next_cursor }
      }}
    />
  )
}
