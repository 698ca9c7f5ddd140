import { type Filter, parse } from 'scim2-parse-filter'
import type { Item } from './attributes.ts'
import { ScimError } from './errors.ts'

const maxLength = 1_000
const maxNodes = 30

/** A filter in which nothing is unbounded: the parser alone overflows the stack for thousands of brackets. */
export function parseFilter(text: string): Filter {
  if (text.length > maxLength) throw invalidFilter(`A filter must have at most ${maxLength} characters.`)
  let filter: Filter
  try {
    filter = parse(text)
  } catch {
    throw invalidFilter('The filter cannot be read.')
  }
  if (countNodes(filter) > maxNodes) throw invalidFilter(`A filter must have at most ${maxNodes} conditions.`)
  return filter
}

export function invalidFilter(detail: string): ScimError {
  return new ScimError(400, 'invalidFilter', detail)
}

function countNodes(filter: Filter): number {
  if ('filters' in filter) {
    return filter.filters.reduce((count, part) => count + countNodes(part), 1)
  }
  if (filter.op === 'not') return 1 + countNodes(filter.filter)
  return filter.op === '[]' ? 1 + countNodes(filter.valFilter) : 1
}

/** Whether one of many values meets a condition such as `type eq "work"`. Texts are compared in any case. */
export function matches(item: Item, filter: Filter): boolean {
  if ('filters' in filter) {
    const meets = (part: Filter) => matches(item, part)
    return filter.op === 'and' ? filter.filters.every(meets) : filter.filters.some(meets)
  }
  if (filter.op === 'not') return !matches(item, filter.filter)
  if (filter.op === '[]') throw invalidFilter('Conditions on a value must not be nested.')
  const value = findPart(item, filter.attrPath)
  if (filter.op === 'pr') return value !== undefined
  if (filter.op !== 'eq' && filter.op !== 'ne') throw invalidFilter(`${filter.op} is not supported here.`)
  const isEqual = fold(value) === fold(filter.compValue)
  return isEqual === (filter.op === 'eq')
}

function findPart(item: Item, path: string): unknown {
  const key = path.toLowerCase()
  return Object.entries(item).find(([name]) => name.toLowerCase() === key)?.[1]
}

const fold = (value: unknown) => String(value ?? '').toLowerCase()

/** What a new value must have to meet the condition: `type eq "work"` says that its type is work. */
export function listEqualities(filter: Filter): Record<string, unknown> {
  if (filter.op === 'eq') return { [filter.attrPath]: filter.compValue }
  if ('filters' in filter && filter.op === 'and') return Object.assign({}, ...filter.filters.map(listEqualities))
  return {}
}
