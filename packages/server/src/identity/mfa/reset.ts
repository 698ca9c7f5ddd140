import { KnownError } from '@latchkey/contract'
import { announceChange } from '../../accounts/account-notices/announce.ts'
import { rememberAccount } from '../../accounts/account-notices/remember.ts'
import { deleteJuniorUndoCodes } from '../../accounts/account-notices/undo-codes.ts'
import { endGrants } from '../../accounts/oauth-grants/end.ts'
import { announceUpdate } from '../../accounts/users/announce.ts'
import { findUserForUpdate } from '../../accounts/users/queries.ts'
import { hasSecondFactor } from '../../accounts/users/second-factor.ts'
import type { Context } from '../../http/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { setPasskeyFactor, setSecondFactor } from '../account-changes/queries.ts'

/**
 * For people who have lost their second factor and asked the project for help. Whoever asked may be somebody else, so the
 * user is told, with a link that puts the second factor back. Call it in a transaction.
 */
export async function resetSecondFactor(trx: Db, ctx: Context, userId: string): Promise<void> {
  const projectId = ctx.project.id
  const user = await findUserForUpdate(trx, projectId, userId)
  if (!user) throw new KnownError('USER_NOT_FOUND')
  if (!hasSecondFactor(user)) return
  const before = await rememberAccount(trx, projectId, userId)
  await setSecondFactor(trx, projectId, userId, { requires_totp: false, totp_secret_encrypted: null })
  await setPasskeyFactor(trx, projectId, userId, false)
  await endGrants(trx, ctx, { userId }, 'second_factor_reset')
  await recordAudit(trx, ctx, { action: 'second_factor.reset', target: { type: 'user', id: userId } })
  await deleteJuniorUndoCodes(trx, projectId, userId)
  await announceChange(trx, ctx, before, 'second_factor_reset')
  await announceUpdate(trx, ctx, userId)
}
