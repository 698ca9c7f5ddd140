import { errors, Provider } from 'oidc-provider'
import type { Context } from '../../http/context.ts'
import { LimitReached } from '../../platform/limits/limiter.ts'
import { requestLimit } from './request-limit.ts'

/**
 * A client with a secret has a server, which sends the requests of all its users from one address. So they count for the
 * client, and only those with a wrong secret for the address.
 */
export async function countProvenClient({ platform, project, caller }: Context, clientId: string): Promise<void> {
  await platform.limiter.giveBack(requestLimit(project.id, caller))
  try {
    await platform.limiter.consume({ oauthProviderByClient: `${project.id}:${clientId}` })
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error
    Provider.ctx!.set(error.headers ?? {})
    const refusal = new errors.CustomOIDCProviderError('temporarily_unavailable', error.message)
    throw Object.assign(refusal, { statusCode: error.status })
  }
}
