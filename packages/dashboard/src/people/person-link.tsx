import { lazy, type ReactNode, Suspense } from 'react'
import { RowLink } from '../parts/links.tsx'
import { Name } from '../ui/name.tsx'
import { Avatar } from '../ui/page.tsx'
import type { PersonCardProps } from './person-card.tsx'

/** Loaded after the page, which needs only the link. */
const PersonHover = lazy(() => import('./person-hover.tsx'))

export interface PersonLinkProps {
  id: string
  name: string
  imageUrl: string | null
  email?: string | null | undefined
  /** Shown next to the name. */
  children?: ReactNode | undefined
}

/** The cell of a user in a table whose rows lead to users. */
export function UserLink({ children, ...person }: PersonLinkProps) {
  const { id, name } = person
  return (
    <PersonCell person={{ type: 'user', ...person }} more={children}>
      <RowLink className="ui-row-link ui-truncate" to="/projects/$projectId/users/$userId" params={{ userId: id }}>
        <Name>{name}</Name>
      </RowLink>
    </PersonCell>
  )
}

/** The cell of a team in a table whose rows lead to teams. */
export function TeamLink({ children, ...team }: PersonLinkProps) {
  const { id, name } = team
  return (
    <PersonCell person={{ type: 'team', ...team }} more={children}>
      <RowLink className="ui-row-link ui-truncate" to="/projects/$projectId/teams/$teamId" params={{ teamId: id }}>
        <bdi>{name}</bdi>
      </RowLink>
    </PersonCell>
  )
}

interface PersonCellProps {
  person: PersonCardProps
  more?: ReactNode
  children: ReactNode
}

export function PersonCell({ person, more, children }: PersonCellProps) {
  const { type, name, imageUrl } = person
  return (
    <span className="ui-person">
      <Avatar name={name} imageUrl={imageUrl} shape={type === 'team' ? 'square' : 'round'} />
      <Suspense fallback={children}>
        <PersonHover {...person}>{children}</PersonHover>
      </Suspense>
      {more}
    </span>
  )
}
