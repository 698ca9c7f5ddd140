import type { Fields } from '../revisions/merge.ts'
import type { ProjectConfig } from './render.ts'
import { hiddenSecret, isSecretPath } from './seal.ts'
import { listEntries } from './validate.ts'

/** One setting before and after a change. A missing value means that there was, or is, no such setting. */
export interface ConfigChange {
  path: string
  /** Of the entry that the setting is in, such as an offer, because its ID may be generated. */
  name?: string
  from?: unknown
  to?: unknown
  /** The names of the theme or group whose ID the value is. */
  from_name?: string
  to_name?: string
}

const maxTextLength = 200

/** All changed settings, for the audit log. Secrets are left out. */
export function listChanges(before: ProjectConfig, after: ProjectConfig): ConfigChange[] {
  const [old, current] = [collectSettings(before), collectSettings(after)]
  return compare(old, current).map((change) => {
    const name = findName(change.path, current) ?? findName(change.path, old)
    const named = { ...change, ...nameValues(change.path, [old, current]) }
    return name === null ? named : { ...named, name: name.slice(0, maxTextLength) }
  })
}

const idValues: readonly [path: RegExp, entries: string][] = [
  [/^emails\.(?:selectedThemeId|templates\.[^.]+\.themeId)$/, 'emails.themes'],
  [/^payments\.offers\.[^.]+\.groupId$/, 'payments.groups'],
]

/** The names to show for the old and the new value of a setting that holds an ID. */
export function nameValues(
  path: string,
  [old, current]: [Fields, Fields],
  nameOf = findName,
): Pick<ConfigChange, 'from_name' | 'to_name'> {
  const entries = idValues.find(([pattern]) => pattern.test(path))?.[1]
  if (!entries) return {}
  const nameIn = (fields: Fields) => nameOf(`${entries}.${String(fields.get(path))}`, fields)?.slice(0, maxTextLength)
  const [from_name, to_name] = [nameIn(old), nameIn(current)]
  return { ...(from_name && { from_name }), ...(to_name && { to_name }) }
}

/** The name of the innermost entry that has one, such as an offer or a domain. */
export function findName(path: string, fields: Fields): string | null {
  for (const entry of [path, ...listEntries(path)].reverse()) {
    const name = fields.get(`${entry}.displayName`) ?? fields.get(`${entry}.baseUrl`)
    if (typeof name === 'string') return name
  }
  return null
}

/** The same for the given columns of a row. */
export function listFieldChanges<T extends object>(before: T, after: T, names: readonly (keyof T & string)[]) {
  const pick = (row: T) => new Map<string, unknown>(names.map((name) => [name, row[name]]))
  return compare(pick(before), pick(after))
}

function compare(old: Map<string, unknown>, current: Map<string, unknown>): ConfigChange[] {
  const paths = [...new Set([...old.keys(), ...current.keys()])].sort()
  return paths
    .filter((path) => JSON.stringify(old.get(path)) !== JSON.stringify(current.get(path)))
    .map((path) => ({
      path,
      ...(old.has(path) ? { from: toShown(path, old.get(path)) } : {}),
      ...(current.has(path) ? { to: toShown(path, current.get(path)) } : {}),
    }))
}

/** The leaves of the tree by path. A record without entries is not a setting. */
export function collectSettings(config: unknown, path = '', found = new Map<string, unknown>()): Map<string, unknown> {
  if (typeof config !== 'object' || config === null || Array.isArray(config) || isDocument(path)) {
    if (config !== undefined) found.set(path, config)
    return found
  }
  for (const [key, value] of Object.entries(config)) collectSettings(value, path === '' ? key : `${path}.${key}`, found)
  return found
}

/** An email or a theme as data is one setting: half of two texts is none. */
const isDocument = (path: string) => /^emails\.(?:templates|themes)\.[^.]+\.document$/.test(path)

function toShown(path: string, value: unknown): unknown {
  if (isSecretPath(path)) return hiddenSecret
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : value
  return typeof text === 'string' && text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : value
}
