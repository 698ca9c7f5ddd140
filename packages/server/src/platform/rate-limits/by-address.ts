import { type RateLimit, rateLimits } from '@latchkey/contract'
import type { RequestContext } from '../../http/context.ts'
import { addressBucket } from '../http/client-address.ts'
import type { Limits } from './limiter.ts'

type AddressLimit = { [L in RateLimit]: (typeof rateLimits)[L]['per'] extends 'address' ? L : never }[RateLimit]

export function isAddressLimit(name: RateLimit): name is AddressLimit {
  return rateLimits[name].per === 'address'
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
): Limits {
  const projectId = project?.id ?? ''
  const isServer = !isForOwners && (ctx.access === 'server' || ctx.access === 'admin')
  if (isServer) return { serverCallsByProject: projectId }
  return { [limit]: `${projectId}:${addressBucket(ctx.caller.address ?? '')}` }
}
