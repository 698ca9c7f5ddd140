import { getRouteApi, Link } from '@tanstack/react-router'
import { ExternalLink, UserRoundX } from 'lucide-react'
import { Boundary } from '../app/boundary.tsx'
import { useCrumb } from '../app/breadcrumbs.tsx'
import { useData } from '../app/data.ts'
import { useProject, useStores } from '../app/owner.ts'
import { buttonLook } from '../ui/button.tsx'
import { CopyableId } from '../ui/copy.tsx'
import { Badge, Empty, Page, Section } from '../ui/page.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { Table } from '../ui/table.tsx'
import { formatDay } from '../ui/time.tsx'
import { describePrice, describeStatus } from './catalog.ts'
import { CustomerItems } from './customer-items.tsx'
import { type CustomerType, customerTypes } from './customer-types.ts'
import { TransactionTable } from './transaction-table.tsx'
import './payments.css'

const route = getRouteApi('/owner/projects/$projectId/payments/customers/$customerType/$customerId')

export interface CustomerReference {
  type: CustomerType
  id: string
}

export default function CustomerPage() {
  const { customerType, customerId: id } = route.useParams()
  const type = customerTypes.find((each) => each === customerType)
  return (
    <Boundary skeleton={<Page title="Customer">{<TableSkeleton rows={4} />}</Page>}>
      {type ? <Customer key={`${type} ${id}`} type={type} id={id} /> : <MissingCustomer />}
    </Boundary>
  )
}

/** Null if there is no such user or team. */
function useCustomer({ type, id }: CustomerReference) {
  const { cached, call } = useStores()
  const params = { customer_type: type, customer_id: id }
  const store = cached(`payments/customers/${type}/${id}`, () =>
    call('GET /internal/payments/customers/{customer_type}/{customer_id}', { params }).catch((error: unknown) => {
      if ((error as { statusCode?: number }).statusCode === 404) return null
      throw error
    }),
  )
  return useData(store)
}

function Customer({ type, id }: CustomerReference) {
  const { id: projectId } = useProject()
  const customer = useCustomer({ type, id })
  const name = customer?.display_name || id
  useCrumb(name)
  if (!customer) return <MissingCustomer />
  const { subscriptions, default_offers } = customer
  return (
    <Page
      title={name}
      documentTitle={`${name} · Payments`}
      description={<CopyableId id={id} name="customer ID" />}
      actions={<ProfileLink projectId={projectId} type={type} id={id} />}
    >
      <div className="ui-stack" data-gap="section">
        <Boundary skeleton={<TableSkeleton rows={2} />}>
          <CustomerItems customer={{ type, id }} />
        </Boundary>
        <Section title="Subscriptions" description="What is current. Cancellations and refunds are made at Stripe.">
          {subscriptions.length === 0 ? (
            <p className="ui-muted">
              {default_offers.length === 0
                ? 'No subscription.'
                : `No subscription, so ${default_offers.map(({ offer_display_name }) => offer_display_name).join(', ')} applies by default.`}
            </p>
          ) : (
            <Table
              label="Subscriptions"
              rows={subscriptions}
              getId={(each) => each.id}
              columns={[
                {
                  id: 'offer',
                  header: 'Offer',
                  cell: (each) => (
                    <span className="ui-row">
                      <strong>
                        {each.offer_display_name}
                        {each.quantity > 1 && ` × ${each.quantity.toLocaleString('en')}`}
                      </strong>
                      {each.test_mode && <Badge tone="accent">Test</Badge>}
                    </span>
                  ),
                },
                {
                  id: 'price',
                  header: 'Price',
                  priority: 'medium',
                  cell: ({ price }) => (price ? describePrice(price) : '–'),
                },
                { id: 'status', header: 'Status', cell: ({ status }) => <Badge>{describeStatus(status)}</Badge> },
                {
                  id: 'until',
                  header: 'Period',
                  align: 'end',
                  cell: (each) =>
                    `${each.cancel_at_period_end || each.test_mode ? 'Ends' : 'Renews'} ${formatDay(new Date(each.period_end_millis))}`,
                },
              ]}
            />
          )}
        </Section>
        <Section title="Transactions">
          <Boundary skeleton={<TableSkeleton rows={4} />}>
            <TransactionTable query={{ customer_id: id, customer_type: type }} isOfCustomer />
          </Boundary>
        </Section>
      </div>
    </Page>
  )
}

function ProfileLink({ projectId, type, id }: CustomerReference & { projectId: string }) {
  if (type === 'custom') return null
  const icon = <ExternalLink aria-hidden="true" />
  return type === 'user' ? (
    <Link {...buttonLook()} to="/projects/$projectId/users/$userId" params={{ projectId, userId: id }}>
      {icon}
      Open user
    </Link>
  ) : (
    <Link {...buttonLook()} to="/projects/$projectId/teams/$teamId" params={{ projectId, teamId: id }}>
      {icon}
      Open team
    </Link>
  )
}

function MissingCustomer() {
  const { id: projectId } = useProject()
  useCrumb('Not found')
  return (
    <Page title="Customer not found">
      <Empty
        icon={<UserRoundX aria-hidden="true" />}
        title="There is no customer with this ID"
        action={
          <Link {...buttonLook()} to="/projects/$projectId/payments/customers" params={{ projectId }}>
            All customers
          </Link>
        }
      >
        What users and teams have bought is deleted together with them.
      </Empty>
    </Page>
  )
}
