import { KnownError } from '@latchkey/contract'
import type { OpenContext } from '../../http/context.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Project } from '../../projects/cache.ts'
import { findConnectionId } from '../connections/provider-id.ts'
import { findProviderClient } from './providers/index.ts'
import { type ProviderClient, ProviderError } from './providers/provider.ts'

export function getProviderClient(platform: Platform, project: Project, providerId: string): ProviderClient {
  const client = findProviderClient(platform, project, providerId)
  if (!client) throw new KnownError('OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED')
  return client
}

/**
 * Users see our own message when a provider fails. The provider's message only goes to the log, because it arrives
 * through the browser and anyone could have written it.
 */
export function explainProviderError(ctx: OpenContext, providerId: string, error: unknown): unknown {
  if (!(error instanceof ProviderError)) return error
  const { failure, message } = error
  const connectionId = findConnectionId(providerId)
  if (connectionId) ctx.trace.note({ step: 'connection-refused', connection_id: connectionId, reason: inWords(error) })
  else ctx.trace.note({ step: 'provider-refused', provider: providerId, reason: failure })
  if (failure === 'access-denied') return new KnownError('OAUTH_PROVIDER_ACCESS_DENIED')
  ctx.platform.log.warn('Sign-in with a provider failed', { provider: providerId, failure, error })
  return new PlainError(400, message)
}

/** What exactly was wrong, for whoever sets up the connection. That an answer is invalid says nothing by itself. */
function inWords({ failure, message, cause }: ProviderError): string {
  if (!(cause instanceof Error)) return message
  return failure === 'invalid-answer' ? cause.message : `${message} (${cause.message})`
}
