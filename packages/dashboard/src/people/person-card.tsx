import type { ReactNode } from 'react'
import { ProjectLink } from '../parts/links.tsx'
import { buttonLook } from '../ui/button.tsx'
import { CopyableId } from '../ui/copy.tsx'
import { Name } from '../ui/name.tsx'
import { Avatar } from '../ui/page.tsx'
import { formatDay } from '../ui/time.tsx'

export interface PersonCardProps {
  type: 'user' | 'team' | 'owner'
  id: string
  name: string
  email?: string | null | undefined
  imageUrl?: string | null | undefined
  createdAtMillis?: number | null | undefined
  /** Whether there is a page to open. */
  isDeleted?: boolean | undefined
}

/** What a hover card says about a user, team or owner: picture, name, address, dates, and the ID to copy. */
export function PersonCard({ type, id, name, email, imageUrl, createdAtMillis, isDeleted = false }: PersonCardProps) {
  const since = createdAtMillis && `${type === 'team' ? 'Created' : 'Signed up'} ${formatDay(createdAtMillis)}`
  const details = [type === 'owner' ? 'Project owner' : since, isDeleted && 'Deleted'].filter(Boolean).join(' · ')
  return (
    <>
      <header>
        <Avatar name={name} imageUrl={imageUrl} size="large" shape={type === 'team' ? 'square' : 'round'} />
        <div>
          <strong className="ui-truncate">
            <Name>{name}</Name>
          </strong>
          {email && email !== name && <div className="ui-muted ui-truncate">{email}</div>}
          {details && <div className="ui-caption">{details}</div>}
        </div>
      </header>
      <CopyableId id={id} />
      {!isDeleted && <OpenLink type={type} id={id} />}
    </>
  )
}

function OpenLink({ type, id }: Pick<PersonCardProps, 'type' | 'id'>): ReactNode {
  const look = buttonLook({ size: 'small' })
  if (type === 'user') {
    return (
      <ProjectLink {...look} to="/projects/$projectId/users/$userId" params={{ userId: id }}>
        Open user
      </ProjectLink>
    )
  }
  if (type === 'owner') return null
  return (
    <ProjectLink {...look} to="/projects/$projectId/teams/$teamId" params={{ teamId: id }}>
      Open team
    </ProjectLink>
  )
}
