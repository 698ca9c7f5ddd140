import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from '../../http/context.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { claimRenewal, endRenewal, findProviderToken, type TokenKey, type TokenRow } from './provider-token-queries.ts'
import { openToken, sealTokens } from './provider-tokens.ts'
import { type ProviderClient, ProviderError, type ProviderFailure } from './providers/provider.ts'

/** A token that is about to expire is useless to the caller. */
const freshMillis = 5 * 60_000
/** Longer than the timeout of a provider request. */
const claimMillis = 30_000
const waitMillis = 100

export function isFresh(ctx: Context, token: Pick<TokenRow, 'access_token_expires_at'>): boolean {
  return token.access_token_expires_at.getTime() > ctx.now().getTime() + freshMillis
}

/** A new access token for the stored refresh token, or undefined if there is none that works. */
export async function renewAccessToken(
  ctx: Context,
  client: ProviderClient,
  key: TokenKey,
): Promise<string | undefined> {
  const { db, project, platform } = ctx
  for (let waited = 0; waited < claimMillis; waited += waitMillis) {
    const now = ctx.now()
    const claimed = await claimRenewal(db, project.id, key, {
      now,
      freshUntil: new Date(now.getTime() + freshMillis),
      claimedUntil: new Date(now.getTime() + claimMillis),
    })
    if (claimed) return renewClaimed(ctx, client, claimed)
    const token = await findProviderToken(db, project.id, key)
    if (token?.access_token_encrypted && isFresh(ctx, token)) {
      return openToken(platform.secrets, project.id, token.access_token_encrypted)
    }
    if (!token?.refresh_token_encrypted) return undefined
    await wait(waitMillis)
  }
  throw new PlainError(503, 'The token is being refreshed. Please try again in a moment.', {
    'retry-after': '2',
  })
}

async function renewClaimed(ctx: Context, client: ProviderClient, claimed: TokenRow): Promise<string | undefined> {
  const { db, project, platform } = ctx
  try {
    const tokens = await client.refresh(openToken(platform.secrets, project.id, claimed.refresh_token_encrypted!))
    const { refresh_token_encrypted: rotated, ...renewed } = sealTokens(platform.secrets, project.id, tokens)
    await endRenewal(db, project.id, claimed, {
      ...renewed,
      ...(rotated === null ? {} : { refresh_token_encrypted: rotated }),
    })
    return tokens.accessToken
  } catch (error) {
    const isRejected = error instanceof ProviderError && rejections.has(error.failure)
    await endRenewal(db, project.id, claimed, isRejected ? { refresh_token_encrypted: null } : {})
    if (isRejected) return undefined
    throw error
  }
}

/** The provider has revoked the grant. Any other failure may be temporary. */
const rejections = new Set<ProviderFailure>(['bad-grant', 'access-denied', 'scope-refused'])
