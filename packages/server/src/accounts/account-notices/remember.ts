import type { Db } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { findAccountState } from './queries.ts'
import type { RankedAddress } from './seniority.ts'

export type AnnouncedChange =
  | 'password_changed'
  | 'second_factor_enabled'
  | 'second_factor_disabled'
  | 'second_factor_reset'
  | 'recovery_codes_created'
  | 'recovery_code_used'
  | 'passkey_added'
  | 'passkey_removed'
  | 'email_added'
  | 'email_changed'
  | 'email_removed'
  | 'provider_linked'
  | 'provider_unlinked'
  | 'cli_login_approved'
  | 'oauth_access_granted'
  | 'session_copy_refused'

/** The sign-in methods of an account, as rows that the database has converted to JSON and can read back. */
export interface AccountState {
  otp_auth_enabled: boolean
  requires_totp: boolean
  totp_secret_encrypted: string | null
  /** Only used to tell whether the password has changed. */
  password_fingerprint: string | null
  contact_channels: RememberedChannel[]
  passkeys: { credential_id: string }[]
  /** Missing in accounts that were remembered before passkeys could be a second factor. */
  passkey_mfa_enabled?: boolean
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
  locale: string | null
  state: AccountState
}

/** Call it in the transaction of a change, before the change. */
export async function rememberAccount(trx: Db, projectId: string, userId: string): Promise<RememberedAccount> {
  const account = await findAccountState(trx, projectId, userId)
  if (!account) throw new PlainError(404, 'The user was deleted in the meantime.')
  const { display_name: displayName, locale, state } = account
  return { userId, displayName, locale, state }
}
