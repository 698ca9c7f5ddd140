import type { ReactNode } from 'react'
import { RowLink } from '../parts/links.tsx'
import { HoverCard } from '../ui/hover-card.tsx'
import { Avatar } from '../ui/page.tsx'
import { PersonCard } from './person-card.tsx'

interface PersonLinkProps {
  id: string
  name: string
  imageUrl: string | null
  email?: string | null | undefined
  /** Shown next to the name. */
  children?: ReactNode | undefined
}

/** The cell of a user in a table whose rows lead to users. */
export function UserLink({ id, name, imageUrl, email, children }: PersonLinkProps) {
  return (
    <span className="ui-person">
      <Avatar name={name} imageUrl={imageUrl} />
      <HoverCard
        label={name}
        opensOnTap={false}
        card={() => <PersonCard type="user" id={id} name={name} imageUrl={imageUrl} email={email} />}
      >
        <RowLink className="ui-row-link ui-truncate" to="/projects/$projectId/users/$userId" params={{ userId: id }}>
          <bdi>{name}</bdi>
        </RowLink>
      </HoverCard>
      {children}
    </span>
  )
}

/** The cell of a team in a table whose rows lead to teams. */
export function TeamLink({ id, name, imageUrl, children }: PersonLinkProps) {
  return (
    <span className="ui-person">
      <Avatar name={name} imageUrl={imageUrl} shape="square" />
      <HoverCard
        label={name}
        opensOnTap={false}
        card={() => <PersonCard type="team" id={id} name={name} imageUrl={imageUrl} />}
      >
        <RowLink className="ui-row-link ui-truncate" to="/projects/$projectId/teams/$teamId" params={{ teamId: id }}>
          <bdi>{name}</bdi>
        </RowLink>
      </HoverCard>
      {children}
    </span>
  )
}
