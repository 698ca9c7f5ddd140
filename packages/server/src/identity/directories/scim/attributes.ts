import { invalidValue } from './errors.ts'

export const coreUser = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const coreGroup = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const enterpriseUser = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

/** What the server understands. Everything else that identity providers send is ignored. */
export interface Attribute {
  readonly name: string
  readonly type: 'string' | 'boolean' | 'complex'
  readonly isList?: true
  readonly isRequired?: true
  readonly isUnique?: true
  readonly parts?: Attributes
}

/** By name in lower case: SCIM does not tell `userName` from `username`. A map, in which no name is special. */
export type Attributes = ReadonlyMap<string, Attribute>

const byName = (attributes: Attribute[]): Attributes =>
  new Map(attributes.map((attribute) => [attribute.name.toLowerCase(), attribute]))

const text = (name: string): Attribute => ({ name, type: 'string' })
const texts = (...names: string[]) => names.map(text)
const complex = (name: string, parts: Attribute[]): Attribute => ({ name, type: 'complex', parts: byName(parts) })
const primary: Attribute = { name: 'primary', type: 'boolean' }
const list = (name: string, parts: Attribute[]): Attribute => ({ ...complex(name, [...parts, primary]), isList: true })

/** The one of many values that stands alone where only a text is given. */
const valueParts = texts('value', 'display', 'type')

const enterprise = complex(enterpriseUser, [
  ...texts('employeeNumber', 'costCenter', 'organization', 'division', 'department'),
  complex('manager', texts('value', 'displayName')),
])

export const userAttributes = byName([
  { name: 'userName', type: 'string', isRequired: true, isUnique: true },
  text('externalId'),
  { name: 'active', type: 'boolean' },
  complex('name', texts('formatted', 'familyName', 'givenName', 'middleName', 'honorificPrefix', 'honorificSuffix')),
  ...texts('displayName', 'nickName', 'profileUrl', 'title', 'userType', 'preferredLanguage', 'locale', 'timezone'),
  list('emails', valueParts),
  list('phoneNumbers', valueParts),
  list('addresses', texts('formatted', 'streetAddress', 'locality', 'region', 'postalCode', 'country', 'type')),
  enterprise,
])

export const groupAttributes = byName([
  { name: 'displayName', type: 'string', isRequired: true, isUnique: true },
  text('externalId'),
  { ...complex('members', texts('value', 'display')), isList: true },
])

/** Without the members, of which there can be many. */
export const groupDocAttributes: Attributes = new Map([...groupAttributes].filter(([name]) => name !== 'members'))

/** Attributes that the server sets. What clients send for them is ignored, unless a PATCH aims at them. */
export const readOnly = new Set(['id', 'meta', 'groups', 'schemas'])

export type Value = string | boolean
export type Item = { [part: string]: Value | Item }
/** Its members are names of `Attributes` and nothing else, so no input can reach a prototype. */
export type Doc = { [name: string]: Value | Item | Item[] }

const maxTextLength = 1_000
const maxItems = 50

/** Undefined removes the attribute. */
export function readValue(attribute: Attribute, given: unknown): Doc[string] | undefined {
  if (given === null || given === undefined) return undefined
  if (!attribute.isList) return readSingle(attribute, given)
  const items = Array.isArray(given) ? given : [given]
  if (items.length > maxItems) throw invalidValue(`${attribute.name} must have at most ${maxItems} values.`)
  const read = items.map((item) => readSingle(attribute, item)).filter((item) => item !== undefined)
  return read.length > 0 ? (read as Item[]) : undefined
}

/** One of the values, if the attribute has many. */
export function readSingle(attribute: Attribute, given: unknown): Value | Item | undefined {
  const { name, type, parts } = attribute
  if (given === null || given === undefined) return undefined
  if (type === 'boolean') return readBoolean(name, given)
  if (type === 'string') return readText(name, given)
  // Entra ID sends the ID of a manager instead of an object.
  if (typeof given === 'string' && parts!.has('value')) return { value: readText(name, given) }
  if (typeof given !== 'object' || Array.isArray(given)) throw invalidValue(`${name} must be an object.`)
  const item: Item = {}
  for (const [key, value] of Object.entries(given)) {
    const part = parts!.get(key.toLowerCase())
    const read = part && readSingle(part, value)
    if (read !== undefined) item[part!.name] = read
  }
  return Object.keys(item).length > 0 ? item : undefined
}

function readText(name: string, given: unknown): string {
  if (typeof given !== 'string' && typeof given !== 'number' && typeof given !== 'boolean') {
    throw invalidValue(`${name} must be a text.`)
  }
  const text = String(given)
  if (text.length > maxTextLength) throw invalidValue(`${name} must have at most ${maxTextLength} characters.`)
  return text
}

/** Entra ID sends booleans as texts, with a capital. */
export function readBoolean(name: string, given: unknown): boolean {
  if (typeof given === 'boolean') return given
  const text = typeof given === 'string' ? given.trim().toLowerCase() : ''
  if (text !== 'true' && text !== 'false') throw invalidValue(`${name} must be true or false.`)
  return text === 'true'
}

/** A whole resource, as POST and PUT send it. */
export function readDoc(attributes: Attributes, body: unknown): Doc {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalidValue('The body must be an object.')
  const doc: Doc = {}
  for (const [key, given] of Object.entries(body)) {
    const attribute = attributes.get(key.toLowerCase())
    const value = attribute && readValue(attribute, given)
    if (value !== undefined) doc[attribute!.name] = value
  }
  return doc
}

/** The parts of a resource that a client asks for; `schemas` and `id` always. */
export function selectAttributes(
  resource: Record<string, unknown>,
  { attributes, excludedAttributes }: { attributes?: string | undefined; excludedAttributes?: string | undefined },
): Record<string, unknown> {
  const wanted = attributes ? readNames(attributes) : undefined
  const unwanted = excludedAttributes ? readNames(excludedAttributes) : undefined
  if (!wanted && !unwanted) return resource
  const entries = Object.entries(resource).flatMap(([name, value]) => {
    if (name === 'schemas' || name === 'id') return [[name, value]]
    const key = name.toLowerCase()
    if (unwanted?.has(key)) return []
    if (!wanted) return [[name, without(value, key, unwanted!)]]
    if (wanted.has(key)) return [[name, value]]
    const part = only(value, key, wanted)
    return part === undefined ? [] : [[name, part]]
  })
  return Object.fromEntries(entries)
}

function readNames(text: string): Set<string> {
  return new Set(
    text.split(',').map((name) => {
      const key = name.trim().toLowerCase()
      return key.startsWith(`${coreUser.toLowerCase()}:`) ? key.slice(coreUser.length + 1) : key
    }),
  )
}

const isPart = (name: string, key: string, names: Set<string>) =>
  names.has(`${key}.${name.toLowerCase()}`) || names.has(`${key}:${name.toLowerCase()}`)

function only(value: unknown, key: string, names: Set<string>): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => only(item, key, names)).filter((item) => item !== undefined)
    return items.length > 0 ? items : undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  const entries = Object.entries(value).filter(([name]) => isPart(name, key, names))
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}

function without(value: unknown, key: string, names: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => without(item, key, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => !isPart(name, key, names)))
}
