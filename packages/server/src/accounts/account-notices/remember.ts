import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { fingerprint } from './queries.ts'
import type { RankedAddress } from './seniority.ts'

export type AnnouncedChange =
  | 'password_changed'
  | 'second_factor_enabled'
  | 'second_factor_disabled'
  | 'passkey_added'
  | 'passkey_removed'
  | 'email_added'
  | 'email_changed'
  | 'email_removed'
  | 'provider_linked'
  | 'provider_unlinked'
  | 'cli_login_approved'

/** The sign-in methods of an account, as rows that the database has converted to JSON and can read back. */
export interface AccountState {
  otp_auth_enabled: boolean
  requires_totp: boolean
  totp_secret_encrypted: string | null
  /** Only used to tell whether the password has changed. */
  password_fingerprint: string | null
  contact_channels: RememberedChannel[]
  passkeys: object[]
  provider_links: { id: string }[]
}

export interface RememberedChannel extends RankedAddress {
  id: string
  used_for_auth: boolean
  claimed_at?: string | null
}

export interface RememberedAccount {
  userId: string
  displayName: string | null
  state: AccountState
}

/** Call it in the transaction of a change, before the change. */
export async function rememberAccount(trx: Db, projectId: string, userId: string): Promise<RememberedAccount> {
  const rowsOf = (table: string) => sql`(
    SELECT coalesce(json_agg(r ORDER BY r.created_at), '[]') FROM ${sql.table(table)} r
    WHERE r.project_id = u.project_id AND r.user_id = u.id
  )`
  const { rows } = await sql<{ display_name: string | null; state: AccountState }>`
    SELECT u.display_name, json_build_object(
      'otp_auth_enabled', u.otp_auth_enabled,
      'requires_totp', u.requires_totp,
      'totp_secret_encrypted', u.totp_secret_encrypted,
      'password_fingerprint', ${fingerprint(sql`u.password_hash`)},
      'contact_channels', ${rowsOf('contact_channels')},
      'passkeys', ${rowsOf('passkeys')},
      'provider_links', ${rowsOf('provider_links')}
    ) AS state
    FROM users u WHERE u.project_id = ${projectId} AND u.id = ${userId}`.execute(trx)
  const [row] = rows
  if (!row) throw new PlainError(404, 'The user was deleted in the meantime.')
  return { userId, displayName: row.display_name, state: row.state }
}
