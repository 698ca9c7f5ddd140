import { signInIndex } from '../contact-channels/queries.ts'
import { breaksUniqueIndex, type Db, inTransaction } from '../db/database.ts'
import type { Context } from '../http/context.ts'
import { type ResolvedAccount, resolveAccount } from './account.ts'
import { signInLinkIndexes } from './links.ts'
import { storeProviderTokens } from './provider-tokens.ts'
import type { ProviderProfile, ProviderTokens } from './providers/provider.ts'
import type { FlowRequest } from './queries.ts'

/** Who has signed in where, and what the app had asked for. */
export interface ProviderAnswer {
  providerId: string
  request: FlowRequest
  tokens: ProviderTokens
  profile: ProviderProfile
}

/** Finds or makes the account, and keeps the provider's tokens. To be called within `actingOnAnswer`. */
export async function acceptAnswer(trx: Db, ctx: Context, answer: ProviderAnswer): Promise<ResolvedAccount> {
  const { providerId, request, tokens, profile } = answer
  const account = await resolveAccount(trx, ctx, providerId, request, profile)
  const { userId, linkId } = account
  const grant = { userId, linkId, scopes: request.providerScopes, tokens }
  await storeProviderTokens(trx, ctx.project.id, ctx.services.secrets, grant)
  return account
}

const maxAttempts = 3

/** A transaction that is tried again when someone else was faster: the next look finds what they have made. */
export async function actingOnAnswer<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(db, work)
    } catch (error) {
      const isOutrun = [...signInLinkIndexes, signInIndex].some((index) => breaksUniqueIndex(error, index))
      if (!isOutrun || attempt === maxAttempts) throw error
    }
  }
}
