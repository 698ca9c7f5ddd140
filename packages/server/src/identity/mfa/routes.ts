import { KnownError, type mfaRoutes } from '@latchkey/contract'
import { startSession } from '../../accounts/sessions/start.ts'
import { findUserRecord } from '../../accounts/users/queries.ts'
import { checkCode, consumeChecked } from '../../accounts/verification-codes/use.ts'
import type { Handlers } from '../../api/handler.ts'
import { findTotpSecret } from './queries.ts'
import { verifyTotp } from './verify.ts'

export const mfaHandlers: Handlers<typeof mfaRoutes> = {
  'POST /auth/mfa/sign-in': async ({ ctx, body }) => {
    const attempt = await checkCode(ctx, 'mfa-attempt', body.code)
    const userId = attempt.userId!
    const usedSecret = await verifyTotp(ctx, userId, body.totp)
    return consumeChecked(ctx, 'mfa-attempt', body.code, async (trx) => {
      // The factor that was checked must still be the current one when the session starts.
      const secret = await findTotpSecret(trx, ctx.project.id, userId, { isLocked: true })
      if (secret !== usedSecret) throw new KnownError('INVALID_TOTP_CODE')
      const user = await findUserRecord(trx, ctx.project.id, userId)
      const provenBy = [...(attempt.data.proven_by ?? []), 'otp', 'mfa']
      const session = user && (await startSession(ctx, user, { method: 'second-factor', provenBy }, trx))
      if (!session) throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
      const { is_new_user, is_password_leaked } = attempt.data
      return { ...session, is_new_user, ...(is_password_leaked && { is_password_leaked }) }
    })
  },
}
