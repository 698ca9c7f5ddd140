'use client'

import { Avatar, type AvatarProps } from '../ui/avatar.tsx'
import { Scope } from '../ui/scope.tsx'

/**
 * The props of `UserAvatar`.
 * @example <UserAvatar user={user} size={48} border isSquare={false} />
 */
export type UserAvatarProps = AvatarProps

/**
 * The picture of a user, or their initial.
 * @example <UserAvatar user={user} />
 */
export function UserAvatar(props: UserAvatarProps) {
  return (
    <Scope inline>
      <Avatar {...props} />
    </Scope>
  )
}
