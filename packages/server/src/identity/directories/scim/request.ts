import { isUuid } from '@latchkey/contract'
import type { Context } from '../../../http/context.ts'
import { type Db, inTransaction } from '../../../platform/db/database.ts'
import type { Settings } from '../../../platform/platform.ts'
import { getTeamForShare } from '../../../teams/queries.ts'
import type { PlaceInList } from '../page-queries.ts'
import { findDirectoryForUpdate, insertOperation, type Operation } from '../queries.ts'
import { invalidValue, notFound, ScimError } from './errors.ts'

export interface ScimRequest {
  ctx: Context
  directory: { id: string; teamId: string }
  /** Of the resource in the path. */
  id: string
  query: Record<string, string | undefined>
  body: unknown
  ifMatch: string | null
  ifNoneMatch: string | null
}

export interface ScimResponse {
  status: 200 | 201 | 204 | 304
  body?: Record<string, unknown>
  headers?: Record<string, string>
}

export type ScimHandler = (request: ScimRequest) => Promise<ScimResponse>

/** In one transaction, in which the directory changes in no other way. */
export async function changeInDirectory<T>(
  { ctx, directory }: ScimRequest,
  change: (trx: Db, log: (operation: Operation) => Promise<void>) => Promise<T>,
): Promise<T> {
  const projectId = ctx.project.id
  return inTransaction(ctx.db, async (trx) => {
    await getTeamForShare(trx, projectId, directory.teamId)
    if (!(await findDirectoryForUpdate(trx, projectId, directory.id))) throw new ScimError(401, undefined, gone)
    return change(trx, (operation) => insertOperation(trx, projectId, directory.id, operation, ctx.now()))
  })
}

export const gone = 'The directory was deleted, or its token is not valid.'

export function assertId(what: 'user' | 'group', id: string): void {
  if (!isUuid(id)) throw notFound(what)
}

/** How an operation is cited in the address of a resource and in its `meta`. */
export interface Described {
  type: 'User' | 'Group'
  id: string
  revision: number
  createdAt: Date
  updatedAt: Date
}

export function describeResource({ type, id, revision, createdAt, updatedAt }: Described, base: string) {
  return {
    resourceType: type,
    created: createdAt.toISOString(),
    lastModified: updatedAt.toISOString(),
    location: `${base}/${type}s/${id}`,
    version: versionOf(revision),
  }
}

export function baseUrl({ url }: Pick<Settings, 'url'>, directoryId: string): string {
  return `${url}/api/v1/scim/v2/${directoryId}`
}

const versionOf = (revision: number) => `W/"${revision}"`

/** Throws if the client has seen another version than this one. */
export function assertVersion({ ifMatch }: ScimRequest, revision: number): void {
  if (ifMatch === null || isNamed(ifMatch, revision)) return
  throw new ScimError(412, undefined, 'The resource was changed in the meantime. Read it again.')
}

function isNamed(header: string, revision: number): boolean {
  const names = header.split(',').map((name) => name.trim().replace(/^W\//, ''))
  return names.includes('*') || names.includes(`"${revision}"`)
}

/** The resource, or that it is still what the client has. */
export function respondWith(
  request: ScimRequest,
  resource: Record<string, unknown>,
  { revision, status = 200 }: { revision: number; status?: 200 | 201 },
): ScimResponse {
  const headers: Record<string, string> = { etag: versionOf(revision) }
  const { ifNoneMatch } = request
  if (status === 200 && ifNoneMatch !== null && isNamed(ifNoneMatch, revision)) return { status: 304, headers }
  const { location } = (resource.meta ?? {}) as { location?: string }
  if (location) headers.location = location
  return { status, body: resource, headers }
}

const maxPage = 200
const defaultPage = 100
/** Far more than a directory has. */
const maxStart = 1_000_000_000

export function readPlace({ query }: ScimRequest): PlaceInList {
  const start = Math.min(Math.max(readNumber('startIndex', query.startIndex) ?? 1, 1), maxStart)
  const count = Math.min(Math.max(readNumber('count', query.count) ?? defaultPage, 0), maxPage)
  return { offset: start - 1, limit: count }
}

function readNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined
  if (!/^-?\d{1,15}$/.test(text)) throw invalidValue(`${name} must be a whole number.`)
  return Number(text)
}

const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

export function toList(resources: Record<string, unknown>[], total: number, { offset }: PlaceInList): ScimResponse {
  return {
    status: 200,
    body: {
      schemas: [listSchema],
      totalResults: total,
      startIndex: offset + 1,
      itemsPerPage: resources.length,
      Resources: resources,
    },
  }
}
