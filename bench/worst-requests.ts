import { headersOf } from './internal-server.ts'

export interface WorstRequest {
  what: string
  path: string
  init: RequestInit
}

/** What slows down expressions that look for an email address or a domain. */
const unit = 'a@a.'
const maxBodyBytes = 1_400_000
/** A few fewer than the server reads. */
const maxItems = 140_000
/** Headers and the first line may have sixteen kilobytes. */
const maxQueryBytes = 12_000
const pages = [
  '/',
  '/docs',
  '/docs/api/x',
  '/docs/search',
  '/docs/search.json',
  '/docs/openapi.json',
  '/dashboard',
  '/dashboard/email-frame',
  '/dashboard/purchase/x',
  '/projects/internal/brand.css',
  '/files/internal/x/x.png',
  '/ready',
  '/health?db',
  '/nowhere',
]

interface Operation {
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

interface Schema {
  type?: string
  properties?: Record<string, Schema>
  anyOf?: Schema[]
}

/** For every route and page the largest requests that are read: all texts are long, and then all lists. */
export async function listWorstRequests(url: string): Promise<WorstRequest[]> {
  const document = (await (await fetch(`${url}/docs/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>
  }
  const routes = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => toRequests(method.toUpperCase(), path, operation)),
  )
  const longQuery = new URLSearchParams({ q: repeat('a b c d e f g h ', maxQueryBytes / 2) })
  const ofPages = pages.map((path) => ({
    what: `GET ${path}`,
    path: `${path}${path.includes('?') ? '&' : '?'}${longQuery}`,
    init: { headers: { accept: 'text/html' } },
  }))
  return [...routes, ...ofPages]
}

function toRequests(method: string, path: string, { parameters = [], requestBody }: Operation): WorstRequest[] {
  const id = `${method} ${path}`
  // The credentials of the benchmark must stay valid.
  if (method === 'DELETE') return []
  const filled = `/api/v1${path.replaceAll(/\{\w+\}/g, 'x')}`
  const names = parameters.filter((one) => one.in === 'query').map(({ name }) => name)
  if (!requestBody) {
    const query = new URLSearchParams(names.map((name) => [name, repeat(unit, maxQueryBytes / 2 / names.length)]))
    return method === 'GET' ? [{ what: id, path: `${filled}?${query}`, init: { headers: headersOf('admin') } }] : []
  }
  const schema = { anyOf: Object.values(requestBody.content).map((content) => content.schema) }
  const init = { method, headers: headersOf('admin') }
  const text = repeat(unit, maxBodyBytes / countFields(schema))
  const requests = [{ what: `${id}, long texts`, path: filled, init: { ...init, body: fill(schema, () => text) } }]
  const lists = countFields(schema, mayBeList)
  if (lists === 0) return requests
  const list = Array(Math.floor(maxItems / lists)).fill(unit)
  const body = fill(schema, (field) => (mayBeList(field) ? list : unit))
  return [...requests, { what: `${id}, long lists`, path: filled, init: { ...init, body } }]
}

/** Any JSON has no type. */
function mayBeList({ type, anyOf = [] }: Schema): boolean {
  return anyOf.some(mayBeList) || type === 'array' || (type === undefined && anyOf.length === 0)
}

function countFields(schema: Schema, matches: (field: Schema) => boolean = () => true): number {
  let count = 0
  fill(schema, (field) => (count += matches(field) ? 1 : 0))
  return count
}

/** A body with a value for every field, also of nested objects. */
function fill(schema: Schema, leafOf: (field: Schema) => unknown): string {
  const toValue = (field: Schema): unknown => {
    const members = listMembers(field)
    if (members.length === 0) return leafOf(field)
    return Object.fromEntries(members.map(([name, member]) => [name, toValue(member)]))
  }
  return JSON.stringify(toValue(schema))
}

function listMembers({ properties = {}, anyOf = [] }: Schema): [string, Schema][] {
  return [...Object.entries(properties), ...anyOf.flatMap(listMembers)]
}

function repeat(text: string, bytes: number): string {
  return text.repeat(Math.max(1, Math.floor(bytes / text.length)))
}
