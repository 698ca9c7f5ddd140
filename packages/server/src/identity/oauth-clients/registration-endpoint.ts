import { isUuid } from '@latchkey/contract'
import { readText } from '../../http/body.ts'
import type { Context } from '../../http/context.ts'
import { addressBucket } from '../../platform/http/client-address.ts'
import { LimitReached } from '../../platform/limits/limiter.ts'
import { RefusedClient } from './introduced.ts'
import {
  endRegistration,
  readRegistration,
  registerClient,
  TooManyClients,
  UnknownRegistration,
  updateRegistration,
} from './registration.ts'

const maxBytes = 20_000

const headers = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'WWW-Authenticate, Retry-After',
  'cache-control': 'no-store',
  'content-type': 'application/json',
}

/** Whether a path below the issuer belongs to dynamic registration. */
export function isRegistrationPath(path: string): boolean {
  return /^\/register(?:\/[^/]*)?$/.test(path.split('?', 1)[0]!)
}

/** `/register` and, for clients with the token of their registration, `/register/<client ID>`. */
export async function answerRegistration(
  ctx: Context,
  issuer: string,
  request: Request,
  path: string,
): Promise<Response> {
  if (request.method === 'OPTIONS') return preflight()
  if (!ctx.project.config.oauthProvider?.allowRegistration) {
    return refuse(403, 'access_denied', 'This project does not let clients register themselves.')
  }
  const id = /^\/register\/([^/?]+)/.exec(path)?.[1]
  try {
    return await (id === undefined ? register(ctx, issuer, request) : manage(ctx, issuer, request, id))
  } catch (error) {
    if (error instanceof RefusedClient) return refuse(400, refusalOf(error), error.message)
    if (error instanceof UnknownRegistration) {
      return refuse(401, 'invalid_token', 'This token is not of a registered client.', { 'www-authenticate': 'Bearer' })
    }
    if (error instanceof TooManyClients) {
      return refuse(403, 'access_denied', 'This project has as many clients that registered themselves as it may have.')
    }
    if (error instanceof LimitReached) {
      return refuse(429, 'temporarily_unavailable', error.message, error.headers)
    }
    throw error
  }
}

async function register(ctx: Context, issuer: string, request: Request): Promise<Response> {
  if (request.method !== 'POST') return refuse(405, 'invalid_request', 'Register with POST.', { allow: 'POST' })
  const given = await readJson(ctx, request)
  await ctx.platform.limiter.consume({
    clientRegistrationsByAddress: addressBucket(ctx.caller.address ?? ''),
    clientRegistrationsByProject: ctx.project.id,
  })
  return answer(201, await registerClient(ctx, issuer, given))
}

async function manage(ctx: Context, issuer: string, request: Request, id: string): Promise<Response> {
  const token = /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  if (!token || !isUuid(id)) throw new UnknownRegistration()
  const access = { id, token }
  if (request.method === 'GET') return answer(200, await readRegistration(ctx, issuer, access))
  if (request.method === 'PUT') {
    return answer(200, await updateRegistration(ctx, issuer, access, await readJson(ctx, request)))
  }
  if (request.method !== 'DELETE') {
    return refuse(405, 'invalid_request', 'Use GET, PUT or DELETE.', { allow: 'GET, PUT, DELETE' })
  }
  await endRegistration(ctx, access)
  return new Response(null, { status: 204, headers })
}

async function readJson(ctx: Context, request: Request): Promise<unknown> {
  const text = await readText(request, ctx.caller.headers, maxBytes)
  try {
    return JSON.parse(text)
  } catch {
    throw new RefusedClient('The metadata is not JSON.')
  }
}

const refusalOf = ({ message }: RefusedClient) =>
  message.startsWith('redirect_uris') ? 'invalid_redirect_uri' : 'invalid_client_metadata'

const answer = (status: number, body: object) => new Response(JSON.stringify(body), { status, headers })

function refuse(status: number, error: string, error_description: string, more: Record<string, string> = {}): Response {
  return new Response(JSON.stringify({ error, error_description }), { status, headers: { ...headers, ...more } })
}

function preflight(): Response {
  const allowed = {
    'access-control-allow-methods': 'GET, POST, PUT, DELETE',
    'access-control-allow-headers': 'Authorization, Content-Type, MCP-Protocol-Version',
    'access-control-max-age': '7200',
  }
  return new Response(null, { status: 204, headers: { ...headers, ...allowed } })
}
