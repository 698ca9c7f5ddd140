import type { RequestContext } from '../../http/context.ts'
import { addressBucket } from '../../platform/http/client-address.ts'
import type { LimitKeys } from '../../platform/limits/limiter.ts'

/** What requests count against until a client proves who it is. Without a project, there is no provider at the address. */
export function requestLimit(projectId: string | undefined, caller: RequestContext['caller']): LimitKeys {
  return { oauthProviderByAddress: `${projectId ?? ''}:${addressBucket(caller.address ?? '')}` }
}
