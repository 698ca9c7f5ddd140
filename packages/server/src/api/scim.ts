import { randomUUID } from 'node:crypto'
import { KnownError } from '@latchkey/contract'
import type { Hono, Context as HonoContext } from 'hono'
import { readText } from '../http/body.ts'
import { type Context, RequestContext } from '../http/context.ts'
import { JsonError, parseJson } from '../http/json.ts'
import { findDirectoryByToken, insertOperation, noteTokenUse } from '../identity/directories/queries.ts'
import { scimEndpoints } from '../identity/directories/scim/endpoints.ts'
import { invalidSyntax, ScimError, toErrorBody } from '../identity/directories/scim/errors.ts'
import { gone, type ScimHandler, type ScimRequest, type ScimResponse } from '../identity/directories/scim/request.ts'
import { isDirectoryToken } from '../identity/directories/token.ts'
import { createFairQueue } from '../platform/fair-queue.ts'
import { addressBucket, type ProxyTrust } from '../platform/http/client-address.ts'
import { PlainError } from '../platform/http/plain-error.ts'
import { oncePerServer, type Platform } from '../platform/platform.ts'
import { projectCache } from '../projects/cache.ts'
import { type Env, HttpCaller, readQuery } from './request.ts'
import { commonHeaders, explainFailure } from './respond.ts'

const maxBodyBytes = 256_000
const scimJson = 'application/scim+json; charset=utf-8'
const unsupported = ['Bulk', 'Me', 'Users/.search', 'Groups/.search', '.search']

/**
 * The endpoints of SCIM 2.0 (RFC 7644), which identity providers of companies call. They are the only ones outside of the
 * contract, because the standard decides on their media type, errors and statuses; the routes that set them up are in it.
 */
export function serveScim(app: Hono<Env>, prefix: string, platform: Platform, trust: ProxyTrust): void {
  const base = `${prefix}/scim/v2/:directory_id`
  for (const [id, handler] of Object.entries(scimEndpoints)) {
    const [method, path] = id.split(' ') as [string, string]
    app.on(method, base + path.replace('{id}', ':id'), (c) => serve(c, { id, handler, platform, trust }))
  }
  const refuse: ScimHandler = async () => {
    throw new ScimError(404, undefined, 'There is no such endpoint.')
  }
  const refuseUnsupported: ScimHandler = async () => {
    throw new ScimError(501, undefined, 'Bulk requests, searches by POST and /Me are not supported.')
  }
  for (const path of unsupported) {
    app.post(`${base}/${path}`, (c) => serve(c, { id: `POST /${path}`, handler: refuseUnsupported, platform, trust }))
  }
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
    app.on(method, `${base}/*`, (c) => serve(c, { id: `${method} /`, handler: refuse, platform, trust }))
  }
}

interface Endpoint {
  id: string
  handler: ScimHandler
  platform: Platform
  trust: ProxyTrust
}

/** Changes of a directory wait for each other, so a few at once are all that can use a connection to the database. */
const turns = oncePerServer(() =>
  createFairQueue({
    maxRunning: 4,
    maxWaiting: 1_000,
    maxWaitingOfProject: 200,
    maxWaitingOfAddress: 200,
    fullMessage: 'Too many requests of this directory at once. Please try again in a moment.',
  }),
)

async function serve(c: HonoContext<Env>, { id, handler, platform, trust }: Endpoint): Promise<Response> {
  const requestId = randomUUID()
  let request: ScimRequest | undefined
  try {
    // Node would handle HEAD like GET.
    if (c.req.method === 'HEAD') throw new ScimError(405, undefined, 'This method is not supported.')
    const caller = new HttpCaller(c, trust)
    request = await authenticate(c, platform, caller, requestId)
    const { directory, ctx } = request
    await platform.limiter.consume({ scimByDirectory: `${ctx.project.id}:${directory.id}` })
    await platform.quotas.countRequest(ctx.project.id)
    const { headers } = caller
    const text = c.req.method === 'GET' ? '' : await readJsonText(c, headers.get('content-type'))
    const complete = request
    // Directories take turns, as projects do elsewhere.
    return await turns(platform)({ projectId: directory.id, address: undefined }, async () => {
      const body = text === '' ? undefined : readJson(text)
      return respond(await handler({ ...complete, body }), requestId, platform)
    })
  } catch (error) {
    const refusal = toRefusal(error, { id, requestId, platform })
    if (request) await logRefusal(request, c, refusal)
    return respondRefusal(refusal, requestId, platform)
  }
}

async function authenticate(
  c: HonoContext<Env>,
  platform: Platform,
  caller: HttpCaller,
  requestId: string,
): Promise<ScimRequest> {
  await platform.limiter.consume({ scimByAddress: addressBucket(caller.address ?? '') })
  const { headers } = caller
  const token = /^Bearer\s+(\S+)\s*$/i.exec(headers.get('authorization') ?? '')?.[1] ?? ''
  const now = platform.now()
  const found = isDirectoryToken(token) ? await findDirectoryByToken(platform.db, token, now) : undefined
  const project = found && (await projectCache(platform).find(found.project_id))
  if (!found || !project || found.directory_id !== c.req.param('directory_id')?.toLowerCase()) {
    throw new ScimError(401, undefined, gone, { 'www-authenticate': 'Bearer' })
  }
  const directory = { id: found.directory_id, teamId: found.team_id }
  if (!found.last_used_at || now.getTime() - found.last_used_at.getTime() >= 60_000) {
    await noteTokenUse(platform.db, project.id, { directoryId: directory.id, token, now })
  }
  const access = { project, access: 'server' as const, token: null, owner: null, keySetId: null }
  const ctx = new RequestContext(platform, requestId, caller, access, { directoryId: directory.id }) as Context
  return {
    ctx,
    directory,
    id: c.req.param('id') ?? '',
    query: readSingleQuery(c.req.url),
    body: undefined,
    ifMatch: headers.get('if-match'),
    ifNoneMatch: headers.get('if-none-match'),
  }
}

const maxQueryLength = 1_000

function readSingleQuery(url: string): ScimRequest['query'] {
  return Object.fromEntries(
    Object.entries(readQuery(url)).map(([name, value]) => {
      if (typeof value !== 'string') throw invalidSyntax(`${name} was given twice.`)
      // Filters say themselves how long they may be.
      if (name !== 'filter' && value.length > maxQueryLength) throw invalidSyntax(`${name} is too long.`)
      return [name, value]
    }),
  )
}

async function readJsonText(c: HonoContext<Env>, contentType: string | null): Promise<string> {
  const text = await readText(c.req.raw, c.req.raw.headers, maxBodyBytes)
  if (text === '') return ''
  const type = contentType?.split(';', 1).join('').trim().toLowerCase()
  if (type === 'application/scim+json' || type === 'application/json') return text
  throw new ScimError(415, undefined, 'Send application/scim+json.')
}

function readJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    throw error instanceof JsonError ? invalidSyntax(error.message) : error
  }
}

function toRefusal(error: unknown, failed: { id: string; requestId: string; platform: Platform }): PlainError {
  if (KnownError.is(error)) return new ScimError(error.status, undefined, error.message)
  if (error instanceof PlainError) return error
  return explainFailure(error, { route: `SCIM ${failed.id}`, requestId: failed.requestId, platform: failed.platform })
}

/** What administrators look for when somebody is missing in the app. Not what providers ask about in passing. */
async function logRefusal({ ctx, directory }: ScimRequest, c: HonoContext<Env>, refusal: PlainError): Promise<void> {
  const { status } = refusal
  const isInPassing = status === 429 || status >= 500 || (c.req.method === 'GET' && status === 404)
  if (isInPassing) return
  const [, resource = ''] = c.req.path.split(directory.id)
  const subject = `${c.req.method} ${resource}`
  const operation = { action: 'request.refused', subject, details: refusal.message }
  await insertOperation(ctx.platform.db, ctx.project.id, directory.id, operation, ctx.now()).catch((error: unknown) => {
    ctx.platform.log.error('A refused request of a directory could not be noted', { requestId: ctx.requestId, error })
  })
}

function respond({ status, body, headers }: ScimResponse, requestId: string, { config }: Platform): Response {
  const { 'content-type': type, ...common } = commonHeaders(requestId, scimJson, config)
  return new Response(body ? JSON.stringify(body) : null, {
    status,
    headers: { ...common, ...(body && { 'content-type': type! }), ...headers },
  })
}

function respondRefusal(refusal: PlainError, requestId: string, { config }: Platform): Response {
  const headers = { ...commonHeaders(requestId, scimJson, config), ...refusal.headers, 'content-type': scimJson }
  return new Response(JSON.stringify(toErrorBody(refusal)), { status: refusal.status, headers })
}
