import { type RateLimit, rateLimits } from '@latchkey/contract'
import { addressBucket } from '../http/client-address.ts'
import type { RequestContext } from '../http/context.ts'
import type { Limits } from './limiter.ts'

type AddressLimit = { [L in RateLimit]: (typeof rateLimits)[L]['per'] extends 'address' ? L : never }[RateLimit]

export function isAddressLimit(name: RateLimit): name is AddressLimit {
  return rateLimits[name].per === 'address'
}

/**
 * A limit per caller's address, which is one for people. A server's calls come from one address for all its people and
 * have a limit of their own.
 */
export function byAddress(ctx: RequestContext, limit: AddressLimit, project = ctx.project): Limits {
  const projectId = project?.id ?? ''
  if (ctx.access === 'server' || ctx.access === 'admin') return { serverCallsByProject: projectId }
  return { [limit]: `${projectId}:${addressBucket(ctx.caller.address ?? '')}` }
}
