import { type HandlerInput, KnownError, type mfaRoutes } from '@latchkey/contract'
import { announceChange } from '../../accounts/account-notices/announce.ts'
import { rememberAccount } from '../../accounts/account-notices/remember.ts'
import { recoveryCodeMethod } from '../../accounts/sessions/start.ts'
import { findUserForUpdate } from '../../accounts/users/queries.ts'
import { hasSecondFactor } from '../../accounts/users/second-factor.ts'
import type { FoundCode } from '../../accounts/verification-codes/use.ts'
import type { Context } from '../../http/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { recordFailedSignIn } from '../../records/audit/sign-ins.ts'
import { endTrust } from '../../records/trusted-devices/queries.ts'
import { hashRecoveryCode } from '../recovery-codes/codes.ts'
import { openHashKey } from '../recovery-codes/hash-key.ts'
import { findRecoveryCodeSet, isUnusedRecoveryCode, useRecoveryCode } from '../recovery-codes/queries.ts'
import { checkPasskey } from './passkey.ts'
import { findTotpSecret } from './queries.ts'
import { verifyTotp } from './verify.ts'

export type GivenFactor = HandlerInput<(typeof mfaRoutes)['POST /auth/mfa/sign-in']>['body']

export type Attempt = FoundCode<'mfa-attempt'>

/** What has been checked before the attempt is consumed. */
export interface CheckedFactor {
  /** By its names in RFC 8176, which has none for recovery codes. */
  provenBy: string[]
  /** Fails if it is no longer right. Call it in the transaction that starts the session. */
  use(trx: Db): Promise<void>
}

/** Fails if it is wrong. Failures of all kinds count together. */
export function checkSecondFactor(ctx: Context, attempt: Attempt, given: GivenFactor): Promise<CheckedFactor> {
  const userId = attempt.userId!
  switch (given.type) {
    case 'totp':
      return checkTotp(ctx, userId, given.totp)
    case 'recovery_code':
      return checkRecoveryCode(ctx, userId, given.recovery_code)
    case 'passkey':
      return checkPasskey(ctx, attempt, given)
  }
}

async function checkTotp(ctx: Context, userId: string, totp: string): Promise<CheckedFactor> {
  const usedSecret = await verifyTotp(ctx, userId, totp)
  return {
    provenBy: ['otp', 'mfa'],
    async use(trx) {
      const secret = await findTotpSecret(trx, ctx.project.id, userId, { isLocked: true })
      if (secret !== usedSecret) throw new KnownError('INVALID_TOTP_CODE')
    },
  }
}

async function checkRecoveryCode(ctx: Context, userId: string, code: string): Promise<CheckedFactor> {
  const limits = { totpByUser: `${ctx.project.id}:${userId}` }
  await ctx.platform.limiter.consume(limits)
  const set = await findRecoveryCodeSet(ctx.db, ctx.project.id, userId)
  const hash = set && hashRecoveryCode(openHashKey(ctx, userId, set.hash_key_encrypted), code)
  if (!hash || !(await isUnusedRecoveryCode(ctx.db, ctx.project.id, userId, hash))) {
    await recordFailedSignIn(ctx, 'second-factor', null, userId)
    throw new KnownError('INVALID_RECOVERY_CODE')
  }
  await ctx.platform.limiter.giveBack(limits)
  return { provenBy: [recoveryCodeMethod], use: (trx) => spendRecoveryCode(trx, ctx, userId, hash) }
}

/** Locks the user first, as everything that replaces or removes the codes does. */
async function spendRecoveryCode(trx: Db, ctx: Context, userId: string, hash: Buffer): Promise<void> {
  const { id: projectId } = ctx.project
  const user = await findUserForUpdate(trx, projectId, userId)
  const before = user && (await rememberAccount(trx, projectId, userId))
  const remaining =
    user && hasSecondFactor(user) ? await useRecoveryCode(trx, projectId, userId, hash, ctx.now()) : undefined
  if (!before || remaining === undefined) throw new KnownError('INVALID_RECOVERY_CODE')
  // The second factor may be lost together with a device that is trusted.
  await endTrust(trx, projectId, userId)
  const target = { type: 'user' as const, id: userId }
  await recordAudit(trx, ctx, { action: 'recovery_code.used', target, details: { remaining } })
  await announceChange(trx, ctx, before, 'recovery_code_used', String(remaining))
}
