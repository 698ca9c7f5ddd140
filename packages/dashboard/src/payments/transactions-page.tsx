import { getRouteApi } from '@tanstack/react-router'
import type { CsvColumns } from '../data/csv.ts'
import { useApi } from '../data/data.ts'
import { Boundary } from '../parts/boundary.tsx'
import { ExportButton } from '../parts/export-button.tsx'
import { DayFilters, TypedFilter } from '../parts/list-filters.tsx'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/field.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { PaymentsFrame } from './payments-frame.tsx'
import { type TransactionSearch, toTransactionQuery, transactionTypes } from './search.ts'
import { type Transaction, TransactionTable, transactionTypeNames } from './transaction-table.tsx'

const route = getRouteApi('/owner/projects/$projectId/payments/transactions')

export default function TransactionsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { cursor: _, ...filter } = search
  const change = (next: TransactionSearch) => void navigate({ search: next, replace: true })
  const isFiltered = Object.keys(filter).length > 0
  return (
    <PaymentsFrame part="Transactions" actions={<TransactionExport filter={filter} />}>
      <div className="ui-stack">
        <Filters filter={filter} onChange={change} />
        <Boundary skeleton={<TableSkeleton />}>
          <TransactionTable
            query={toTransactionQuery(search)}
            clear={isFiltered && <Button onClick={() => change({})}>Clear filters</Button>}
            onPage={(cursor) => void navigate({ search: cursor ? { ...filter, cursor } : filter })}
          />
        </Boundary>
      </div>
    </PaymentsFrame>
  )
}

interface FiltersProps {
  filter: TransactionSearch
  onChange: (filter: TransactionSearch) => void
}

function Filters({ filter, onChange }: FiltersProps) {
  const set = (key: keyof TransactionSearch, value: string) => {
    const { [key]: _, ...rest } = filter
    onChange(value ? { ...rest, [key]: value } : rest)
  }
  return (
    <search className="list-filters" aria-label="Filter">
      <SelectField label="Type" value={filter.kind ?? ''} onChange={(event) => set('kind', event.target.value)}>
        <option value="">All types</option>
        {transactionTypes.map((type) => (
          <option key={type} value={type}>
            {transactionTypeNames[type]}
          </option>
        ))}
      </SelectField>
      <TypedFilter
        label="Customer ID"
        placeholder="Full ID"
        value={filter.customer}
        onChange={(text) => set('customer', text)}
      />
      <SelectField label="Mode" value={filter.mode ?? ''} onChange={(event) => set('mode', event.target.value)}>
        <option value="">Test and live</option>
        <option value="live">Live only</option>
        <option value="test">Test only</option>
      </SelectField>
      <DayFilters from={filter.from} until={filter.until} onChange={set} />
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
