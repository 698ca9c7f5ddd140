import { KnownError } from '@latchkey/contract'
import type { Context } from '../../http/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { recordAudit } from '../../records/audit/record.ts'
import {
  findLinkOfUser,
  hasLinkOfProvider,
  insertLink,
  type ProviderAccount,
  updateLink,
} from '../provider-links/queries.ts'

/** The unique indexes: an account signs in to one user, and a user signs in with one account per provider. */
export const signInLinkIndexes = ['one_sign_in_per_account', 'one_sign_in_per_user_and_provider']

/** From now on the account signs in to this user and provides tokens, whether or not there was a link before. */
export async function linkAccount(
  db: Db,
  ctx: Context,
  userId: string,
  { providerId, accountId, email }: ProviderAccount & { email: string | null },
): Promise<string> {
  const projectId = ctx.project.id
  if (await hasLinkOfProvider(db, projectId, userId, providerId, 'allow_sign_in')) {
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
