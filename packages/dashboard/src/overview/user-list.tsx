import type { Overview } from '../data/rows.ts'
import { UserLink } from '../people/person-link.tsx'
import { Card } from '../ui/page.tsx'
import { Time } from '../ui/time.tsx'

type ListedUser = Overview['newest_users'][number]

interface UserListProps {
  title: string
  users: readonly ListedUser[]
  timeOf: (user: ListedUser) => number
}

export function UserList({ title, users, timeOf }: UserListProps) {
  return (
    <Card title={title}>
      {users.length === 0 && <p className="ui-muted">No users yet.</p>}
      <ul className="ui-list overview-users">
        {users.map((user) => (
          <li key={user.id}>
            <UserLink
              id={user.id}
              name={user.display_name || user.primary_email || 'Unnamed user'}
              imageUrl={user.profile_image_url}
            />
            <span className="ui-caption">
              <Time date={timeOf(user)} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
