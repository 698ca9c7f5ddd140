import { getRouteApi, Link } from '@tanstack/react-router'
import { ExternalLink, UserRoundX } from 'lucide-react'
import { useProject } from '../data/owner.ts'
import { Boundary } from '../parts/boundary.tsx'
import { useCrumb } from '../parts/breadcrumbs.tsx'
import { Locked } from '../parts/role.tsx'
import { buttonLook } from '../ui/button.tsx'
import { CopyableId } from '../ui/copy.tsx'
import { Empty, Page, Section } from '../ui/page.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { CustomerItems } from './customer-items.tsx'
import { type CustomerReference, customerTypes } from './customer-types.ts'
import { Subscriptions, useCustomer } from './subscriptions.tsx'
import { TransactionTable } from './transaction-table.tsx'
import './payments.css'

const route = getRouteApi('/owner/projects/$projectId/payments/customers/$customerType/$customerId')

export default function CustomerPage() {
  const { customerType, customerId: id } = route.useParams()
  const type = customerTypes.find((each) => each === customerType)
  return (
    <Boundary skeleton={<Page title="Customer">{<TableSkeleton rows={4} />}</Page>}>
      {type ? <Customer key={`${type} ${id}`} type={type} id={id} /> : <MissingCustomer />}
    </Boundary>
  )
}

function Customer({ type, id }: CustomerReference) {
  const { id: projectId } = useProject()
  const customer = useCustomer({ type, id })
  const name = customer?.display_name || id
  useCrumb(name)
  if (!customer) return <MissingCustomer />
  return (
    <Page
      title={name}
      documentTitle={`${name} · Payments`}
      description={<CopyableId id={id} name="customer ID" />}
      actions={<ProfileLink projectId={projectId} type={type} id={id} />}
    >
      <div className="ui-stack" data-gap="section">
        <Boundary skeleton={<TableSkeleton rows={2} />}>
          <Locked to="payments">
            <CustomerItems customer={{ type, id }} />
          </Locked>
        </Boundary>
        <Boundary skeleton={<TableSkeleton rows={1} />}>
          <Subscriptions customer={{ type, id }} />
        </Boundary>
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
        Purchases are deleted together with their user or team.
      </Empty>
    </Page>
  )
}
