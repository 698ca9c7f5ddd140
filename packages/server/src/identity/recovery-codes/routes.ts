import { KnownError, type recoveryCodeRoutes } from '@latchkey/contract'
import { announceChange } from '../../accounts/account-notices/announce.ts'
import { rememberAccount } from '../../accounts/account-notices/remember.ts'
import { assertOwnSession } from '../../accounts/sessions/start.ts'
import { findUserForUpdate } from '../../accounts/users/queries.ts'
import type { Handlers } from '../../api/handler.ts'
import type { Context } from '../../http/context.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { resetSecondFactor } from '../mfa/reset.ts'
import { assertOwnUser } from '../users/own.ts'
import { generateRecoveryCodes, hashRecoveryCode } from './codes.ts'
import { createHashKey, sealHashKey } from './hash-key.ts'
import { findRecoveryCodeSet, replaceRecoveryCodes } from './queries.ts'

export const recoveryCodeHandlers: Handlers<typeof recoveryCodeRoutes> = {
  'GET /auth/recovery-codes': async ({ ctx, clientUser, query }) => {
    assertOwnUser(clientUser, query.user_id)
    const set = await findRecoveryCodeSet(ctx.db, ctx.project.id, query.user_id)
    return { remaining: set?.remaining ?? 0, created_at_millis: set?.created_at.getTime() ?? null }
  },

  'POST /auth/recovery-codes': async ({ ctx, user }) => {
    await assertOwnSession(ctx)
    return { codes: await inTransaction(ctx.db, (trx) => createRecoveryCodes(trx, ctx, user.id)) }
  },

  'DELETE /users/{user_id}/second-factor': async ({ ctx, params }) => {
    await inTransaction(ctx.db, (trx) => resetSecondFactor(trx, ctx, params.user_id))
    return { success: true }
  },
}

async function createRecoveryCodes(trx: Db, ctx: Context, userId: string): Promise<string[]> {
  const { id: projectId } = ctx.project
  const user = await findUserForUpdate(trx, projectId, userId)
  if (!user) throw new KnownError('USER_NOT_FOUND')
  if (!user.requires_totp) throw new PlainError(400, 'Set up a second factor before you create recovery codes.')
  const before = await rememberAccount(trx, projectId, userId)
  const codes = generateRecoveryCodes()
  const key = createHashKey()
  await replaceRecoveryCodes(trx, projectId, userId, {
    hashKeyEncrypted: sealHashKey(ctx, userId, key),
    codeHashes: codes.map((code) => hashRecoveryCode(key, code)),
    now: ctx.now(),
  })
  await recordAudit(trx, ctx, { action: 'recovery_codes.created', target: { type: 'user', id: userId } })
  await announceChange(trx, ctx, before, 'recovery_codes_created')
  return codes
}
