import { ProjectLink } from '../parts/links.tsx'
import { CopyableId } from '../ui/copy.tsx'
import { HoverCard } from '../ui/hover-card.tsx'
import { Name } from '../ui/name.tsx'
import { PersonCard } from './person-card.tsx'
import { type Mention, type Names, nameSubject } from './subjects.ts'

interface SubjectNameProps {
  of: Mention
  names: Names
  /** Instead of "a deleted user" and the like. */
  name?: string | undefined
}

/** The name of what a list mentions, with a hover card. A user's or team's name leads to its page. */
export function SubjectName({ of, names, name = nameSubject(of, names) }: SubjectNameProps) {
  return (
    <HoverCard label={name} card={() => <SubjectCard of={of} names={names} name={name} />}>
      <SubjectLink of={of} isKnown={isOpenable(of, names)}>
        {name}
      </SubjectLink>
    </HoverCard>
  )
}

const isOpenable = (of: Mention, names: Names) => {
  const subject = names(of)
  return subject !== undefined && !subject.is_deleted
}

function SubjectLink({ of: { type, id }, isKnown, children }: { of: Mention; isKnown: boolean; children: string }) {
  const text = <Name>{children}</Name>
  if (isKnown && type === 'user') {
    return (
      <ProjectLink className="ui-name ui-truncate" to="/projects/$projectId/users/$userId" params={{ userId: id }}>
        {text}
      </ProjectLink>
    )
  }
  if (isKnown && type === 'team') {
    return (
      <ProjectLink className="ui-name ui-truncate" to="/projects/$projectId/teams/$teamId" params={{ teamId: id }}>
        {text}
      </ProjectLink>
    )
  }
  if (isKnown && type === 'webhook_endpoint') {
    return (
      <ProjectLink
        className="ui-name ui-truncate"
        to="/projects/$projectId/webhooks/$endpointId"
        params={{ endpointId: id }}
      >
        {text}
      </ProjectLink>
    )
  }
  // A button, so that keyboards and touch reach the card.
  return (
    <button type="button" className="ui-name ui-truncate">
      {text}
    </button>
  )
}

const kinds = { api_key: 'API key', project_key_set: 'Project key', webhook_endpoint: 'Webhook endpoint' }

function SubjectCard({ of, names, name }: Required<Pick<SubjectNameProps, 'of' | 'names'>> & { name: string }) {
  const subject = names(of)
  if (of.type === 'user' || of.type === 'team' || of.type === 'owner') {
    return (
      <PersonCard
        type={of.type}
        id={of.id}
        name={name}
        email={subject?.primary_email}
        imageUrl={subject?.profile_image_url}
        createdAtMillis={subject?.created_at_millis}
        isDeleted={of.type !== 'owner' && !isOpenable(of, names)}
      />
    )
  }
  return (
    <>
      <div>
        <strong className="ui-truncate">
          <bdi>{name}</bdi>
        </strong>
        <div className="ui-caption">{kinds[of.type]}</div>
      </div>
      <CopyableId id={of.id} />
    </>
  )
}
