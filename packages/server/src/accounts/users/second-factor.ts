import type { UserRecord } from './queries.ts'

/** Whether a sign-in needs a second step: the only place that says what counts as one. */
export function hasSecondFactor(user: Pick<UserRecord, 'requires_totp' | 'passkey_mfa_enabled'>): boolean {
  return user.requires_totp || user.passkey_mfa_enabled
}
