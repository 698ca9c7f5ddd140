import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

/** Selects the tokens that were granted to one user's link for these scopes. */
export interface TokenKey {
  user_id: string
  link_id: string
  scopes: string[]
}

export type TokenRow = Selectable<Tables['provider_tokens']>
export type SealedTokens = Pick<
  TokenRow,
  'access_token_encrypted' | 'access_token_expires_at' | 'refresh_token_encrypted'
>

/** Replaces the stored tokens for these scopes. */
export async function storeProviderTokens(
  db: Db,
  projectId: string,
  grant: { userId: string; linkId: string; scopes: readonly string[]; tokens: SealedTokens },
): Promise<void> {
  const { tokens } = grant
  await db
    .insertInto('provider_tokens')
    .values({
      project_id: projectId,
      user_id: grant.userId,
      link_id: grant.linkId,
      scopes: [...new Set(grant.scopes)].sort(),
      ...tokens,
      renewed_until: null,
    })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'user_id', 'link_id', 'scopes']).doUpdateSet({
        ...tokens,
        // Many providers return a refresh token only the first time; the earlier one stays valid.
        refresh_token_encrypted: tokens.refresh_token_encrypted ?? sql`provider_tokens.refresh_token_encrypted`,
        renewed_until: null,
      }),
    )
    .execute()
}

/** The tokens of the user's connected accounts of a provider that cover all of these scopes, longest-lived first. */
export async function listProviderTokens(
  db: Db,
  projectId: string,
  wanted: { userId: string; providerId: string; scopes: string[] },
): Promise<TokenRow[]> {
  return db
    .selectFrom('provider_tokens')
    .innerJoin('provider_links', (join) =>
      join
        .onRef('provider_links.project_id', '=', 'provider_tokens.project_id')
        .onRef('provider_links.user_id', '=', 'provider_tokens.user_id')
        .onRef('provider_links.id', '=', 'provider_tokens.link_id'),
    )
    .selectAll('provider_tokens')
    .where('provider_tokens.project_id', '=', projectId)
    .where('provider_tokens.user_id', '=', wanted.userId)
    .where('provider_links.provider_config_id', '=', wanted.providerId)
    .where('provider_links.allow_connected_accounts', '=', true)
    .where(sql<boolean>`provider_tokens.scopes @> ${wanted.scopes}::text[]`)
    .orderBy('provider_tokens.access_token_expires_at', 'desc')
    .orderBy('provider_tokens.link_id')
    .execute()
}

export async function findProviderToken(db: Db, projectId: string, key: TokenKey): Promise<TokenRow | undefined> {
  return db.selectFrom('provider_tokens').selectAll().where(isToken(projectId, key)).executeTakeFirst()
}

/** The provider no longer accepts the access token. A newer token is left alone. */
export async function discardAccessToken(db: Db, projectId: string, token: TokenRow): Promise<void> {
  await db
    .updateTable('provider_tokens')
    .set({ access_token_encrypted: null })
    .where(isToken(projectId, token))
    .where('access_token_encrypted', '=', token.access_token_encrypted)
    .execute()
}

/**
 * Gives the refresh token to one caller at a time, because some providers revoke everything if it is used twice. No
 * lock is held during the request: if its process dies, the others only wait longer.
 */
export async function claimRenewal(
  db: Db,
  projectId: string,
  key: TokenKey,
  times: { now: Date; freshUntil: Date; claimedUntil: Date },
): Promise<TokenRow | undefined> {
  return db
    .updateTable('provider_tokens')
    .set({ renewed_until: times.claimedUntil })
    .where(isToken(projectId, key))
    .where('refresh_token_encrypted', 'is not', null)
    .where((eb) => eb.or([eb('renewed_until', 'is', null), eb('renewed_until', '<=', times.now)]))
    .where((eb) =>
      eb.or([eb('access_token_encrypted', 'is', null), eb('access_token_expires_at', '<=', times.freshUntil)]),
    )
    .returningAll()
    .executeTakeFirst()
}

/** Ends a claim with its result. Newer tokens from a concurrent sign-in take precedence. */
export async function endRenewal(
  db: Db,
  projectId: string,
  claimed: TokenRow,
  change: Partial<SealedTokens>,
): Promise<void> {
  await db
    .updateTable('provider_tokens')
    .set({ ...change, renewed_until: null })
    .where(isToken(projectId, claimed))
    .where('refresh_token_encrypted', '=', claimed.refresh_token_encrypted)
    .execute()
}

function isToken(projectId: string, key: TokenKey) {
  return sql<boolean>`project_id = ${projectId} AND user_id = ${key.user_id} AND link_id = ${key.link_id}
    AND scopes = ${key.scopes}::text[]`
}
