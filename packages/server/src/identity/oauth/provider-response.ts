import { signInIndex } from '../../accounts/contact-channels/queries.ts'
import type { Context } from '../../http/context.ts'
import { breaksUniqueIndex, type Db, inTransaction } from '../../platform/db/database.ts'
import { type ResolvedAccount, resolveAccount } from './account.ts'
import { signInLinkIndexes } from './links.ts'
import { storeProviderTokens } from './provider-token-queries.ts'
import { sealTokens } from './provider-tokens.ts'
import type { ProviderProfile, ProviderTokens } from './providers/provider.ts'
import type { FlowRequest } from './queries.ts'

/** The provider account that has signed in, and what the app had requested. */
export interface ProviderResponse {
  providerId: string
  request: FlowRequest
  tokens: ProviderTokens
  profile: ProviderProfile
}

/** Finds or creates the user and stores the provider's tokens. Must be called within `actingOnAnswer`. */
export async function acceptProviderResponse(
  trx: Db,
  ctx: Context,
  response: ProviderResponse,
): Promise<ResolvedAccount> {
  const { providerId, request, profile } = response
  const account = await resolveAccount(trx, ctx, providerId, request, profile)
  const { userId, linkId } = account
  const tokens = sealTokens(ctx.platform.secrets, ctx.project.id, response.tokens)
  await storeProviderTokens(trx, ctx.project.id, { userId, linkId, scopes: request.providerScopes, tokens })
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
