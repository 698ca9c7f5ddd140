import type { Override } from './override.ts'

const idsBelow = /^(emails\.(?:themes|templates)\.)([^.]+)/
const idValues = /^emails\.(?:selectedThemeId|templates\.[^.]+\.themeId)$/

/** Ids of themes and templates are case-insensitive and stored in lower case, like all ids. */
export function lowerCaseIds(override: Override): Override {
  return lowerCaseMembers(override, '')
}

function lowerCaseMembers(members: Override, path: string): Override {
  const start = path === '' ? '' : `${path}.`
  return Object.fromEntries(
    Object.entries(members).map(([key, value]) => {
      const place = `${start}${key}`.replace(idsBelow, (_, list: string, id: string) => list + id.toLowerCase())
      return [place.slice(start.length), lowerCaseValue(value, place)]
    }),
  )
}

function lowerCaseValue(value: unknown, place: string): unknown {
  if (typeof value === 'string') return idValues.test(place) ? value.toLowerCase() : value
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !/^emails(?:\.|$)/.test(place))
    return value
  return lowerCaseMembers(value as Override, place)
}
