import type { ProjectConfig } from './render.ts'
import { hiddenSecret, isSecretPath } from './seal.ts'

/** One setting before and after a change. A missing value means that there was, or is, no such setting. */
export interface ConfigChange {
  path: string
  from?: unknown
  to?: unknown
}

const maxTextLength = 200

/** All changed settings, for the audit log. Secrets are left out. */
export function listChanges(before: ProjectConfig, after: ProjectConfig): ConfigChange[] {
  return compare(collectSettings(before), collectSettings(after))
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
