import type { Filter } from 'scim2-parse-filter'
import {
  type Attribute,
  type Attributes,
  coreGroup,
  coreUser,
  type Doc,
  enterpriseUser,
  type Item,
  readOnly,
  readSingle,
  readValue,
} from './attributes.ts'
import { invalidSyntax, invalidValue, ScimError } from './errors.ts'
import { listEqualities, matches, parseFilter } from './filter.ts'

export interface Operation {
  op: 'add' | 'replace' | 'remove'
  path: string | undefined
  value: unknown
}

const maxOperations = 1_000

/** Entra ID writes `Add` and `Replace`, and everybody writes `Operations`. */
export function readOperations(body: unknown): Operation[] {
  const given = memberOf(body, 'operations')
  if (!Array.isArray(given)) throw invalidSyntax('The body must have a list of Operations.')
  if (given.length > maxOperations) throw invalidSyntax(`A request must have at most ${maxOperations} operations.`)
  return given.map((each) => {
    const op = String(memberOf(each, 'op') ?? '').toLowerCase()
    if (op !== 'add' && op !== 'replace' && op !== 'remove') {
      throw invalidSyntax('The op of an operation must be add, replace or remove.')
    }
    const path = memberOf(each, 'path')
    if (path !== undefined && path !== null && typeof path !== 'string') throw invalidPath('A path must be a text.')
    return { op, path: path ? path : undefined, value: memberOf(each, 'value') }
  })
}

function memberOf(object: unknown, name: string): unknown {
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return undefined
  return Object.entries(object).find(([key]) => key.toLowerCase() === name)?.[1]
}

export interface Target {
  attribute: Attribute
  /** The attribute that contains it, for those of an extension. */
  extension: Attribute | undefined
  filter: Filter | undefined
  part: Attribute | undefined
}

const maxPathLength = 500
const shape = /^([a-z$][\w$-]*)(?:\[(.+)\])?(?:\.([a-z$][\w$-]*))?$/is

/** What a path means; undefined for attributes that the server does not keep. */
export function readPath(attributes: Attributes, path: string): Target | undefined {
  if (path.length > maxPathLength) throw invalidPath(`A path must have at most ${maxPathLength} characters.`)
  const lower = path.toLowerCase()
  const extension = attributes.get(enterpriseUser.toLowerCase())
  if (extension && lower === enterpriseUser.toLowerCase()) {
    return { attribute: extension, extension: undefined, filter: undefined, part: undefined }
  }
  for (const [schema, within] of [
    [coreUser, undefined],
    [coreGroup, undefined],
    [enterpriseUser, extension],
  ] as const) {
    if (!lower.startsWith(`${schema.toLowerCase()}:`)) continue
    return readRelative(within ? within.parts! : attributes, path.slice(schema.length + 1), within)
  }
  // An extension that the server does not know.
  if (lower.startsWith('urn:')) return undefined
  return readRelative(attributes, path, undefined)
}

function readRelative(attributes: Attributes, path: string, extension: Attribute | undefined): Target | undefined {
  const [, name, condition, partName] = shape.exec(path) ?? []
  if (!name) throw invalidPath(`The path ${JSON.stringify(path.slice(0, 100))} cannot be read.`)
  const attribute = attributes.get(name.toLowerCase())
  if (!attribute) return undefined
  if (condition !== undefined && !attribute.isList) throw invalidPath(`${attribute.name} has no list of values.`)
  const part = partName === undefined ? undefined : attribute.parts?.get(partName.toLowerCase())
  if (partName !== undefined && !part) {
    if (!attribute.parts) throw invalidPath(`${attribute.name} has no parts.`)
    return undefined
  }
  return { attribute, extension, filter: condition === undefined ? undefined : parseFilter(condition), part }
}

/** The resource after a PATCH. Each operation sees what the one before has done. */
export function applyOperations(attributes: Attributes, before: Doc, operations: readonly Operation[]): Doc {
  const doc = structuredClone(before)
  for (const { op, path, value } of operations) {
    for (const [name, given] of listTargets(op, path, value)) {
      if (readOnly.has(name.toLowerCase())) {
        if (path === undefined) continue
        throw new ScimError(400, 'mutability', `${name} cannot be changed.`)
      }
      const target = readPath(attributes, name)
      if (target) applyAt(doc, target, op, given)
    }
  }
  return doc
}

/** Without a path, the members of the value are paths: Okta sends `{"active": false}`, Entra ID `{"name.givenName": …}`. */
export function listTargets(op: Operation['op'], path: string | undefined, value: unknown): [string, unknown][] {
  if (path !== undefined) return [[path, value]]
  if (op === 'remove') throw new ScimError(400, 'noTarget', 'An operation that removes something must have a path.')
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidValue('The value of an operation without a path must be an object.')
  }
  return Object.entries(value)
}

function applyAt(doc: Doc, target: Target, op: Operation['op'], given: unknown): void {
  const { attribute, extension, part } = target
  const holder = extension ? ((doc[extension.name] as Item | undefined) ?? {}) : doc
  if (attribute.isList) {
    const items = (doc[attribute.name] as Item[] | undefined) ?? []
    set(doc, attribute.name, readValue(attribute, changeList(target, items, op, given)))
  } else if (part) setPart(holder as Item, attribute, part, op, given)
  else if (attribute.type === 'complex' && op !== 'remove') merge(holder as Item, attribute, given)
  else set(holder, attribute.name, op === 'remove' ? undefined : readValue(attribute, given))
  if (extension) set(doc, extension.name, Object.keys(holder).length > 0 ? (holder as Item) : undefined)
}

function set(holder: Doc | Item, name: string, value: Doc[string] | undefined): void {
  if (value === undefined) delete holder[name]
  else (holder as Doc)[name] = value
}

function setPart(holder: Item, attribute: Attribute, part: Attribute, op: Operation['op'], given: unknown): void {
  const item = { ...(holder[attribute.name] as Item | undefined) }
  set(item, part.name, op === 'remove' ? undefined : readValue(part, given))
  set(holder, attribute.name, Object.keys(item).length > 0 ? item : undefined)
}

function merge(holder: Item, attribute: Attribute, given: unknown): void {
  const value = readSingle(attribute, given) as Item | undefined
  set(holder, attribute.name, value && { ...(holder[attribute.name] as Item | undefined), ...value })
}

/** What becomes of the values of a list. */
function changeList(
  { attribute, filter, part }: Target,
  items: readonly Item[],
  op: Operation['op'],
  given: unknown,
): unknown[] {
  const isMeant = (item: Item) => filter === undefined || matches(item, filter)
  const read = () => (readValue(attribute, given) as Item[] | undefined) ?? []
  if (op === 'remove') {
    if (part) return items.map((item) => (isMeant(item) ? omit(item, part.name) : item))
    const named = read().map(({ value }) => value)
    return items.filter((item) => !(filter ? isMeant(item) : named.length === 0 || named.includes(item.value)))
  }
  if (!filter && !part) {
    const added = read()
    const isKept = (item: Item) => op === 'add' && !added.some((other) => isSame(item, other))
    return [...items.filter(isKept), ...added]
  }
  const change = readSingle(attribute, part ? { [part.name]: given } : given) as Item | undefined
  const apply = (item: Item) => (change || !part ? { ...item, ...change } : omit(item, part.name))
  if (items.some(isMeant)) return items.map((item) => (isMeant(item) ? apply(item) : item))
  // Identity providers aim at values that they have not added yet.
  const described = readSingle(attribute, filter ? listEqualities(filter) : {}) as Item | undefined
  return change ? [...items, { ...described, ...change }] : [...items]
}

const isSame = (a: Item, b: Item) => a.value === b.value && a.type === b.type

function omit(item: Item, name: string): Item {
  return Object.fromEntries(Object.entries(item).filter(([key]) => key !== name))
}

export function invalidPath(detail: string): ScimError {
  return new ScimError(400, 'invalidPath', detail)
}
