import type { AuditAction } from '../audit/actions.ts'
import { recordAudit } from '../audit/record.ts'
import type { Db } from '../db/database.ts'
import type { Context } from '../http/context.ts'
import type { UserUpdate } from './update.ts'

/** What people change about themselves all day, without meaning for anybody's security. */
const harmless: ReadonlySet<string> = new Set<keyof UserUpdate>([
  'display_name',
  'profile_image_url',
  'client_metadata',
  'selected_team_id',
])

/** These have entries of their own. */
const named: ReadonlySet<string> = new Set<keyof UserUpdate>([
  'password',
  'password_hash',
  'totp_secret_base64',
  'passkey_auth_enabled',
  'is_anonymous',
])

/** To be called in the transaction that changes the user, who was as given before. */
export async function recordUpdate(
  db: Db,
  ctx: Context,
  user: { id: string; is_anonymous: boolean; has_passkey: boolean },
  update: UserUpdate,
): Promise<void> {
  const record = (action: AuditAction, details?: Record<string, unknown>) =>
    recordAudit(db, ctx, { action, target: { type: 'user', id: user.id }, ...(details ? { details } : {}) })

  const fields = Object.keys(update).filter((name) => update[name as keyof UserUpdate] !== undefined)
  const others = fields.filter((name) => !harmless.has(name) && !named.has(name))
  if (others.length > 0) await record('user.updated', { fields: others })
  if (update.is_anonymous === false && user.is_anonymous) await record('user.upgraded')
  if (update.password === null) await record('password.removed')
  else if (update.password !== undefined || update.password_hash !== undefined) await record('password.changed')
  if (update.totp_secret_base64 === null) await record('second_factor.disabled')
  else if (update.totp_secret_base64 !== undefined) await record('second_factor.enabled')
  if (update.passkey_auth_enabled === false && user.has_passkey) await record('passkey.removed')
}
