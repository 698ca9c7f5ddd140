import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { type BoundedList, readBounded } from '../../platform/db/bounded-list.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

export type LinkRow = Selectable<Tables['provider_links']>

export interface NewLink {
  userId: string
  providerConfigId: string
  accountId: string
  email: string | null
  allowSignIn: boolean
  allowConnectedAccounts: boolean
  now: Date
}

export async function insertLink(db: Db, projectId: string, link: NewLink): Promise<LinkRow> {
  return db
    .insertInto('provider_links')
    .values({
      project_id: projectId,
      user_id: link.userId,
      id: randomUUID(),
      provider_config_id: link.providerConfigId,
      account_id: link.accountId,
      email: link.email,
      allow_sign_in: link.allowSignIn,
      allow_connected_accounts: link.allowConnectedAccounts,
      created_at: link.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function listLinks(
  db: Db,
  projectId: string,
  userId: string | undefined,
  cursor?: string,
): Promise<BoundedList<LinkRow>> {
  let query = db.selectFrom('provider_links').selectAll().where('project_id', '=', projectId)
  if (userId) query = query.where('user_id', '=', userId)
  return readBounded(db, query.orderBy('created_at').orderBy('id'), cursor)
}

export async function findLink(
  db: Db,
  projectId: string,
  userId: string,
  linkId: string,
): Promise<LinkRow | undefined> {
  return db
    .selectFrom('provider_links')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('id', '=', linkId)
    .executeTakeFirst()
}

export type LinkChange = Partial<Pick<LinkRow, 'account_id' | 'email' | 'allow_sign_in' | 'allow_connected_accounts'>>

export async function updateLink(
  db: Db,
  projectId: string,
  userId: string,
  linkId: string,
  change: LinkChange,
): Promise<void> {
  if (Object.keys(change).length === 0) return
  await db
    .updateTable('provider_links')
    .set(change)
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('id', '=', linkId)
    .execute()
}

export async function deleteLink(db: Db, projectId: string, userId: string, linkId: string): Promise<void> {
  await db
    .deleteFrom('provider_links')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('id', '=', linkId)
    .execute()
}

export interface LinkConflicts {
  /** Another link of the user already signs in with this provider. */
  user_signs_in_otherwise: boolean
  /** Another link of the user is to the same account. */
  user_has_account: boolean
  /** Another user signs in with the same account. */
  account_signs_in: boolean
}

/** The conflict that prevents a link with these values; the link itself is ignored. */
export async function findLinkConflicts(
  db: Db,
  projectId: string,
  link: { userId: string; linkId: string | null; providerConfigId: string; accountId: string },
): Promise<LinkConflicts> {
  const ofUser = sql`user_id = ${link.userId}`
  const ofAccount = sql`account_id = ${link.accountId}`
  const { rows } = await sql<LinkConflicts>`
    SELECT
      coalesce(bool_or(${ofUser} AND allow_sign_in), false) AS user_signs_in_otherwise,
      coalesce(bool_or(${ofUser} AND ${ofAccount}), false) AS user_has_account,
      coalesce(bool_or(${ofAccount} AND allow_sign_in), false) AS account_signs_in
    FROM provider_links
    WHERE project_id = ${projectId} AND provider_config_id = ${link.providerConfigId}
      AND (${ofUser} OR (${ofAccount} AND allow_sign_in)) AND id IS DISTINCT FROM ${link.linkId}::uuid`.execute(db)
  return rows[0]!
}

export async function deleteLinksOfUser(db: Db, projectId: string, userId: string): Promise<void> {
  await db.deleteFrom('provider_links').where('project_id', '=', projectId).where('user_id', '=', userId).execute()
}

export interface ProviderAccount {
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

/** Whether the user has a link to any account of the provider that is used for this. */
export async function hasLinkOfProvider(
  db: Db,
  projectId: string,
  userId: string,
  providerId: string,
  use: 'allow_sign_in' | 'allow_connected_accounts',
): Promise<boolean> {
  const link = await db
    .selectFrom('provider_links')
    .select('id')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('provider_config_id', '=', providerId)
    .where(use, '=', true)
    .executeTakeFirst()
  return link !== undefined
}
