import { type RateLimit, type RouteDefinition, rateLimits } from '@latchkey/contract'
import type { RequestContext } from '../../http/context.ts'
import { addressBucket } from '../http/client-address.ts'
import { hashToken } from '../secrets.ts'
import { byAddress, isAddressLimit } from './by-address.ts'
import type { Limits } from './limiter.ts'

type Subject = (typeof rateLimits)[RateLimit]['per']
type RequestSubject = Exclude<Subject, 'account' | 'accountAndAddress' | 'email' | 'owner'>

/** A limit whose key can be read from the request. */
export type RequestLimit = {
  [L in RateLimit]: (typeof rateLimits)[L]['per'] extends RequestSubject ? L : never
}[RateLimit]

/** Counts the limits that the route leaves to its handler. The recipient defaults to `email` in the body. */
export type CountLimits = (recipient?: string) => Promise<void>

interface Parts {
  params?: Record<string, string>
  body?: Record<string, string>
}

/** Counts the limits that a route declares. The recipient defaults to `email` in the body. */
export async function countLimits(
  route: RouteDefinition,
  names: readonly RateLimit[],
  ctx: RequestContext,
  parts: Parts,
  recipient = parts.body?.email,
): Promise<void> {
  const limits: Limits = {}
  const project = route.access === 'open' ? null : ctx.project
  const isForOwners = route.user === 'owner'
  for (const name of names) {
    if (isAddressLimit(name)) Object.assign(limits, byAddress(ctx, name, project, { isForOwners }))
    else Object.assign(limits, toLimit(name, keyOf(name, ctx, parts, recipient)))
  }
  await ctx.platform.limiter.consume(limits)
}

function toLimit(name: RateLimit, key: string | undefined): Limits {
  return key === undefined ? {} : { [name]: key }
}

/** The key of the limit; undefined if it does not apply to the request. */
function keyOf(name: RateLimit, ctx: RequestContext, { params, body }: Parts, recipient?: string): string | undefined {
  const { token } = ctx
  const projectId = ctx.project?.id ?? ''
  const isClient = ctx.access === 'client'
  switch (rateLimits[name].per) {
    case 'project':
      return projectId
    case 'user':
      return isClient && token ? `${projectId}:${token.sub}` : undefined
    case 'guestAddress':
      return isClient && !token ? `${projectId}:${addressBucket(ctx.caller.address ?? '')}` : undefined
    case 'recipient':
      return `${projectId}:${recipient}`
    case 'apiKey':
      return hashToken(body!.api_key!).toString('base64url')
    case 'vaultKey':
      return `${projectId}:${hashToken(`${params!.store}:${body!.hashed_key}`).toString('base64url')}`
    default:
      throw new Error(`A request does not tell by what to count ${name}: the handler has to.`)
  }
}
