import { getRouteApi } from '@tanstack/react-router'
import { ExternalLink, UserRoundX } from 'lucide-react'
import { Boundary } from '../parts/boundary.tsx'
import { useItemCrumb } from '../parts/breadcrumbs.tsx'
import { MissingPage } from '../parts/detail-page.tsx'
import { ProjectLink } from '../parts/links.tsx'
import { Locked } from '../parts/role.tsx'
import { buttonLook } from '../ui/button.tsx'
import { CopyableId } from '../ui/copy.tsx'
import { Page, Section } from '../ui/page.tsx'
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
  const customer = useCustomer({ type, id })
  const name = customer?.display_name || id
  useItemCrumb(name)
  if (!customer) return <MissingCustomer />
  return (
    <Page
      title={name}
      documentTitle={`${name} · Payments`}
      description={<CopyableId id={id} name="customer ID" />}
      actions={<ProfileLink type={type} id={id} />}
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

function ProfileLink({ type, id }: CustomerReference) {
  if (type === 'custom') return null
  const icon = <ExternalLink />
  return type === 'user' ? (
    <ProjectLink {...buttonLook()} to="/projects/$projectId/users/$userId" params={{ userId: id }}>
      {icon}
      Open user
    </ProjectLink>
  ) : (
    <ProjectLink {...buttonLook()} to="/projects/$projectId/teams/$teamId" params={{ teamId: id }}>
      {icon}
      Open team
    </ProjectLink>
  )
}

function MissingCustomer() {
  return (
    <MissingPage noun="customer" list="/projects/$projectId/payments/customers" icon={<UserRoundX />}>
      Purchases are deleted together with their user or team.
    </MissingPage>
  )
}
