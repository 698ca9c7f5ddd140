import { type RateLimit, type RouteDefinition, rateLimits } from '@latchkey/contract'
import type { RequestContext } from '../../http/context.ts'
import { addressBucket } from '../http/client-address.ts'
import { hashToken } from '../secrets.ts'
import type { LimitKeys } from './limiter.ts'

type SubjectOf<L extends RateLimit> = (typeof rateLimits)[L]['per']
type HandlerSubject = 'account' | 'accountAndAddress' | 'email' | 'owner' | 'team'
type AddressLimit = { [L in RateLimit]: SubjectOf<L> extends 'address' ? L : never }[RateLimit]

/** A limit whose key can be read from the request. */
export type RequestLimit = { [L in RateLimit]: SubjectOf<L> extends HandlerSubject ? never : L }[RateLimit]

/** Counts the limits that the route leaves to its handler. The recipient defaults to `email` in the body. */
export type CountLimits = (recipient?: string) => Promise<void>

interface Parts {
  params?: Record<string, string>
  body?: Record<string, string>
}

/** Counts the limits that a route declares, all in one statement. */
export async function countLimits(
  route: RouteDefinition,
  limits: readonly RateLimit[],
  ctx: RequestContext,
  parts: Parts,
  recipient?: string,
): Promise<void> {
  const keys: LimitKeys = {}
  const project = route.access === 'open' ? null : ctx.project
  const isForOwners = route.user === 'owner'
  for (const limit of limits) {
    if (isAddressLimit(limit)) Object.assign(keys, byAddress(ctx, limit, project, { isForOwners }))
    else {
      const key = keyOf(limit, ctx, parts, recipient)
      if (key !== undefined) keys[limit] = key
    }
  }
  await ctx.platform.limiter.consume(keys)
}

function isAddressLimit(limit: RateLimit): limit is AddressLimit {
  return rateLimits[limit].per === 'address'
}

/**
 * A limit per IP address, which is meant for people. A server sends the requests of all its users from one address and
 * has its own limit. Owners have admin access too, but where only they may call, it is always a person.
 */
export function byAddress(
  ctx: RequestContext,
  limit: AddressLimit,
  project = ctx.project,
  { isForOwners = false } = {},
): LimitKeys {
  const projectId = project?.id ?? ''
  const isServer = !isForOwners && (ctx.access === 'server' || ctx.access === 'admin')
  if (isServer) return { serverCallsByProject: projectId }
  return { [limit]: `${projectId}:${addressBucket(ctx.caller.address ?? '')}` }
}

/** The key of the limit; undefined if it does not apply to the request. */
function keyOf(
  limit: RateLimit,
  ctx: RequestContext,
  { params, body }: Parts,
  recipient = body?.email,
): string | undefined {
  const { token } = ctx
  const projectId = ctx.project?.id ?? ''
  const isClient = ctx.access === 'client'
  switch (rateLimits[limit].per) {
    case 'project':
      return projectId
    case 'user':
      return isClient && token ? `${projectId}:${token.sub}` : undefined
    case 'guestAddress':
      return isClient && !token ? `${projectId}:${addressBucket(ctx.caller.address ?? '')}` : undefined
    case 'recipient':
      return `${projectId}:${recipient?.toLowerCase()}`
    case 'apiKey':
      return hashToken(body!.api_key!).toString('base64url')
    case 'vaultKey':
      return `${projectId}:${hashToken(`${params!.store}:${body!.hashed_key}`).toString('base64url')}`
    default:
      throw new Error(`A request does not tell by what to count ${limit}: the handler has to.`)
  }
}

const bytesPerWrite = 16_000

/**
 * Limits the writes of a signed-in user, so that nobody fills a project's disk or floods its webhook receivers. Large
 * bodies count as several small ones. Deletions are free: they make room, and signing out must always work.
 */
export async function countWrite(ctx: RequestContext, method: string, body: unknown): Promise<void> {
  const { access, token, project, platform } = ctx
  if (access !== 'client' || !token || !project || method === 'GET' || method === 'DELETE') return
  const announced = ctx.caller.headers.get('content-length')
  const bytes = announced === null ? (JSON.stringify(body)?.length ?? 0) : Number(announced)
  const points = Math.max(Math.ceil(bytes / bytesPerWrite), 1)
  await platform.limiter.consume({ writesByUser: `${project.id}:${token.sub}` }, points)
}
