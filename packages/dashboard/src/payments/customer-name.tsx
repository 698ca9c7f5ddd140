import { ProjectLink, RowLink } from '../parts/links.tsx'
import { PersonCard } from '../people/person-card.tsx'
import { type Names, nameSubject } from '../people/subjects.ts'
import { CopyableId } from '../ui/copy.tsx'
import { HoverCard } from '../ui/hover-card.tsx'
import { Name } from '../ui/name.tsx'
import { Avatar } from '../ui/page.tsx'
import type { CustomerReference } from './customer-types.ts'

interface CustomerNameProps {
  customer: CustomerReference
  names: Names
}

/** The customer of a row, whose name leads to the customer's page. Custom customers have only their ID. */
export function CustomerName({ customer, names }: CustomerNameProps) {
  const { type, id } = customer
  if (type === 'custom') return <CustomerLink customer={customer} name={id} />
  const mention = { type, id }
  const subject = names(mention)
  return (
    <CustomerLink
      customer={customer}
      name={nameSubject(mention, names)}
      email={subject?.primary_email}
      imageUrl={subject?.profile_image_url}
      createdAtMillis={subject?.created_at_millis}
      isDeleted={!subject || subject.is_deleted}
    />
  )
}

interface CustomerLinkProps {
  customer: CustomerReference
  name: string
  email?: string | null | undefined
  imageUrl?: string | null | undefined
  createdAtMillis?: number | null | undefined
  isDeleted?: boolean | undefined
  /** Whether the link covers its row. */
  isRow?: boolean | undefined
}

export function CustomerLink({ customer, isRow = false, ...person }: CustomerLinkProps) {
  const { type, id } = customer
  const { name, imageUrl } = person
  const Link = isRow ? RowLink : ProjectLink
  return (
    <span className="ui-person">
      {type !== 'custom' && <Avatar name={name} imageUrl={imageUrl} shape={type === 'team' ? 'square' : 'round'} />}
      <HoverCard
        label={name}
        opensOnTap={!isRow}
        card={() =>
          type === 'custom' ? (
            <>
              <span className="ui-caption">Custom customer</span>
              <CopyableId id={id} name="customer ID" />
            </>
          ) : (
            <PersonCard type={type} id={id} {...person} />
          )
        }
      >
        <Link
          className={isRow ? 'ui-row-link ui-truncate' : 'ui-name ui-truncate'}
          to="/projects/$projectId/payments/customers/$customerType/$customerId"
          params={{ customerType: type, customerId: id }}
        >
          <Name>{name}</Name>
        </Link>
      </HoverCard>
    </span>
  )
}
