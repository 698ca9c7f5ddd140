import { ProjectLink } from '../parts/links.tsx'
import { Name } from '../ui/name.tsx'
import { PersonCell, type PersonLinkProps } from './person-link.tsx'

/** A user that a row about something else mentions. */
export function MentionedUser(user: Omit<PersonLinkProps, 'children'>) {
  const { id, name } = user
  return (
    <PersonCell person={{ type: 'user', ...user }}>
      <ProjectLink className="ui-name ui-truncate" to="/projects/$projectId/users/$userId" params={{ userId: id }}>
        <Name>{name}</Name>
      </ProjectLink>
    </PersonCell>
  )
}
