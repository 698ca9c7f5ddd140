import { getRouteApi } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { Boundary } from '../app/boundary.tsx'
import { type CsvColumns, download, toCsv } from '../app/csv.ts'
import { useProject, useStores } from '../app/owner.ts'
import { useAction } from '../app/use-action.ts'
import { useTypedSearch } from '../app/use-typed-search.ts'
import { Button } from '../ui/button.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { PaymentsFrame } from './payments-frame.tsx'
import { type TransactionSearch, toTransactionQuery, transactionTypes } from './search.ts'
import { type Transaction, TransactionTable, transactionTypeNames } from './transaction-table.tsx'

const route = getRouteApi('/owner/projects/$projectId/payments/transactions')
const exportLimit = 20_000

export default function TransactionsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { cursor: _, ...filter } = search
  const change = (next: TransactionSearch) => void navigate({ search: next, replace: true })
  const isFiltered = Object.keys(filter).length > 0
  return (
    <PaymentsFrame part="Transactions" actions={<ExportButton filter={filter} />}>
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
  const [customer, setCustomer] = useTypedSearch(filter.customer ?? '', (text) => set('customer', text))
  const today = new Date().toLocaleDateString('sv')
  return (
    <search className="payments-filters" aria-label="Filter">
      <SelectField label="Type" value={filter.kind ?? ''} onChange={(event) => set('kind', event.target.value)}>
        <option value="">All types</option>
        {transactionTypes.map((type) => (
          <option key={type} value={type}>
            {transactionTypeNames[type]}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Customer ID"
        type="search"
        placeholder="Complete ID"
        spellCheck={false}
        value={customer}
        onChange={(event) => setCustomer(event.target.value)}
      />
      <SelectField label="Mode" value={filter.mode ?? ''} onChange={(event) => set('mode', event.target.value)}>
        <option value="">Test and live</option>
        <option value="live">Live only</option>
        <option value="test">Test only</option>
      </SelectField>
      <TextField
        label="From"
        type="date"
        max={filter.until ?? today}
        value={filter.from ?? ''}
        onChange={(event) => set('from', event.target.value)}
      />
      <TextField
        label="Until"
        type="date"
        max={today}
        min={filter.from}
        value={filter.until ?? ''}
        onChange={(event) => set('until', event.target.value)}
      />
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

/** Everything that matches, not only the page that is shown. */
function ExportButton({ filter }: { filter: TransactionSearch }) {
  const { displayName } = useProject()
  const { call } = useStores()
  const { isBusy, run } = useAction()
  const save = () =>
    run(async () => {
      const found: Transaction[] = []
      let cursor: string | null = null
      do {
        const query = { ...toTransactionQuery(filter), limit: '200', ...(cursor && { cursor }) }
        const page: { transactions: Transaction[]; next_cursor: string | null } = await call(
          'GET /internal/payments/transactions',
          { query },
        )
        found.push(...page.transactions)
        cursor = page.next_cursor
      } while (cursor && found.length < exportLimit)
      download(`${displayName} transactions.csv`, [toCsv(columns, found)])
      const count = found.length.toLocaleString('en')
      toast(
        cursor
          ? `The newest ${count} transactions were exported. Filter by time to get the others.`
          : `${count} ${found.length === 1 ? 'transaction was' : 'transactions were'} exported.`,
      )
    })
  return (
    <Button icon={<Download />} isBusy={isBusy} onClick={() => void save()}>
      Export CSV
    </Button>
  )
}
