import { KnownError, type mfaRoutes } from '@latchkey/contract'
import { recordFailedSignIn } from '../audit/sign-ins.ts'
import type { Context } from '../http/context.ts'
import type { Handlers } from '../http/handler.ts'
import { startSession } from '../sessions/start.ts'
import { findUserRecord } from '../users/queries.ts'
import { openTotpSecret } from '../users/totp-secret.ts'
import { checkCode, consumeChecked } from '../verification-codes/use.ts'
import { findTotpSecret, useTotpStep } from './queries.ts'
import { findTotpStep } from './totp.ts'

export const mfaHandlers: Handlers<typeof mfaRoutes> = {
  'POST /auth/mfa/sign-in': async ({ ctx, body }) => {
    const attempt = await checkCode(ctx, 'mfa-attempt', body.code)
    const userId = attempt.userId!
    const usedSecret = await verifyTotp(ctx, userId, body.totp)
    return consumeChecked(ctx, 'mfa-attempt', body.code, async (trx) => {
      // The factor that was checked must be the one that is asked for when the session starts.
      const secret = await findTotpSecret(trx, ctx.project.id, userId, { isLocked: true })
      if (secret !== usedSecret) throw new KnownError('INVALID_TOTP_CODE')
      const user = await findUserRecord(trx, ctx.project.id, userId)
      const session = user && (await startSession(ctx, user, { method: 'second-factor' }, trx))
      if (!session) throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
      return { ...session, is_new_user: attempt.data.is_new_user }
    })
  },
}

/**
 * Tries are counted per user, whatever the number of attempts, and before the code is looked at. Answers the sealed
 * secret that the code belongs to.
 */
async function verifyTotp(ctx: Context, userId: string, code: string): Promise<string> {
  const limits = { totpByUser: `${ctx.project.id}:${userId}` }
  await ctx.services.limiter.consume(limits)
  const sealed = await findTotpSecret(ctx.db, ctx.project.id, userId)
  const step = sealed ? findTotpStep(openTotpSecret(ctx, sealed), code, ctx.now()) : undefined
  const isFresh = sealed && step !== undefined && (await useTotpStep(ctx.db, ctx.project.id, userId, sealed, step))
  if (!isFresh) {
    await recordFailedSignIn(ctx, 'second-factor', null, userId)
    throw new KnownError('INVALID_TOTP_CODE')
  }
  await ctx.services.limiter.giveBack(limits)
  return sealed
}
