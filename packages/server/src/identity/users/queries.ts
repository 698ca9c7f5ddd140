import { connectionProviderPrefix } from '@latchkey/contract'
import { type Insertable, sql, type Updateable } from 'kysely'
import { isSignInAddress } from '../../accounts/contact-channels/queries.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { endTrust } from '../../records/trusted-devices/queries.ts'

export async function insertUserRow(
  db: Db,
  projectId: string,
  user: Omit<Insertable<Tables['users']>, 'project_id'>,
): Promise<void> {
  await db
    .insertInto('users')
    .values({ ...user, project_id: projectId })
    .execute()
}

export async function updateUserRow(
  db: Db,
  projectId: string,
  userId: string,
  change: Updateable<Tables['users']>,
): Promise<void> {
  await db.updateTable('users').set(change).where('project_id', '=', projectId).where('id', '=', userId).execute()
  const { totp_secret_encrypted: secret, passkey_mfa_enabled: isPasskeyFactor } = change
  if (secret !== undefined || isPasskeyFactor !== undefined) await endTrust(db, projectId, userId)
}

/** Returns false if the user was no longer anonymous. */
export async function upgradeAnonymousUser(
  db: Db,
  projectId: string,
  userId: string,
  change: Updateable<Tables['users']>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ ...change, is_anonymous: false })
    .where('project_id', '=', projectId)
    .where('id', '=', userId)
    .where('is_anonymous', '=', true)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The ways in which the user signs in, whether or not the project allows them. */
export async function findSignInMethods(db: Db, projectId: string, userId: string) {
  const { rows } = await sql<SignInMethods>`
    SELECT u.password_hash IS NOT NULL AND a.signs_in AS password, u.otp_auth_enabled AND a.signs_in AS otp,
      u.has_passkey AS passkey, ARRAY(
        SELECT provider_config_id FROM provider_links l
        WHERE l.project_id = u.project_id AND l.user_id = u.id AND l.allow_sign_in
      ) AS providers, EXISTS (
        SELECT FROM provider_links l
        JOIN connections c ON c.project_id = l.project_id AND ${connectionProviderPrefix}::text || c.id::text = l.provider_config_id
        WHERE l.project_id = u.project_id AND l.user_id = u.id AND l.allow_sign_in AND c.is_active
      ) AS connection
    FROM users u, LATERAL (
      SELECT EXISTS (
        SELECT FROM contact_channels c
        WHERE c.project_id = u.project_id AND c.user_id = u.id AND ${sql.raw(isSignInAddress('c'))}
      ) AS signs_in
    ) AS a
    WHERE u.project_id = ${projectId} AND u.id = ${userId}`.execute(db)
  return rows[0] ?? { password: false, otp: false, passkey: false, providers: [], connection: false }
}

interface SignInMethods {
  password: boolean
  otp: boolean
  passkey: boolean
  /** Those of the project. */
  providers: string[]
  /** Of a company. */
  connection: boolean
}

/** Whether the user has a passkey, or had one that was removed. */
export async function hasHadPasskey(db: Db, projectId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM passkeys WHERE project_id = ${projectId} AND user_id = ${userId}
    UNION ALL
    SELECT FROM audit_entries
    WHERE project_id = ${projectId} AND target_id = ${userId} AND action = 'passkey.removed' LIMIT 1`.execute(db)
  return rows.length > 0
}
