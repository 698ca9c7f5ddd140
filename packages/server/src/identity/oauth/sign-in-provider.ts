import { KnownError } from '@latchkey/contract'
import type { Context } from '../../http/context.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { connectionClient } from '../connections/client.ts'
import { findConnectionId } from '../connections/provider-id.ts'
import { type ConnectionRow, findConnection } from '../connections/queries.ts'
import { getProviderClient } from './provider-client.ts'
import type { ProviderClient } from './providers/provider.ts'

/** A provider that the project has configured, or the connection of a company. */
export interface SignInProvider {
  client: ProviderClient
  connection?: ConnectionRow
}

/** With the version that a flow began with, a connection that was changed meanwhile is refused. Tests use inactive ones. */
export async function getSignInProvider(
  ctx: Pick<Context, 'db' | 'platform' | 'project'>,
  providerId: string,
  { isTest = false, version }: { isTest?: boolean; version?: number | undefined } = {},
): Promise<SignInProvider> {
  const { db, platform, project } = ctx
  const id = findConnectionId(providerId)
  if (!id) return { client: getProviderClient(platform, project, providerId) }
  const connection = await findConnection(db, project.id, id)
  if (!connection || (!connection.is_active && !isTest)) {
    throw new KnownError('OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED')
  }
  assertVersion(connection, version)
  return { client: connectionClient(platform, connection), connection }
}

export function assertVersion(connection: ConnectionRow, version: number | undefined): void {
  if (version === undefined || version === connection.version) return
  throw new PlainError(400, 'The connection was changed meanwhile. Please go back to the app and sign in again.')
}
