export interface UserSearch {
  query?: string
  cursor?: string
  /** Sorts by last activity instead of sign-up. */
  sort?: 'active'
  /** Sorts oldest first instead of newest first. */
  oldest?: true
  anonymous?: 'include' | 'only'
  verified?: boolean
  restricted?: boolean
  method?: string
  team?: string
  /** Inclusive days such as `2026-03-31`. */
  signedUpFrom?: string
  signedUpUntil?: string
  activeFrom?: string
  activeUntil?: string
}

const isText = (value: unknown) => typeof value === 'string' && value !== ''
const isBoolean = (value: unknown) => typeof value === 'boolean'
const isDay = (value: unknown) => /^\d{4}-\d\d-\d\d$/.test(String(value)) && !Number.isNaN(Date.parse(String(value)))

const isValid: { [Key in keyof Required<UserSearch>]: (value: unknown) => boolean } = {
  query: isText,
  cursor: isText,
  sort: (value) => value === 'active',
  oldest: (value) => value === true,
  anonymous: (value) => value === 'include' || value === 'only',
  verified: isBoolean,
  restricted: isBoolean,
  method: isText,
  team: isText,
  signedUpFrom: isDay,
  signedUpUntil: isDay,
  activeFrom: isDay,
  activeUntil: isDay,
}

/** The search parameters of the list. Unknown ones are ignored. */
export function parseUserSearch(search: Record<string, unknown>): UserSearch {
  const { query } = search
  // The router parses a string of digits as a number.
  const given = { ...search, ...(typeof query === 'number' && { query: String(query) }) }
  return Object.fromEntries(
    Object.entries(given).filter(
      ([key, value]) => Object.hasOwn(isValid, key) && isValid[key as keyof UserSearch](value),
    ),
  )
}

/** Applies changes to the search. A changed list starts at its first page. */
export function withChanges(
  search: UserSearch,
  changes: { [Key in keyof UserSearch]?: UserSearch[Key] | undefined },
): UserSearch {
  const changed = Object.entries({ ...search, cursor: undefined, ...changes })
  return Object.fromEntries(changed.filter(([, value]) => value !== undefined && value !== ''))
}
