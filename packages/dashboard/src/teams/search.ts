export interface TeamSearch {
  query?: string
  cursor?: string
}

/** What the address says about the list. Anything else in it is ignored. */
export function parseTeamSearch({ query, cursor }: Record<string, unknown>): TeamSearch {
  return {
    ...(query !== undefined && query !== '' && { query: String(query) }),
    ...(typeof cursor === 'string' && { cursor }),
  }
}
