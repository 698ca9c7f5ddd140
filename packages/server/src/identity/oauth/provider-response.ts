import { KnownError } from '@latchkey/contract'
import { signInIndex } from '../../accounts/contact-channels/queries.ts'
import type { Context } from '../../http/context.ts'
import { breaksUniqueIndex, type Db, inTransaction } from '../../platform/db/database.ts'
import { joinTeamOfConnection, trustProvenAddress } from '../connections/accept.ts'
import { findConnectionId } from '../connections/provider-id.ts'
import { type ConnectionRow, findConnectionForShare } from '../connections/queries.ts'
import { assertNotDeactivated } from '../directories/sign-in.ts'
import { type ResolvedAccount, resolveAccount } from './account.ts'
import { signInLinkIndexes } from './links.ts'
import { storeProviderTokens } from './provider-token-queries.ts'
import { sealTokens } from './provider-tokens.ts'
import type { ProviderProfile, ProviderTokens } from './providers/provider.ts'
import type { FlowRequest } from './queries.ts'
import { assertVersion } from './sign-in-provider.ts'

/** The provider account that has signed in, and what the app had requested. */
export interface ProviderResponse {
  providerId: string
  request: FlowRequest
  /** Null if the provider has none to give. */
  tokens: ProviderTokens | null
  profile: ProviderProfile
}

/** Finds or creates the user and stores the provider's tokens. Must be called within `actingOnAnswer`. */
export async function acceptProviderResponse(
  trx: Db,
  ctx: Context,
  response: ProviderResponse,
): Promise<ResolvedAccount> {
  const { providerId, request } = response
  const connection = await findConnectionOf(trx, ctx, response)
  if (connection) return acceptCompanyUser(trx, ctx, connection, response)
  const account = await resolveAccount(trx, ctx, providerId, request, response.profile)
  const { userId, linkId } = account
  if (!response.tokens) return account
  const tokens = sealTokens(ctx.platform.secrets, ctx.project.id, response.tokens)
  await storeProviderTokens(trx, ctx.project.id, { userId, linkId, scopes: request.providerScopes, tokens })
  return account
}

/** As it was when the sign-in began, and until the end of the transaction. */
async function findConnectionOf(trx: Db, ctx: Context, { providerId, request }: ProviderResponse) {
  const id = findConnectionId(providerId)
  if (!id) return undefined
  const connection = await findConnectionForShare(trx, ctx.project.id, id)
  if (!connection?.is_active) throw new KnownError('OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED')
  assertVersion(connection, request.connectionVersion)
  return connection
}

/** The tokens of a company's provider are of no use to the app, and are not stored. */
async function acceptCompanyUser(trx: Db, ctx: Context, connection: ConnectionRow, response: ProviderResponse) {
  const { providerId, request } = response
  const profile = await trustProvenAddress(trx, ctx.project.id, connection, response.profile)
  const account = await resolveAccount(trx, ctx, providerId, request, profile, connection.display_name)
  const email = profile.isEmailVerified ? profile.email : null
  await assertNotDeactivated(trx, ctx, connection.team_id, { userId: account.userId, email })
  if (account.isNewLink) await joinTeamOfConnection(trx, ctx, connection, account.userId, profile)
  return account
}

const maxAttempts = 3

/** A transaction that is retried after a conflict: the next attempt finds what the other one created. */
export async function withProviderResponse<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(db, work)
    } catch (error) {
      const isOutrun = [...signInLinkIndexes, signInIndex].some((index) => breaksUniqueIndex(error, index))
      if (!isOutrun || attempt === maxAttempts) throw error
    }
  }
}
