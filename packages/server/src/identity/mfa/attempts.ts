import { KnownError } from '@latchkey/contract'
import type { Context } from '../../http/context.ts'
import { insertVerificationCode } from '../../records/verification-codes/queries.ts'
import { listSecondFactors } from './queries.ts'

/**
 * The error that every sign-in of a user with a second factor ends with. Its code lets the user continue with one of the
 * methods.
 */
export async function secondFactorRequired(
  ctx: Context,
  userId: string,
  isNewUser: boolean,
  provenBy: string[],
  more: { is_password_leaked?: boolean; connection_id?: string | null; connection_version?: number } = {},
) {
  const [{ code }, methods] = await Promise.all([
    insertVerificationCode(ctx.db, ctx.project.id, {
      kind: 'mfa-attempt',
      userId,
      data: { is_new_user: isNewUser, proven_by: provenBy, ...more },
      now: ctx.now(),
    }),
    listSecondFactors(ctx.db, ctx.project.id, userId),
  ])
  return new KnownError('MULTI_FACTOR_AUTHENTICATION_REQUIRED', { attempt_code: code, methods })
}
