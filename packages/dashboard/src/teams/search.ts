export interface TeamSearch {
  query?: string
  cursor?: string
}

/** The search parameters of the list. Unknown ones are ignored. */
export function parseTeamSearch({ query, cursor }: Record<string, unknown>): TeamSearch {
  return {
    ...(query !== undefined && query !== '' && { query: String(query) }),
    ...(typeof cursor === 'string' && { cursor }),
  }
}
