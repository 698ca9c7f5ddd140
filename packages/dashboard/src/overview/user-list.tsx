import { Link } from '@tanstack/react-router'
import { useProject } from '../data/owner.ts'
import { Avatar, Card } from '../ui/page.tsx'
import { Time } from '../ui/time.tsx'
import './overview.css'
import type { Overview } from './use-overview.ts'

type ListedUser = Overview['newest_users'][number]

interface UserListProps {
  title: string
  users: readonly ListedUser[]
  timeOf: (user: ListedUser) => number
}

export function UserList({ title, users, timeOf }: UserListProps) {
  const { id: projectId } = useProject()
  return (
    <Card title={title}>
      {users.length === 0 && <p className="ui-muted">No users yet.</p>}
      <ul className="overview-users">
        {users.map((user) => {
          const name = user.display_name || user.primary_email || 'Unnamed user'
          return (
            <li key={user.id}>
              <Avatar name={name} imageUrl={user.profile_image_url} />
              <Link
                className="ui-row-link ui-truncate"
                to="/projects/$projectId/users/$userId"
                params={{ projectId, userId: user.id }}
              >
                <bdi>{name}</bdi>
              </Link>
              <span className="ui-caption">
                <Time date={timeOf(user)} />
              </span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
