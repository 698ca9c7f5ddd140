import type { Override } from './override.ts'

/** Settings of earlier versions that no longer exist. */
const dropped =
  /^(?:payments\.(?:items\.[^.]+\.default|stripeAccountId|stripeAccountSetupComplete)|emails\.(?:themeList|templateList))(?:\.|$)/

/** Converts settings stored by earlier versions, so that old data can be read and changed. */
export function modernizeOverride(stored: Override): Override {
  return modernizeMembers(stored, '')
}

function modernizeMembers(members: Override, path: string): Override {
  const modern: Override = {}
  for (const [key, value] of Object.entries(members)) {
    const place = path === '' ? key : `${path}.${key}`
    if (dropped.test(place)) continue
    const newKey = place === 'emails.theme' ? key.replace(/theme$/, 'selectedThemeId') : key
    if (newKey === key || !Object.hasOwn(members, newKey)) modern[newKey] = modernizeValue(value, place)
  }
  return modern
}

function modernizeValue(value: unknown, place: string): unknown {
  if (Array.isArray(value)) return place === 'domains.trustedDomains' ? Object.fromEntries(value.entries()) : value
  if (typeof value !== 'object' || value === null) return value
  return modernizeMembers(value as Override, place)
}
