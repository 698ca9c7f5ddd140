import type { ReactNode } from 'react'
import './differences.css'

/** A changed setting. Undefined if it does not exist on that side. */
export interface Difference {
  path: string
  from: unknown
  to: unknown
}

export function listDifferences(before: unknown, after: unknown): Difference[] {
  const [old, next] = [collect(before), collect(after)]
  const paths = [...new Set([...old.keys(), ...next.keys()])].sort()
  return paths
    .map((path) => ({ path, from: old.get(path), to: next.get(path) }))
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to))
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
  labelOf?: ((path: string) => ReactNode) | undefined
  format?: ((value: unknown) => string) | undefined
}

/** Old and new value of each changed setting. */
export function Differences({ differences, labelOf = toCode, format = toJson }: DifferencesProps) {
  if (differences.length === 0) return <p className="ui-muted">No changes.</p>
  return (
    <ul className="ui-list config-differences" aria-label="Changes">
      {differences.map(({ path, from, to }) => (
        <li key={path}>
          {labelOf(path)}
          {from !== undefined && (
            <del>
              <span className="ui-hidden">Before: </span>
              {shorten(format(from))}
            </del>
          )}
          {to !== undefined && (
            <ins>
              <span className="ui-hidden">After: </span>
              {shorten(format(to))}
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
