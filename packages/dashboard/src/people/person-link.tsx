import type { ReactNode } from 'react'
import { RowLink } from '../parts/links.tsx'
import { Avatar } from '../ui/page.tsx'

interface PersonLinkProps {
  id: string
  name: string
  imageUrl: string | null
  /** Shown next to the name. */
  children?: ReactNode | undefined
}

/** The cell of a user in a table whose rows lead to users. */
export function UserLink({ id, name, imageUrl, children }: PersonLinkProps) {
  return (
    <span className="ui-person">
      <Avatar name={name} imageUrl={imageUrl} />
      <RowLink className="ui-row-link ui-truncate" to="/projects/$projectId/users/$userId" params={{ userId: id }}>
        <bdi>{name}</bdi>
      </RowLink>
      {children}
    </span>
  )
}

/** The cell of a team in a table whose rows lead to teams. */
export function TeamLink({ id, name, imageUrl, children }: PersonLinkProps) {
  return (
    <span className="ui-person">
      <Avatar name={name} imageUrl={imageUrl} shape="square" />
      <RowLink className="ui-row-link ui-truncate" to="/projects/$projectId/teams/$teamId" params={{ teamId: id }}>
        <bdi>{name}</bdi>
      </RowLink>
      {children}
    </span>
  )
}
