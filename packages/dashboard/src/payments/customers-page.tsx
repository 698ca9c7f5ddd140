import { getRouteApi, Link } from '@tanstack/react-router'
import { Search, UsersRound } from 'lucide-react'
import { useData } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import { useTrail } from '../data/use-trail.ts'
import { useTypedSearch } from '../data/use-typed-search.ts'
import { Boundary } from '../parts/boundary.tsx'
import { Button, buttonLook } from '../ui/button.tsx'
import { SearchField, Select } from '../ui/field.tsx'
import { Badge, Empty } from '../ui/page.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { Paging, Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { type CustomerType, customerTypeNames, customerTypes } from './customer-types.ts'
import { PaymentsFrame } from './payments-frame.tsx'
import type { CustomerSearch } from './search.ts'

const route = getRouteApi('/owner/projects/$projectId/payments/customers')
const pageSize = 50

export default function CustomersPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { cursor: _, ...filter } = search
  const change = (next: CustomerSearch) => void navigate({ search: next, replace: true })
  const [text, setText] = useTypedSearch(filter.query ?? '', (query) => {
    const { query: __, ...rest } = filter
    change(query ? { ...rest, query } : rest)
  })
  return (
    <PaymentsFrame part="Customers">
      <div className="ui-stack">
        <search className="ui-row" aria-label="Filter">
          <Select
            label="Customer type"
            value={filter.type ?? 'user'}
            onChange={(event) => change({ ...filter, type: event.target.value as CustomerType })}
          >
            {customerTypes.map((type) => (
              <option key={type} value={type}>
                {customerTypeNames[type]}
              </option>
            ))}
          </Select>
          <SearchField
            label="Search by ID"
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </search>
        <Boundary skeleton={<TableSkeleton />}>
          <CustomerTable
            search={search}
            onClear={() => change(filter.type ? { type: filter.type } : {})}
            onPage={(cursor) => void navigate({ search: cursor ? { ...filter, cursor } : filter })}
          />
        </Boundary>
      </div>
    </PaymentsFrame>
  )
}

interface CustomerTableProps {
  search: CustomerSearch
  onClear: () => void
  onPage: (cursor: string | undefined) => void
}

function CustomerTable({ search, onClear, onPage }: CustomerTableProps) {
  const { id: projectId } = useProject()
  const { type = 'user', query, cursor } = search
  const { items, pagination } = useData('GET /internal/payments/customers', {
    query: { customer_type: type, limit: pageSize, query, cursor },
  })
  const trail = useTrail(JSON.stringify([type, query]))
  if (items.length === 0) {
    return query ? (
      <Empty
        icon={<Search aria-hidden="true" />}
        title="No customer has this ID"
        action={
          <span className="ui-row">
            <Button onClick={onClear}>Clear search</Button>
            {type === 'custom' && (
              <Link
                {...buttonLook()}
                to="/projects/$projectId/payments/customers/$customerType/$customerId"
                params={{ projectId, customerType: type, customerId: query }}
              >
                Open it anyway
              </Link>
            )}
          </span>
        }
      >
        The search matches the start of an ID. Customers without purchases or items are not listed.
      </Empty>
    ) : (
      <Empty icon={<UsersRound aria-hidden="true" />} title="No customers here yet">
        {`${customerTypeNames[type]} appear here after their first purchase, or when your server grants them an item.`}
      </Empty>
    )
  }
  return (
    <>
      <Table
        label="Customers"
        rows={items}
        getId={({ customer_id }) => customer_id}
        isLinked
        columns={[
          {
            id: 'customer',
            header: 'Customer',
            cell: ({ customer_id, display_name, primary_email }) => (
              <Link
                className="ui-row-link"
                to="/projects/$projectId/payments/customers/$customerType/$customerId"
                params={{ projectId, customerType: type, customerId: customer_id }}
              >
                <bdi>{display_name || primary_email || customer_id}</bdi>
              </Link>
            ),
          },
          ...(type === 'custom'
            ? []
            : [
                {
                  id: 'id',
                  header: 'ID',
                  priority: 'low' as const,
                  cell: ({ customer_id }: { customer_id: string }) => <code>{customer_id}</code>,
                },
              ]),
          {
            id: 'plans',
            header: 'Subscriptions',
            cell: ({ plans }) =>
              plans.length === 0 ? (
                <span className="ui-muted">–</span>
              ) : (
                <span className="ui-row">
                  {plans.map((plan, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a plan can occur twice
                    <Badge key={index}>{plan}</Badge>
                  ))}
                </span>
              ),
          },
          {
            id: 'since',
            header: 'Customer since',
            priority: 'medium',
            cell: ({ since_millis }) => <Time date={since_millis} />,
          },
        ]}
      />
      <Paging {...trail.paging(cursor, pagination.next_cursor, onPage)}>
        {items.length === 1 ? '1 customer' : `${items.length} customers`} on this page
      </Paging>
    </>
  )
}
