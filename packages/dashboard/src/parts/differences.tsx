import type { ReactNode } from 'react'
import { placeOf } from '../data/setting-labels.ts'
import './differences.css'

/** A changed setting. Undefined if it does not exist on that side. */
export interface Difference {
  path: string
  /** Of the entry that the setting is in, such as an offer. */
  name?: string | null | undefined
  from: unknown
  to: unknown
  /** The names of the theme or group whose ID the value is. */
  from_name?: string | undefined
  to_name?: string | undefined
}

export function listDifferences(before: unknown, after: unknown): Difference[] {
  const [old, next] = [collect(before), collect(after)]
  const paths = [...new Set([...old.keys(), ...next.keys()])].sort()
  return paths
    .map((path) => ({
      path,
      name: findName(path, next) ?? findName(path, old),
      from: old.get(path),
      to: next.get(path),
    }))
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to))
}

function findName(path: string, values: ReadonlyMap<string, unknown>): string | undefined {
  const { entry, key } = placeOf(path)
  const name = entry?.namedBy && values.get(`${key}.${entry.namedBy}`)
  return typeof name === 'string' ? name : undefined
}

/** The leaves of a tree by path. An empty object counts as a leaf. */
function collect(value: unknown, path = '', found = new Map<string, unknown>()): Map<string, unknown> {
  const isTree = typeof value === 'object' && value !== null && !Array.isArray(value)
  const members = isTree ? Object.entries(value) : []
  if (members.length === 0) {
    if (path) found.set(path, value)
    return found
  }
  for (const [name, member] of members) collect(member, path ? `${path}.${name}` : name, found)
  return found
}

interface DifferencesProps {
  differences: readonly Difference[]
  /** How to show the path and the values of a setting. Its path and JSON by default. */
  labelOf?: ((path: string, name: string | null) => ReactNode) | undefined
  format?: ((value: unknown) => string) | undefined
}

/** Old and new value of each changed setting. */
export function Differences({ differences, labelOf = toCode, format = toJson }: DifferencesProps) {
  if (differences.length === 0) return <p className="ui-muted">No changes.</p>
  return (
    <ul className="ui-list config-differences" aria-label="Changes">
      {differences.map(({ path, name = null, from, to, from_name, to_name }) => (
        <li key={path}>
          {labelOf(path, name)}
          {from !== undefined && (
            <del>
              <span className="ui-hidden">Before: </span>
              {from_name ?? shorten(format(from))}
            </del>
          )}
          {to !== undefined && (
            <ins>
              <span className="ui-hidden">After: </span>
              {to_name ?? shorten(format(to))}
            </ins>
          )}
        </li>
      ))}
    </ul>
  )
}

const toCode = (path: string) => <code>{path}</code>
const toJson = (value: unknown) => JSON.stringify(value) ?? ''

const maxLength = 300

const shorten = (text: string) => (text.length > maxLength ? `${text.slice(0, maxLength)}…` : text)
