import type { ServerUser } from '@latchkey/react'

/** What to call a user: by name, else by email. */
export function nameOf(user: Pick<ServerUser, 'displayName' | 'primaryEmail' | 'isAnonymous' | 'id'>): string {
  return user.displayName ?? user.primaryEmail ?? (user.isAnonymous ? 'Anonymous user' : 'Unnamed user')
}
