import { formatTime } from '../ui/time.tsx'
import { describeDocument } from './email-document-text.ts'
import { entries, settings, toggles, wordsOfField } from './setting-words.ts'

/** Where a path is: at a setting, or in an entry such as one domain. */
export function placeOf(path: string) {
  const entry = entries.find(({ prefix }) => path.startsWith(`${prefix}.`))
  const [id = '', ...field] = entry ? path.slice(entry.prefix.length + 1).split('.') : []
  return { entry, id, field: field.join('.'), key: entry ? `${entry.prefix}.${id}` : path }
}

/**
 * A setting as a label: "Sign-up", or "Domain https://example.com: handler path". Entries whose IDs are generated need
 * their name.
 */
export function labelOf(path: string, name: string | null = null): string {
  const { entry, id, field } = placeOf(path)
  if (entry) {
    const thing = `${entry.noun} ${entry.nameOf?.(id) ?? name ?? id}`
    return capital(field ? `${thing}: ${wordsOfField(field)}` : thing)
  }
  const words = (toggles[path] ?? settings[path] ?? wordsOfField(path)).replace(/^the /, '')
  return name ? `${name}: ${words}` : capital(words)
}

/** Values that pages offer as choices. */
const choices: Readonly<Record<string, string>> = {
  link_method: 'Link to the existing account',
  raise_error: 'Refuse',
  allow_duplicates: 'Create another account',
  off: 'Not offered',
  optional: 'Optional',
  required: 'Required',
  'include-by-default': 'Included by default',
  auto: 'Follow the page',
  light: 'Always light',
  dark: 'Always dark',
}

/** A value as people read it. */
export function describeValue(value: unknown): string {
  if (value === true) return 'On'
  if (value === false) return 'Off'
  if (value === null || value === '') return 'None'
  if (value === '(secret)') return 'A secret, which is not shown'
  if (typeof value === 'string') return choices[value] ?? value
  // No other number of a setting is as large as a time.
  if (typeof value === 'number' && value >= 1e12) return formatTime(value)
  if (Array.isArray(value))
    return value.length === 0 ? 'None' : value.map(describeValue).join(value.length > 2 ? ', ' : ' ')
  if (typeof value !== 'object') return String(value)
  return Object.keys(value as object).length === 0 ? 'None' : (describeDocument(value) ?? JSON.stringify(value))
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
