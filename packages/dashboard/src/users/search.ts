export interface UserSearch {
  query?: string
  cursor?: string
  /** Oldest first instead of newest first. */
  oldest?: true
  anonymous?: true
}

/** What the address says about the list. Anything else in it is ignored. */
export function parseUserSearch(search: Record<string, unknown>): UserSearch {
  const { query, cursor, oldest, anonymous } = search
  return {
    ...(query !== undefined && query !== '' && { query: String(query) }),
    ...(typeof cursor === 'string' && { cursor }),
    ...(oldest === true && { oldest }),
    ...(anonymous === true && { anonymous }),
  }
}
