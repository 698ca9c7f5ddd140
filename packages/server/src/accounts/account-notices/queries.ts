import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { CodeData } from '../../records/verification-codes/queries.ts'
import type { AccountState } from './remember.ts'

export async function listAddresses(db: Db, projectId: string, userId: string) {
  return db
    .selectFrom('contact_channels')
    .select(['value', 'is_primary', 'is_verified', 'signs_in_unverified', 'created_at', 'verified_at'])
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .execute()
}

export async function listUndoCodes(db: Db, projectId: string, userId: string) {
  const rows = await db
    .selectFrom('verification_codes')
    .select(['code_hash', 'data'])
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('kind', '=', 'undo-change')
    .where('used_at', 'is', null)
    .execute()
  return rows.map((row) => ({ ...row, data: row.data as CodeData['undo-change'] }))
}

export async function deleteUndoCodes(db: Db, projectId: string, codeHashes: Buffer[]): Promise<void> {
  if (codeHashes.length === 0) return
  await db
    .deleteFrom('verification_codes')
    .where('project_id', '=', projectId)
    .where('kind', '=', 'undo-change')
    .where('code_hash', 'in', codeHashes)
    .execute()
}

/** Tells whether a password has changed, without keeping its hash. */
export function fingerprint(hash: ReturnType<typeof sql>) {
  return sql<string | null>`encode(sha256(convert_to(${hash}, 'UTF8')), 'hex')`
}

/** The rows are converted to JSON by the database, which can read them back. */
export async function findAccountState(db: Db, projectId: string, userId: string) {
  const rowsOf = (table: string) => sql`(
    SELECT coalesce(json_agg(r ORDER BY r.created_at), '[]') FROM ${sql.table(table)} r
    WHERE r.project_id = u.project_id AND r.user_id = u.id
  )`
  const { rows } = await sql<{ display_name: string | null; locale: string | null; state: AccountState }>`
    SELECT u.display_name, u.locale, json_build_object(
      'otp_auth_enabled', u.otp_auth_enabled,
      'requires_totp', u.requires_totp,
      'totp_secret_encrypted', u.totp_secret_encrypted,
      'password_fingerprint', ${fingerprint(sql`u.password_hash`)},
      'contact_channels', ${rowsOf('contact_channels')},
      'passkeys', ${rowsOf('passkeys')},
      'passkey_mfa_enabled', u.passkey_mfa_enabled,
      'provider_links', ${rowsOf('provider_links')}
    ) AS state
    FROM users u WHERE u.project_id = ${projectId} AND u.id = ${userId}`.execute(db)
  return rows[0]
}
