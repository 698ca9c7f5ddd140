import type { Context } from '../../http/context.ts'
import type { UserUpdate } from '../../identity/users/update.ts'
import type { Db } from '../../platform/db/database.ts'
import type { AuditAction } from '../../records/audit/actions.ts'
import { recordAudit } from '../../records/audit/record.ts'
import type { UserRecord } from './queries.ts'

/** Must be called in the transaction that creates the user. */
export async function recordCreation(db: Db, ctx: Context, user: UserRecord): Promise<void> {
  const { id, selected_team } = user
  const details = selected_team ? { details: { personal_team_id: selected_team.id } } : {}
  await recordAudit(db, ctx, { action: 'user.created', target: { type: 'user', id }, ...details })
}

/** Frequent changes by users that do not affect security. */
const harmless: ReadonlySet<string> = new Set<keyof UserUpdate>([
  'display_name',
  'profile_image_url',
  'locale',
  'client_metadata',
  'selected_team_id',
])

/** These have their own entries. */
const named: ReadonlySet<string> = new Set<keyof UserUpdate>([
  'password',
  'password_hash',
  'totp_secret_base64',
  'otp_auth_enabled',
  'passkey_auth_enabled',
  'passkey_mfa_enabled',
  'is_anonymous',
])

interface UserBefore {
  id: string
  is_anonymous: boolean
  otp_auth_enabled: boolean
  requires_totp: boolean
  primary_email: string | null
}

/** Must be called in the transaction that changes the user, with the user's previous state. */
export async function recordUpdate(db: Db, ctx: Context, user: UserBefore, update: UserUpdate): Promise<void> {
  const record = (action: AuditAction, details?: Record<string, unknown>) =>
    recordAudit(db, ctx, { action, target: { type: 'user', id: user.id }, ...(details ? { details } : {}) })

  const fields = Object.keys(update).filter((name) => update[name as keyof UserUpdate] !== undefined)
  const others = fields.filter((name) => !harmless.has(name) && !named.has(name))
  const { primary_email: email, otp_auth_enabled: isOtpEnabled } = update
  if (others.length > 0) {
    const change = email === undefined ? {} : { primary_email: { from: user.primary_email, to: email } }
    await record('user.updated', { fields: others, ...change })
  }
  if (update.is_anonymous === false && user.is_anonymous) await record('user.upgraded')
  if (update.password === null) await record('password.removed')
  else if (update.password !== undefined || update.password_hash !== undefined) await record('password.changed')
  if (update.totp_secret_base64) await record('second_factor.enabled')
  else if (update.totp_secret_base64 === null && user.requires_totp) await record('second_factor.disabled')
  if (isOtpEnabled !== undefined && isOtpEnabled !== user.otp_auth_enabled) {
    await record(isOtpEnabled ? 'otp.enabled' : 'otp.disabled')
  }
}
