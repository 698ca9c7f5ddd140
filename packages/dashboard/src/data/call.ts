import type { Routes } from '@latchkey/contract'
import { appInternalsSymbol, type CurrentInternalUser, KnownError } from '@latchkey/react'
import { internalApp } from '../internal-app.ts'

type RequestOf<Id extends keyof Routes> = Routes[Id]['request']

/** The request of a route, which may be left out if all its parts may. */
export type RequestArgs<Id extends keyof Routes> =
  object extends RequestOf<Id> ? [request?: RequestOf<Id>] : [request: RequestOf<Id>]

/** The body of a route. */
export type BodyOf<Id extends keyof Routes> = RequestOf<Id> extends { body?: infer Body } ? NonNullable<Body> : never

/** What a route returns to owners. */
export type Reply<Id extends keyof Routes> = Routes[Id]['response']['admin']

/** Calls a route of the contract by its name. */
export type Call = <Id extends keyof Routes>(route: Id, ...request: RequestArgs<Id>) => Promise<Reply<Id>>

type OwnerSession = CurrentInternalUser['_internalSession']

/** What a save is based on: the revision that was loaded, and how a conflict with a later one was resolved. */
export interface SaveBasis {
  revision: number
  resolved?: { revision: number; keepTheirs: readonly string[]; values: Readonly<Record<string, unknown>> } | undefined
}

const toHeaders = ({ revision, resolved }: SaveBasis): Record<string, string> => ({
  'x-stack-revision': String(revision),
  ...(resolved && {
    'x-stack-resolved-revision': String(resolved.revision),
    'x-stack-keep-theirs': resolved.keepTheirs.join(','),
  }),
})

/** Calls routes of a project with the access of its owner. */
export function createCall(projectId: string, session: OwnerSession, basis?: SaveBasis): Call {
  const attempt = async (route: string, request: AnyRequest | undefined, isRetry: boolean): Promise<never> => {
    const { accessToken } = await session.getTokens()
    const headers = {
      'x-stack-project-id': projectId,
      'x-stack-admin-access-token': accessToken ?? '',
      // The owner's own session belongs to another project.
      'x-stack-access-token': '',
      'x-stack-refresh-token': '',
      ...(basis && toHeaders(basis)),
    }
    try {
      return await send(route, withValues(request, basis), headers, 'admin')
    } catch (error) {
      const isRefused = KnownError.isKnownError(error) && /ADMIN_ACCESS_TOKEN/.test(error.errorCode)
      // If a new token is refused too, the user no longer owns the project.
      if (!isRefused || !accessToken || isRetry) throw error
      session.dropAccessToken(accessToken)
      return attempt(route, request, true)
    }
  }
  return (route, ...[request]) => attempt(route, request, false)
}

/** Fields of which the owner keeps both values have neither of them. */
const withValues = (request: AnyRequest | undefined, basis: SaveBasis | undefined) =>
  request?.body ? { ...request, body: { ...(request.body as object), ...basis?.resolved?.values } } : request

/** Calls routes of the internal project as its signed-in user, who owns projects. */
export const callAsUser: Call = (route, ...[request]) => send(route, request, {}, 'client')

interface AnyRequest {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

async function send(
  route: string,
  { params = {}, query = {}, body }: AnyRequest = {},
  headers: Record<string, string>,
  access: 'client' | 'admin',
): Promise<never> {
  const [method, template] = route.split(' ') as [string, string]
  const path = template.replace(/{(\w+)}/g, (_match, name: string) => encodeURIComponent(`${params[name]}`))
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = given.length > 0 ? `?${new URLSearchParams(given.map(([name, value]) => [name, `${value}`]))}` : ''
  const json = body === undefined ? undefined : JSON.stringify(body)
  const type = json && { 'content-type': 'application/json' }
  const { sendRequest } = internalApp[appInternalsSymbol]
  const init = { method, headers: { ...headers, ...type }, ...(json && { body: json }) }
  const response = await sendRequest(path + search, init, access)
  const text = await response.text()
  return (response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text) as never
}

export interface Page<Row> {
  items: Row[]
  pagination?: { next_cursor: string | null } | undefined
}

/** Loads all pages of a list. */
export async function loadAll<Row>(loadPage: (cursor: string | undefined) => Promise<Page<Row>>): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | undefined
  do {
    const { items, pagination } = await loadPage(cursor)
    rows.push(...items)
    cursor = pagination?.next_cursor ?? undefined
  } while (cursor)
  return rows
}

/** The first page with rows. A search reads a limited number of rows per request, which may be none that match. */
export async function loadFound<Row>(
  loadPage: (cursor: string | undefined) => Promise<Page<Row>>,
  cursor?: string,
): Promise<Page<Row>> {
  const page = await loadPage(cursor)
  const next = page.pagination?.next_cursor
  return page.items.length === 0 && next ? loadFound(loadPage, next) : page
}

export const hasCode = (error: unknown, code: string) => KnownError.isKnownError(error) && error.errorCode === code

/** For reads of something that may not exist. */
export function nullIf(...codes: string[]): (error: unknown) => null {
  return (error) => {
    if (codes.some((code) => hasCode(error, code))) return null
    throw error
  }
}

/** The same by the status of the response. */
export function nullIfMissing(error: unknown): null {
  if ((error as { statusCode?: number }).statusCode === 404) return null
  throw error
}
