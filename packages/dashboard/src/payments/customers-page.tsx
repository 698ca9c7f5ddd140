import { getRouteApi } from '@tanstack/react-router'
import { Search, UsersRound } from 'lucide-react'
import { useData } from '../data/data.ts'
import { type List, useList } from '../data/use-list.ts'
import { Boundary } from '../parts/boundary.tsx'
import { ProjectLink, useProjectNavigate } from '../parts/links.tsx'
import { TypedSearch } from '../parts/list-filters.tsx'
import { TeamPicker } from '../people/team-picker.tsx'
import { UserPicker } from '../people/user-picker.tsx'
import { Button, buttonLook } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { Select } from '../ui/field.tsx'
import { Badge, Empty, none } from '../ui/page.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { Paging, Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { CustomerLink } from './customer-name.tsx'
import { type CustomerType, customerTypeNames } from './customer-types.ts'
import { PaymentsFrame } from './payments-frame.tsx'
import type { CustomerSearch } from './search.ts'

const route = getRouteApi('/owner/projects/$projectId/payments/customers')
const pageSize = 50

export default function CustomersPage() {
  const list = useList(route.useSearch(), route.useNavigate())
  const { filter, change } = list
  return (
    <PaymentsFrame part="Customers">
      <div className="ui-stack">
        <search className="ui-row" aria-label="Filter">
          <Select
            label="Customer type"
            options={customerTypeNames}
            value={filter.type ?? 'user'}
            onChange={(event) => change({ type: event.target.value as CustomerType, query: '' })}
          />
          {filter.type === 'custom' ? (
            <TypedSearch label="Search by ID" value={filter.query} onChange={(query) => change({ query })} />
          ) : (
            <FindCustomer type={filter.type ?? 'user'} />
          )}
        </search>
        <Boundary skeleton={<TableSkeleton />}>
          <CustomerTable list={list} />
        </Boundary>
      </div>
    </PaymentsFrame>
  )
}

/** Opens the page of a user or team that is found by typing. */
function FindCustomer({ type }: { type: 'user' | 'team' }) {
  const navigate = useProjectNavigate()
  const to = '/projects/$projectId/payments/customers/$customerType/$customerId'
  const open = (customerId: string) => void navigate({ to, params: { customerType: type, customerId } })
  return (
    <DialogButton
      icon={<Search />}
      dialog={(close) => (
        <Dialog
          title={`Find a ${type}`}
          description={`Shows what the ${type} has bought and how much is left.`}
          onClose={close}
          actions={<Button onClick={close}>Cancel</Button>}
        >
          {type === 'user' ? (
            <UserPicker label="User" picked={undefined} onPick={(user) => user && open(user.id)} />
          ) : (
            <TeamPicker label="Team" picked={undefined} onPick={open} />
          )}
        </Dialog>
      )}
    >
      {`Find a ${type}`}
    </DialogButton>
  )
}

function CustomerTable({ list }: { list: List<CustomerSearch> }) {
  const { type = 'user', query, cursor } = list.search
  const { items, pagination } = useData('GET /internal/payments/customers', {
    query: { customer_type: type, limit: pageSize, query, cursor },
  })
  if (items.length === 0) {
    return query ? (
      <Empty
        icon={<Search />}
        title="No customer has this ID"
        action={
          <>
            <Button onClick={() => list.change({ query: '' })}>Clear search</Button>
            {type === 'custom' && (
              <ProjectLink
                {...buttonLook()}
                to="/projects/$projectId/payments/customers/$customerType/$customerId"
                params={{ customerType: type, customerId: query }}
              >
                Open it anyway
              </ProjectLink>
            )}
          </>
        }
      >
        The search matches the start of an ID. Customers without purchases or items are not listed.
      </Empty>
    ) : (
      <Empty icon={<UsersRound />} title="No customers here yet">
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
        columns={[
          {
            id: 'customer',
            header: 'Customer',
            cell: ({ customer_id, display_name, primary_email, profile_image_url }) => (
              <CustomerLink
                isRow
                customer={{ type, id: customer_id }}
                name={display_name || primary_email || (type === 'custom' ? customer_id : `Unnamed ${type}`)}
                email={primary_email}
                imageUrl={profile_image_url}
              />
            ),
          },
          { id: 'plans', header: 'Subscriptions', cell: ({ plans }) => <Plans plans={plans} /> },
          {
            id: 'since',
            header: 'Customer since',
            priority: 'medium',
            cell: ({ since_millis }) => <Time date={since_millis} />,
          },
        ]}
      />
      <Paging
        {...list.paging(pagination.next_cursor)}
        count={items.length}
        nouns={['customer', 'customers']}
        isAlwaysShown
      />
    </>
  )
}

function Plans({ plans }: { plans: readonly string[] }) {
  if (plans.length === 0) return none
  return (
    <span className="ui-row">
      {plans.map((plan, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a plan can occur twice
        <Badge key={index}>{plan}</Badge>
      ))}
    </span>
  )
}
