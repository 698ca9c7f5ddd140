import { day, flag, oneOf, type SearchOf, searchParser, text } from '../data/search.ts'

export const parseUserSearch = searchParser({
  query: text,
  cursor: text,
  /** Sorts by last activity or name instead of sign-up. */
  sort: oneOf('active', 'name'),
  /** Sorts oldest first instead of newest first, or names from Z to A. */
  oldest: oneOf(true),
  anonymous: oneOf('include', 'only'),
  verified: flag,
  restricted: flag,
  method: text,
  team: text,
  signedUpFrom: day,
  signedUpUntil: day,
  activeFrom: day,
  activeUntil: day,
})

export type UserSearch = SearchOf<typeof parseUserSearch>

/** The active tab in the URL. The first tab is the default. */
export const parseUserTab = searchParser({
  tab: oneOf('sign-in', 'teams', 'keys', 'apps', 'payments', 'emails', 'activity'),
})
