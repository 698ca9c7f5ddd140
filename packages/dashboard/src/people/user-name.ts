import type { ServerUser } from '@latchkey/react'

/** The name of a user, otherwise the email address. */
export function nameOf(user: Pick<ServerUser, 'displayName' | 'primaryEmail' | 'isAnonymous' | 'id'>): string {
  return user.displayName ?? user.primaryEmail ?? (user.isAnonymous ? 'Anonymous user' : 'Unnamed user')
}
