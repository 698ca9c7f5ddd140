'use client'

import { Avatar, type AvatarProps } from '../ui/avatar.tsx'
import { Scope } from '../ui/scope.tsx'

export type UserAvatarProps = AvatarProps

export function UserAvatar(props: UserAvatarProps) {
  return (
    <Scope inline>
      <Avatar {...props} />
    </Scope>
  )
}
