import { KnownError } from '@latchkey/contract'
import type { OpenContext, Services } from '../http/context.ts'
import { PlainError } from '../http/plain-error.ts'
import type { Project } from '../projects/cache.ts'
import { findProviderClient } from './providers/index.ts'
import { type ProviderClient, ProviderError } from './providers/provider.ts'

export function getProviderClient(services: Services, project: Project, providerId: string): ProviderClient {
  const client = findProviderClient(services, project, providerId)
  if (!client) throw new KnownError('OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED')
  return client
}

/**
 * What people are told when the provider does not play along: our own words. Those of the provider go to the log only,
 * because they come through the browser and anybody could have written them.
 */
export function explainProviderError(ctx: OpenContext, providerId: string, error: unknown): unknown {
  if (!(error instanceof ProviderError)) return error
  const { failure, message } = error
  if (failure === 'access-denied') return new KnownError('OAUTH_PROVIDER_ACCESS_DENIED')
  ctx.services.log.warn('Sign-in with a provider failed', { provider: providerId, failure, error })
  return new PlainError(400, message)
}
