export interface TeamSearch {
  query?: string
  /** The first page is 1, and not in the address. */
  page?: number
}

/** What the address says about the list. Anything else in it is ignored. */
export function parseTeamSearch(search: Record<string, unknown>): TeamSearch {
  const { query, page } = search
  return {
    ...(query !== undefined && query !== '' && { query: String(query) }),
    ...(Number.isSafeInteger(page) && Number(page) > 1 && { page: Number(page) }),
  }
}
