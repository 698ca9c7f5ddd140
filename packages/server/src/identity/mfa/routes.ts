import { KnownError, type mfaRoutes } from '@latchkey/contract'
import { startSession } from '../../accounts/sessions/start.ts'
import { findUserForUpdate, findUserRecord } from '../../accounts/users/queries.ts'
import { checkCode, consumeChecked } from '../../accounts/verification-codes/use.ts'
import type { Handlers } from '../../api/handler.ts'
import type { Context } from '../../http/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { findConnectionForShare } from '../connections/queries.ts'
import { assertNotDeactivated } from '../directories/sign-in.ts'
import { assertVersion } from '../oauth/sign-in-provider.ts'
import { checkSecondFactor } from './check.ts'
import { startPasskey } from './passkey.ts'
import { trustDevice } from './trusted-device.ts'

export const mfaHandlers: Handlers<typeof mfaRoutes> = {
  'POST /auth/mfa/sign-in': async ({ ctx, body }) => {
    const attempt = await checkCode(ctx, 'mfa-attempt', body.code)
    const userId = attempt.userId!
    const factor = await checkSecondFactor(ctx, attempt, body)
    const lockUser = (trx: Db) => findUserForUpdate(trx, ctx.project.id, userId)
    const signIn = async (trx: Db) => {
      // What was checked must still be right when the session starts.
      await factor.use(trx)
      const user = await findUserRecord(trx, ctx.project.id, userId)
      const provenBy = [...(attempt.data.proven_by ?? []), ...factor.provenBy]
      const { is_new_user, is_password_leaked, connection_id: connectionId } = attempt.data
      if (connectionId) await assertConnectionUnchanged(trx, ctx, { ...attempt.data, connectionId, userId })
      const session = user && (await startSession(ctx, user, { method: 'second-factor', provenBy, connectionId }, trx))
      if (!session) throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
      const trusts = body.type !== 'recovery_code' && body.trust_device
      const trusted_device = trusts ? await trustDevice(trx, ctx, userId) : undefined
      return {
        ...session,
        is_new_user,
        ...(is_password_leaked && { is_password_leaked }),
        ...(trusted_device && { trusted_device }),
      }
    }
    return consumeChecked(ctx, 'mfa-attempt', body.code, signIn, lockUser)
  },

  'POST /auth/mfa/initiate-passkey': async ({ ctx, body }) => {
    const attempt = await checkCode(ctx, 'mfa-attempt', body.code)
    return startPasskey(ctx, attempt, body.code)
  },
}

/** Since the first step, the connection may have got another provider, and the directory may have taken the person out. */
async function assertConnectionUnchanged(
  trx: Db,
  ctx: Context,
  started: { connectionId: string; connection_version?: number; userId: string },
): Promise<void> {
  const { connectionId, connection_version: version, userId } = started
  const connection = await findConnectionForShare(trx, ctx.project.id, connectionId)
  if (!connection?.is_active) throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
  assertVersion(connection, version)
  await assertNotDeactivated(trx, ctx, connection.team_id, { userId, email: null })
}
