import { sql } from 'kysely'
import { fingerprint } from '../../accounts/account-notices/queries.ts'
import type { AccountState } from '../../accounts/account-notices/remember.ts'
import type { Db } from '../../platform/db/database.ts'
import { endTrust } from '../../records/trusted-devices/queries.ts'
import { deleteRecoveryCodes } from '../recovery-codes/queries.ts'

/** A password that has changed since is removed. */
export async function restoreSignIn(db: Db, projectId: string, userId: string, state: AccountState): Promise<void> {
  await db
    .updateTable('users')
    .set({
      otp_auth_enabled: state.otp_auth_enabled,
      password_hash: sql`CASE WHEN ${fingerprint(sql`password_hash`)} = ${state.password_fingerprint} THEN password_hash END`,
    })
    .where('project_id', '=', projectId)
    .where('id', '=', userId)
    .execute()
}

export async function deleteChannels(db: Db, projectId: string, userId: string): Promise<void> {
  await db.deleteFrom('contact_channels').where('project_id', '=', projectId).where('user_id', '=', userId).execute()
}

/** Lets the database convert the JSON, because it knows the column types. */
export async function restoreRow(
  db: Db,
  projectId: string,
  table: 'contact_channels' | 'passkeys',
  row: object,
): Promise<void> {
  const type = sql.table(table)
  await sql`INSERT INTO ${type} SELECT r.* FROM json_populate_record(NULL::${type}, ${JSON.stringify(row)}) r
    WHERE r.project_id = ${projectId} ON CONFLICT DO NOTHING`.execute(db)
}

export async function restoreLinks(
  db: Db,
  projectId: string,
  userId: string,
  links: AccountState['provider_links'],
): Promise<void> {
  await sql`DELETE FROM provider_links WHERE project_id = ${projectId} AND user_id = ${userId}
    AND id <> ALL (${links.map(({ id }) => id)}::uuid[])`.execute(db)
  // Skips provider accounts that are used to sign in to another user by now.
  await sql`INSERT INTO provider_links SELECT r.* FROM json_populate_recordset(NULL::provider_links, ${JSON.stringify(links)}) r
    WHERE r.project_id = ${projectId} AND NOT EXISTS (
      SELECT FROM provider_links o WHERE o.project_id = r.project_id AND o.provider_config_id = r.provider_config_id
        AND o.account_id = r.account_id AND o.allow_sign_in AND o.user_id <> r.user_id
    )
    ON CONFLICT (project_id, user_id, id) DO UPDATE SET account_id = excluded.account_id,
      allow_sign_in = excluded.allow_sign_in, allow_connected_accounts = excluded.allow_connected_accounts`.execute(db)
}

/** Recovery codes belong to the second factor that was there before. */
export async function setSecondFactor(
  db: Db,
  projectId: string,
  userId: string,
  factor: Pick<AccountState, 'requires_totp' | 'totp_secret_encrypted'>,
): Promise<void> {
  await db
    .updateTable('users')
    .set({
      requires_totp: factor.requires_totp,
      totp_secret_encrypted: factor.totp_secret_encrypted,
      second_factor_ends_at: null,
      earlier_totp_secret_encrypted: null,
    })
    .where('project_id', '=', projectId)
    .where('id', '=', userId)
    .execute()
  await deleteRecoveryCodes(db, projectId, userId)
}

/** Without a passkey it stays off. */
export async function setPasskeyFactor(db: Db, projectId: string, userId: string, isEnabled: boolean): Promise<void> {
  await db
    .updateTable('users')
    .set({ passkey_mfa_enabled: sql<boolean>`has_passkey AND ${isEnabled}` })
    .where('project_id', '=', projectId)
    .where('id', '=', userId)
    .execute()
  await endTrust(db, projectId, userId)
}

export async function scheduleSecondFactorEnd(
  db: Db,
  projectId: string,
  userId: string,
  end: { endsAt: Date; earlierSecret: string | null },
): Promise<void> {
  await db
    .updateTable('users')
    .set({ second_factor_ends_at: end.endsAt, earlier_totp_secret_encrypted: end.earlierSecret })
    .where('project_id', '=', projectId)
    .where('id', '=', userId)
    .execute()
}

export async function findSecondFactor(db: Db, projectId: string, userId: string) {
  return db
    .selectFrom('users')
    .select(['requires_totp', 'totp_secret_encrypted', 'second_factor_ends_at'])
    .where('project_id', '=', projectId)
    .where('id', '=', userId)
    .executeTakeFirst()
}

/** Of all projects. */
export async function listEndingSecondFactors(db: Db, now: Date) {
  return db
    .selectFrom('users')
    .select(['project_id', 'id'])
    .where('second_factor_ends_at', '<=', now)
    .orderBy('second_factor_ends_at')
    .limit(1000)
    .execute()
}

/** Undefined if it has been used, replaced or switched off since it was listed. Locks the user. */
export async function findEndingSecondFactor(db: Db, projectId: string, userId: string, now: Date) {
  return db
    .selectFrom('users')
    .select(['display_name', 'locale', 'earlier_totp_secret_encrypted'])
    .where('project_id', '=', projectId)
    .where('id', '=', userId)
    .where('second_factor_ends_at', '<=', now)
    .forUpdate()
    .executeTakeFirst()
}
