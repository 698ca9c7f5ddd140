import type { AvatarUser } from '../ui/avatar.tsx'

/** The name and the email of a user, or one of them. */
export function Identity({ user }: { user: AvatarUser }) {
  const [first, second] = [user.displayName, user.primaryEmail].filter(Boolean)
  return (
    <span className="lk-identity">
      <span className="lk-identity-name">{first}</span> {second && <span className="lk-identity-email">{second}</span>}
    </span>
  )
}
