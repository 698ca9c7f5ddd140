import { KnownError } from '@latchkey/contract'
import { sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { insertLink, updateLink } from '../provider-links/queries.ts'

/** The unique indexes: an account signs in to one user, and a user signs in with one account per provider. */
export const signInLinkIndexes = ['one_sign_in_per_account', 'one_sign_in_per_user_and_provider']

interface ProviderAccount {
  providerId: string
  accountId: string
}

/**
 * Serializes sign-ins with the same account until the end of the transaction. The account may not have a row to lock
 * yet: another sign-in could create it between two queries.
 */
export async function lockAccount(db: Db, projectId: string, account: ProviderAccount): Promise<void> {
  const name = JSON.stringify([projectId, account.providerId, account.accountId])
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)
}

/** The link by which the account signs in, regardless of its user. */
export async function findSignInLink(db: Db, projectId: string, account: ProviderAccount) {
  return db
    .selectFrom('provider_links')
    .select(['id', 'user_id'])
    .where('project_id', '=', projectId)
    .where('provider_config_id', '=', account.providerId)
    .where('account_id', '=', account.accountId)
    .where('allow_sign_in', '=', true)
    .executeTakeFirst()
}

/** The user's link to the account, regardless of what it is used for. */
export async function findLinkOfUser(db: Db, projectId: string, userId: string, account: ProviderAccount) {
  return db
    .selectFrom('provider_links')
    .select('id')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('provider_config_id', '=', account.providerId)
    .where('account_id', '=', account.accountId)
    .executeTakeFirst()
}

/** From now on the account signs in to this user and provides tokens, whether or not there was a link before. */
export async function linkAccount(
  db: Db,
  ctx: Context,
  userId: string,
  { providerId, accountId, email }: ProviderAccount & { email: string | null },
): Promise<string> {
  const projectId = ctx.project.id
  if (await hasSignInLink(db, projectId, userId, providerId)) {
    throw new KnownError('USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION')
  }
  const existing = await findLinkOfUser(db, projectId, userId, { providerId, accountId })
  const id = existing?.id ?? (await insertAllowedLink(db, ctx, userId, { providerId, accountId, email }))
  if (existing) {
    await updateLink(db, projectId, userId, id, { allow_sign_in: true, allow_connected_accounts: true })
  }
  await recordAudit(db, ctx, {
    action: existing ? 'provider_link.updated' : 'provider_link.created',
    target: { type: 'user', id: userId },
    details: { provider_link_id: id, provider_config_id: providerId, account_id: accountId },
  })
  return id
}

async function insertAllowedLink(
  db: Db,
  ctx: Context,
  userId: string,
  account: ProviderAccount & { email: string | null },
): Promise<string> {
  const link = await insertLink(db, ctx.project.id, {
    userId,
    providerConfigId: account.providerId,
    accountId: account.accountId,
    email: account.email,
    allowSignIn: true,
    allowConnectedAccounts: true,
    now: ctx.now(),
  })
  return link.id
}

async function hasSignInLink(db: Db, projectId: string, userId: string, providerId: string): Promise<boolean> {
  const link = await db
    .selectFrom('provider_links')
    .select('id')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('provider_config_id', '=', providerId)
    .where('allow_sign_in', '=', true)
    .executeTakeFirst()
  return link !== undefined
}

export async function hasConnectedAccount(
  db: Db,
  projectId: string,
  userId: string,
  providerId: string,
): Promise<boolean> {
  const link = await db
    .selectFrom('provider_links')
    .select('id')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('provider_config_id', '=', providerId)
    .where('allow_connected_accounts', '=', true)
    .executeTakeFirst()
  return link !== undefined
}
