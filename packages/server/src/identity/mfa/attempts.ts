import { KnownError } from '@latchkey/contract'
import type { Context } from '../../http/context.ts'
import { insertVerificationCode } from '../../records/verification-codes/queries.ts'

/**
 * The error that every sign-in of a user with a second factor ends with. Its code lets the user continue with the TOTP.
 */
export async function secondFactorRequired(
  ctx: Context,
  userId: string,
  isNewUser: boolean,
  provenBy: string[],
  offer: { is_password_leaked?: boolean } = {},
) {
  const { code } = await insertVerificationCode(ctx.db, ctx.project.id, {
    kind: 'mfa-attempt',
    userId,
    data: { is_new_user: isNewUser, proven_by: provenBy, ...offer },
    now: ctx.now(),
  })
  return new KnownError('MULTI_FACTOR_AUTHENTICATION_REQUIRED', { attempt_code: code })
}
