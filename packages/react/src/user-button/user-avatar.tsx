'use client'

import { Avatar, type AvatarProps } from '../ui/avatar.tsx'
import { Scope } from '../ui/scope.tsx'

/**
 * The props of `UserAvatar`.
 * @example const Page = (props: UserAvatarProps) => <UserAvatar {...props} />
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
