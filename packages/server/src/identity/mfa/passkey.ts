import { KnownError } from '@latchkey/contract'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { findUserForUpdate } from '../../accounts/users/queries.ts'
import { spendCode } from '../../accounts/verification-codes/use.ts'
import type { Context } from '../../http/context.ts'
import { hashToken } from '../../platform/secrets.ts'
import { recordFailedSignIn } from '../../records/audit/sign-ins.ts'
import { createChallenge, requestOptions } from '../passkey/challenges.ts'
import { findPasskey, listPasskeys } from '../passkey/queries.ts'
import { authenticationFailed, verifyPasskey } from '../passkey/verify.ts'
import type { Attempt, CheckedFactor, GivenFactor } from './check.ts'
import { listSecondFactors } from './queries.ts'

/**
 * Whoever has got this far knows the first factor. They learn how many passkeys the user has, and nothing about the
 * devices: the options have no transports and no names.
 */
export async function startPasskey(ctx: Context, attempt: Attempt, attemptCode: string) {
  const userId = attempt.userId!
  const methods = await listSecondFactors(ctx.db, ctx.project.id, userId)
  if (!methods.includes('passkey')) throw authenticationFailed('Passkeys are not a second factor of this account.')
  const passkeys = await listPasskeys(ctx.db, ctx.project.id, userId)
  const attemptHash = hashOf(attemptCode)
  const { challenge, code } = await createChallenge(ctx, { kind: 'passkey-second-factor', userId, attemptHash })
  const ids = passkeys.map(({ credential_id }) => credential_id)
  return {
    options_json: { ...requestOptions(challenge, ids), userVerification: verificationFor(attempt) },
    code,
    methods,
  }
}

/** Wrong answers count together with wrong codes. The challenge is used up by any answer, the attempt is not. */
export async function checkPasskey(
  ctx: Context,
  attempt: Attempt,
  given: GivenFactor & { type: 'passkey' },
): Promise<CheckedFactor> {
  const { id: projectId } = ctx.project
  const userId = attempt.userId!
  const limits = { totpByUser: `${projectId}:${userId}` }
  await ctx.platform.limiter.consume(limits)
  const response = given.authentication_response as unknown as AuthenticationResponseJSON
  const provenBy = await spendCode(ctx, 'passkey-second-factor', given.challenge_code, async (trx, challenge) => {
    const isOfAttempt = challenge.userId === userId && challenge.data.attempt_hash === hashOf(given.code)
    if (!isOfAttempt) throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
    const proof = await verifyPasskey(trx, ctx, response, challenge.data.challenge, {
      isSecondFactor: true,
      requireUserVerification: verificationFor(attempt) === 'required',
    })
    if (proof.userId !== userId) throw authenticationFailed('This passkey belongs to another account.')
    return proof.provenBy
  }).catch(async (error: unknown) => {
    if (KnownError.is(error, 'PASSKEY_AUTHENTICATION_FAILED')) {
      await recordFailedSignIn(ctx, 'second-factor', null, userId)
    }
    throw error
  })
  await ctx.platform.limiter.giveBack(limits)
  return {
    provenBy: [...provenBy, 'mfa'],
    async use(trx) {
      const user = await findUserForUpdate(trx, projectId, userId)
      const passkey = await findPasskey(trx, projectId, response.id)
      if (!user?.passkey_mfa_enabled || passkey?.userId !== userId) throw authenticationFailed()
    },
  }
}

/** After a passkey, the same device alone would be the same factor again. */
function verificationFor({ data: { proven_by: provenBy = [] } }: Attempt): 'required' | 'preferred' {
  return provenBy.includes('hwk') || provenBy.includes('swk') ? 'required' : 'preferred'
}

const hashOf = (code: string) => hashToken(code).toString('hex')
