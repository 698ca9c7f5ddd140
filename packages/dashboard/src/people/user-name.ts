import type { Person } from '../data/rows.ts'

/** The name of a user, otherwise the email address. */
export function nameOf(user: Pick<Person, 'display_name' | 'primary_email' | 'is_anonymous'>): string {
  return user.display_name ?? user.primary_email ?? (user.is_anonymous ? 'Anonymous user' : 'Unnamed user')
}
