import { Suspense } from 'react'
import { useData } from '../data/data.ts'
import type { User } from '../data/rows.ts'
import { ErrorHidden } from '../error-hidden.tsx'
import { Badge } from '../ui/page.tsx'
import { formatTime } from '../ui/time.tsx'
import { useRestriction } from './restriction.tsx'

export function UserBadges({ user }: { user: User }) {
  const { is_restricted } = useRestriction(user)
  return (
    <>
      {is_restricted && <Badge tone="danger">Restricted</Badge>}
      {user.is_anonymous && <Badge>Anonymous</Badge>}
      {user.primary_email &&
        (user.primary_email_verified ? (
          <Badge tone="success">Verified</Badge>
        ) : (
          <Badge tone="accent">Unverified</Badge>
        ))}
      {user.requires_totp_mfa && <Badge tone="success">Two-factor</Badge>}
    </>
  )
}

export function UserDates({ user }: { user: User }) {
  return (
    <>
      Signed up {formatTime(user.signed_up_at_millis)}
      <ErrorHidden>
        <Suspense>
          <LastActive userId={user.id} />
        </Suspense>
      </ErrorHidden>
    </>
  )
}

/** As in the list, which tells a user who has never signed in from one who was active when signing up. */
function LastActive({ userId }: { userId: string }) {
  const query = { query: userId, anonymous: 'include' as const, limit: 1 }
  const [listed] = useData('GET /internal/users', { query }).items
  if (!listed) return null
  const { last_active_at_millis: millis } = listed
  return ` · ${millis === null ? 'Never active' : `Last active ${formatTime(millis)}`}`
}
