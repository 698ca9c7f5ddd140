import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { CsvColumns } from '../data/csv.ts'
import { useApi } from '../data/data.ts'
import { type List, useList } from '../data/use-list.ts'
import { Boundary } from '../parts/boundary.tsx'
import { ExportButton } from '../parts/export-button.tsx'
import { TimeRange, useRangeStart } from '../parts/time-range.tsx'
import { SubjectFilter } from '../people/subject-picker.tsx'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/field.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { PaymentsFrame } from './payments-frame.tsx'
import { toTransactionQuery } from './query.ts'
import type { TransactionSearch } from './search.ts'
import { type Transaction, type TransactionQuery, transactionTypeNames } from './transaction.ts'
import { PickedCustomer, TransactionTable } from './transaction-table.tsx'

const route = getRouteApi('/owner/projects/$projectId/payments/transactions')

export default function TransactionsPage() {
  const list = useList(route.useSearch(), route.useNavigate())
  const now = useRangeStart(list.filter.range)
  const query = toTransactionQuery(list.search, now)
  return (
    <PaymentsFrame part="Transactions" actions={<TransactionExport filter={list.filter} now={now} />}>
      <div className="ui-stack">
        <Filters list={list} query={query} />
        <Boundary skeleton={<TableSkeleton />}>
          <TransactionTable
            query={query}
            clear={list.isFiltered && <Button onClick={list.clear}>Clear filters</Button>}
            paging={list.paging}
          />
        </Boundary>
      </div>
    </PaymentsFrame>
  )
}

function Filters({ list: { filter, change }, query }: { list: List<TransactionSearch>; query: TransactionQuery }) {
  return (
    <search className="list-filters" aria-label="Filter">
      <SelectField
        label="Type"
        options={{ '': 'All types', ...transactionTypeNames }}
        value={filter.kind ?? ''}
        onChange={({ target }) => change({ kind: target.value as TransactionSearch['kind'] })}
      />
      <SubjectFilter
        label="Customer"
        anyLabel="Everyone"
        kinds={['user', 'team', 'customer']}
        picked={filter.customer}
        onPick={(customer) => change({ customer })}
      >
        {filter.customer && (
          <Suspense fallback="…">
            <PickedCustomer id={filter.customer} query={query} />
          </Suspense>
        )}
      </SubjectFilter>
      <SelectField
        label="Mode"
        options={{ '': 'Test and live', live: 'Live only', test: 'Test only' }}
        value={filter.mode ?? ''}
        onChange={({ target }) => change({ mode: target.value as TransactionSearch['mode'] })}
      />
      <TimeRange range={filter.range} from={filter.from} until={filter.until} onChange={change} />
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

function TransactionExport({ filter, now }: { filter: TransactionSearch; now: number }) {
  const { call } = useApi()
  return (
    <ExportButton
      name="transactions"
      nouns={['transaction', 'transactions']}
      columns={columns}
      loadPage={async (cursor) => {
        const query = { ...toTransactionQuery(filter, now), limit: '200', ...(cursor && { cursor }) }
        const { transactions, next_cursor } = await call('GET /internal/payments/transactions', { query })
        return { rows: transactions, nextCursor: next_cursor }
      }}
    />
  )
}
