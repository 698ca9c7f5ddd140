import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** The index that lets an account at a provider sign in to one user only. */
export const signInLinkIndex = 'one_sign_in_per_account'

interface ProviderAccount {
  providerId: string
  accountId: string
}

/**
 * Until the end of the transaction nobody else resolves the same account, which may not have a row yet that could be
 * locked: between two looks at the database another sign-in could have made it.
 */
export async function lockAccount(db: Db, projectId: string, account: ProviderAccount): Promise<void> {
  const name = JSON.stringify([projectId, account.providerId, account.accountId])
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)
}

/** The link by which the account signs in, whoever's it is. */
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

/** The link of this user with the account, whatever it allows. */
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

export async function insertLink(
  db: Db,
  projectId: string,
  link: ProviderAccount & { userId: string; email: string | null; now: Date },
): Promise<string> {
  const id = randomUUID()
  await db
    .insertInto('provider_links')
    .values({
      project_id: projectId,
      user_id: link.userId,
      id,
      provider_config_id: link.providerId,
      account_id: link.accountId,
      email: link.email,
      allow_sign_in: true,
      allow_connected_accounts: true,
      created_at: link.now,
    })
    .execute()
  return id
}

export async function allowLink(db: Db, projectId: string, userId: string, linkId: string): Promise<void> {
  await db
    .updateTable('provider_links')
    .set({ allow_sign_in: true, allow_connected_accounts: true })
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('id', '=', linkId)
    .execute()
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
