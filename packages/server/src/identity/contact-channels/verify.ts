import { KnownError } from '@latchkey/contract'
import { markClaimed, markVerified } from '../../accounts/contact-channels/queries.ts'
import { findPasswordHash, findUserForUpdate } from '../../accounts/users/queries.ts'
import { checkCode, consumeChecked } from '../../accounts/verification-codes/use.ts'
import type { Context } from '../../http/context.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { passwordHasher } from '../password/hash.ts'
import { holdsSession } from '../users/claim.ts'

/**
 * Verifies an address with the code that was sent to it. Only with a session of the account, or with its password, does
 * it show that the account belongs to the owner of the address, too: the account is claimed.
 */
export async function verifyAddress(
  ctx: Context,
  { code, password }: { code: string; password?: string | undefined },
): Promise<{ success: true }> {
  const { userId: id, data } = await checkCode(ctx, 'email-verification', code)
  const userId = id!
  const projectId = ctx.project.id
  const usedHash = password === undefined ? undefined : await getUsedHash(ctx, userId, password)
  return consumeChecked(ctx, 'email-verification', code, async (trx) => {
    const user = await findUserForUpdate(trx, projectId, userId)
    const channelId = await markVerified(trx, projectId, userId, data.email, ctx.now())
    if (!channelId) throw new PlainError(400, 'The email address was changed or removed after the link was sent.')
    const isPasswordShown = usedHash !== undefined && user?.password_hash === usedHash
    const isShown = isPasswordShown || (await holdsSession(trx, ctx, userId, ctx.token?.refresh_token_id))
    if (isShown) await markClaimed(trx, projectId, userId, channelId, ctx.now())
    await recordAudit(trx, ctx, {
      action: 'contact_channel.verified',
      target: { type: 'user', id: userId },
      details: { contact_channel_id: channelId, value: data.email, is_account_shown: isShown },
    })
    return { success: true }
  })
}

/** Guesses are limited by the attempts at the code, which only the owner of the address has. */
async function getUsedHash(ctx: Context, userId: string, password: string): Promise<string> {
  const hash = await findPasswordHash(ctx.db, ctx.project.id, userId)
  const matches = await passwordHasher(ctx.platform).verify(password, hash, ctx)
  if (!hash || !matches) throw new KnownError('PASSWORD_CONFIRMATION_MISMATCH')
  return hash
}
