import { announceChange } from '../../accounts/account-notices/announce.ts'
import type { RememberedAccount } from '../../accounts/account-notices/remember.ts'
import { findUserForUpdate } from '../../accounts/users/queries.ts'
import { hasSecondFactor } from '../../accounts/users/second-factor.ts'
import type { Context } from '../../http/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { deleteRecoveryCodes } from '../recovery-codes/queries.ts'

type LockedUser = NonNullable<Awaited<ReturnType<typeof findUserForUpdate>>>

/**
 * Call it after what may have changed whether passkeys are a second factor: the setting itself, or the removal of the
 * last passkey. `account` is given if the user is to be told.
 */
export async function notePasskeyFactor(
  trx: Db,
  ctx: Context,
  before: LockedUser,
  account: RememberedAccount | undefined,
): Promise<void> {
  const after = await findUserForUpdate(trx, ctx.project.id, before.id)
  if (!after || after.passkey_mfa_enabled === before.passkey_mfa_enabled) return
  // Recovery codes go with the last second factor, and the first one starts without any.
  if (!hasSecondFactor(before) || !hasSecondFactor(after)) await deleteRecoveryCodes(trx, ctx.project.id, before.id)
  const change = after.passkey_mfa_enabled ? 'enabled' : 'disabled'
  const details = { method: 'passkey' }
  await recordAudit(trx, ctx, { action: `second_factor.${change}`, target: { type: 'user', id: before.id }, details })
  if (account) await announceChange(trx, ctx, account, `second_factor_${change}`)
}
