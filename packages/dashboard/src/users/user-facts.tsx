import { Suspense } from 'react'
import { useData } from '../data/data.ts'
import type { User } from '../data/rows.ts'
import { ErrorHidden } from '../error-hidden.tsx'
import { hasSecondFactor } from '../people/second-factor.ts'
import { methodName } from '../people/sign-in-methods.ts'
import { Badge, none } from '../ui/page.tsx'
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
      {hasSecondFactor(user) && <Badge tone="success">Two-factor</Badge>}
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
  const listed = useListed(userId)
  if (!listed) return null
  const { last_active_at_millis: millis } = listed
  return ` · ${millis === null ? 'Never active' : `Last active ${formatTime(millis)}`}`
}

/** Also with the provider of a company, which only the list knows. */
export function SignInMethods({ userId }: { userId: string }) {
  return (
    <ErrorHidden>
      <Suspense>
        <ListedMethods userId={userId} />
      </Suspense>
    </ErrorHidden>
  )
}

function ListedMethods({ userId }: { userId: string }) {
  const methods = useListed(userId)?.auth_methods ?? []
  return methods.length > 0 ? methods.map(methodName).join(', ') : none
}

function useListed(userId: string) {
  const query = { query: userId, anonymous: 'include' as const, limit: 1 }
  return useData('GET /internal/users', { query }).items[0]
}
