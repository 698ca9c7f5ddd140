import type { AttrExp, Filter } from 'scim2-parse-filter'
import type { Comparison, Condition, Subject } from '../filter-queries.ts'
import { toKey } from '../role-queries.ts'
import { coreGroup, coreUser, enterpriseUser, readBoolean, userAttributes } from './attributes.ts'
import { invalidFilter, parseFilter } from './filter.ts'

type Kind = 'text' | 'exact' | 'key' | 'boolean' | 'time'
type Known = ReadonlyMap<string, { kind: Kind; subject: Subject }>
type ListName = Extract<Condition, { list: string }>['list']

interface Filterable {
  schema: string
  attributes: Known
  lists: ReadonlyMap<string, { list: ListName; parts: Known }>
}

const times: [string, { kind: Kind; subject: Subject }][] = [
  ['meta.created', { kind: 'time', subject: { column: 'created_at' } }],
  ['meta.lastmodified', { kind: 'time', subject: { column: 'updated_at' } }],
]

/** The texts among the attributes of users, their parts and those of the extension. */
const texts = [...userAttributes.values()].flatMap(({ name, type, parts, isList }): typeof times => {
  if (isList || type === 'boolean') return []
  if (type === 'string') return [[name.toLowerCase(), { kind: 'text', subject: { path: [name] } }]]
  const separator = name === enterpriseUser ? ':' : '.'
  return [...parts!.values()]
    .filter((part) => part.type === 'string')
    .map((part) => [
      `${name}${separator}${part.name}`.toLowerCase(),
      { kind: 'text', subject: { path: [name, part.name] } },
    ])
})

const partsOfItems: Known = new Map(
  ['value', 'type', 'display'].map((part) => [part, { kind: 'text', subject: { part } }]),
)

const users: Filterable = {
  schema: coreUser,
  attributes: new Map([
    ...texts,
    ...times,
    ['id', { kind: 'exact', subject: { column: 'id' } }],
    ['username', { kind: 'key', subject: { column: 'user_name_key' } }],
    ['externalid', { kind: 'exact', subject: { column: 'external_id' } }],
    ['active', { kind: 'boolean', subject: { column: 'is_active' } }],
  ]),
  lists: new Map([
    ['emails', { list: 'emails', parts: partsOfItems }],
    ['phonenumbers', { list: 'phoneNumbers', parts: partsOfItems }],
  ]),
}

const groups: Filterable = {
  schema: coreGroup,
  attributes: new Map([
    ...times,
    ['id', { kind: 'exact', subject: { column: 'id' } }],
    ['displayname', { kind: 'key', subject: { column: 'name_key' } }],
    ['externalid', { kind: 'exact', subject: { column: 'external_id' } }],
  ]),
  lists: new Map([
    ['members', { list: 'members', parts: new Map([['value', { kind: 'exact', subject: { part: 'value' } }]]) }],
  ]),
}

/** Undefined without a filter. An attribute that is not listed above is refused, never ignored: that would be everybody. */
export function readUserFilter(text: string | undefined): Condition | undefined {
  return text === undefined ? undefined : toCondition(users, parseFilter(text))
}

export function readGroupFilter(text: string | undefined): Condition | undefined {
  return text === undefined ? undefined : toCondition(groups, parseFilter(text))
}

function toCondition(filterable: Filterable, filter: Filter): Condition {
  const { schema, attributes, lists } = filterable
  if ('filters' in filter) return join(filter, (part) => toCondition(filterable, part))
  if (filter.op === 'not') return { not: toCondition(filterable, filter.filter) }
  const name = withoutSchema(schema, filter.attrPath)
  if (filter.op === '[]') {
    const found = lists.get(name)
    if (!found) throw unknown(name)
    return { list: found.list, has: toPartCondition(found.parts, filter.valFilter) }
  }
  if (attributes.has(name)) return compare(attributes, name, filter)
  const [listName, part = 'value', ...rest] = name.split('.')
  const found = lists.get(listName!)
  if (!found || rest.length > 0) throw unknown(name)
  return { list: found.list, has: compare(found.parts, part, filter) }
}

function toPartCondition(parts: Known, filter: Filter): Condition {
  if ('filters' in filter) return join(filter, (part) => toPartCondition(parts, part))
  if (filter.op === 'not') return { not: toPartCondition(parts, filter.filter) }
  if (filter.op === '[]') throw unknown(filter.attrPath)
  return compare(parts, filter.attrPath.toLowerCase(), filter)
}

const join = (
  { op, filters }: { op: 'and' | 'or'; filters: Filter[] },
  toPart: (filter: Filter) => Condition,
): Condition => ({ join: op, parts: filters.map(toPart) })

function withoutSchema(schema: string, path: string): string {
  const name = path.toLowerCase()
  return name.startsWith(`${schema.toLowerCase()}:`) ? name.slice(schema.length + 1) : name
}

const comparisons: Record<Kind, readonly Comparison[]> = {
  text: ['eq', 'ne', 'co', 'sw', 'ew', 'pr'],
  exact: ['eq', 'ne', 'co', 'sw', 'ew', 'pr'],
  key: ['eq', 'ne', 'co', 'sw', 'ew', 'pr'],
  boolean: ['eq', 'ne', 'pr'],
  time: ['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'pr'],
}

function compare(known: Known, name: string, filter: AttrExp): Condition {
  const found = known.get(name)
  if (!found) throw unknown(name)
  const { kind, subject } = found
  const { op } = filter
  if (!comparisons[kind].includes(op)) throw invalidFilter(`${op} is not supported for ${name}.`)
  const value = op === 'pr' ? undefined : readCompared(kind, name, filter.compValue)
  return { subject, is: op, value, ignoresCase: kind === 'text' }
}

function readCompared(kind: Kind, name: string, given: unknown): string | boolean | Date {
  if (kind === 'boolean') {
    if (!/^(?:true|false)$/i.test(String(given))) throw invalidFilter(`${name} is compared with true or false.`)
    return readBoolean(name, given)
  }
  if (typeof given !== 'string') throw invalidFilter(`${name} is compared with a text.`)
  if (given.includes('\0')) throw invalidFilter('A text must not contain the character U+0000.')
  // The parser leaves escaped backslashes, as in CORP\\ada, as they are.
  const text = given.replaceAll('\\\\', '\\')
  if (kind === 'exact') return text
  if (kind === 'key') return toKey(text)
  if (kind === 'text') return text.toLowerCase()
  const millis = /^\d{4}-/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(millis)) throw invalidFilter('A time is compared with a text such as "2030-01-31T00:00:00Z".')
  return new Date(millis)
}

const unknown = (name: string) =>
  invalidFilter(`Users and groups cannot be filtered by ${JSON.stringify(name.slice(0, 100))}.`)
