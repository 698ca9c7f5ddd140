import { KnownError } from '@latchkey/contract'
import { openTotpSecret } from '../../accounts/users/totp-secret.ts'
import type { Context } from '../../http/context.ts'
import { recordFailedSignIn } from '../../records/audit/sign-ins.ts'
import { findTotpSecret, useTotpStep } from './queries.ts'
import { findTotpStep } from './totp.ts'

/**
 * Attempts are counted per user across all sign-ins, before the code is checked. Returns the encrypted secret that the
 * code matches.
 */
export async function verifyTotp(ctx: Context, userId: string, code: string): Promise<string> {
  const limits = { totpByUser: `${ctx.project.id}:${userId}` }
  await ctx.platform.limiter.consume(limits)
  const sealed = await findTotpSecret(ctx.db, ctx.project.id, userId)
  const step = sealed ? findTotpStep(openTotpSecret(ctx, sealed), code, ctx.now()) : undefined
  const isFresh = sealed && step !== undefined && (await useTotpStep(ctx.db, ctx.project.id, userId, sealed, step))
  if (!isFresh) {
    await recordFailedSignIn(ctx, 'second-factor', null, userId)
    throw new KnownError('INVALID_TOTP_CODE')
  }
  await ctx.platform.limiter.giveBack(limits)
  return sealed
}
