import { type HandlerInput, KnownError, type stepUpRoutes } from '@latchkey/contract'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { findSession, updateProof } from '../../accounts/sessions/queries.ts'
import { lacksSecondFactor, signAccessToken } from '../../accounts/sessions/start.ts'
import { findPasswordHash, findUserForUpdate, type UserRecord } from '../../accounts/users/queries.ts'
import { hasSecondFactor } from '../../accounts/users/second-factor.ts'
import { checkCode, consumeChecked, spendCode } from '../../accounts/verification-codes/use.ts'
import type { Context } from '../../http/context.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { recordFailedSignIn } from '../../records/audit/sign-ins.ts'
import { verifyTotp } from '../mfa/verify.ts'
import { authenticationFailed, verifyPasskey } from '../passkey/verify.ts'
import { countOldPasswordAttempt } from '../password/attempts.ts'
import { passwordHasher } from '../password/hash.ts'
import { listMethods, stepUpRequired } from './required.ts'

type Given = HandlerInput<(typeof stepUpRoutes)['POST /auth/step-up']>['body']
type LockedUser = NonNullable<Awaited<ReturnType<typeof findUserForUpdate>>>
type User = Readonly<UserRecord>

/** Checks a proof and records it in the session. Returns an access token that contains it. */
export function proveBy(ctx: Context, user: User, given: Given): Promise<string> {
  switch (given.type) {
    case 'password':
      return provePassword(ctx, user, given.password)
    case 'totp':
      return proveTotp(ctx, user, given.totp)
    case 'email_code':
      return proveEmailCode(ctx, user, given.code)
    case 'passkey':
      return provePasskey(ctx, user, given)
  }
}

async function provePassword(ctx: Context, user: User, password: string): Promise<string> {
  const { platform, project } = ctx
  const giveTryBack = await countOldPasswordAttempt(ctx, user)
  const hash = await findPasswordHash(ctx.db, project.id, user.id)
  const matches = await passwordHasher(platform).verify(password, hash, ctx)
  if (!hash || !matches) {
    await recordFailedSignIn(ctx, 'password', user.primary_email, user.id)
    throw new KnownError('PASSWORD_CONFIRMATION_MISMATCH')
  }
  await giveTryBack()
  return inTransaction(ctx.db, (trx) =>
    markSession(trx, ctx, user, ['pwd'], (current) => {
      if (current.password_hash !== hash) throw new KnownError('PASSWORD_CONFIRMATION_MISMATCH')
      assertNoSecondFactor(ctx, user, current)
    }),
  )
}

async function proveTotp(ctx: Context, user: User, totp: string): Promise<string> {
  const usedSecret = await verifyTotp(ctx, user.id, totp)
  return inTransaction(ctx.db, (trx) =>
    markSession(trx, ctx, user, ['otp'], (current) => {
      if (current.totp_secret_encrypted !== usedSecret) throw new KnownError('INVALID_TOTP_CODE')
    }),
  )
}

/** A code belongs to one session of one user, and becomes invalid when the address is removed from the account. */
async function proveEmailCode(ctx: Context, user: User, code: string): Promise<string> {
  const { userId, data } = await checkCode(ctx, 'step-up', code)
  const isOwn = userId === user.id && data.session_id === ctx.token!.refresh_token_id
  if (!isOwn || data.email !== user.primary_email) throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
  return consumeChecked(ctx, 'step-up', code, (trx) =>
    markSession(trx, ctx, user, ['otp'], (current) => assertNoSecondFactor(ctx, user, current)),
  )
}

async function provePasskey(ctx: Context, user: User, given: Given & { type: 'passkey' }): Promise<string> {
  const response = given.authentication_response as unknown as AuthenticationResponseJSON
  return spendCode(ctx, 'passkey-authentication', given.code, async (trx, { data }) => {
    const session = await findSession(trx, ctx.project.id, ctx.token!.refresh_token_id)
    // As at a sign-in: the device alone does not replace the second factor that the session began without.
    const requireUserVerification = hasSecondFactor(user) && lacksSecondFactor(session?.authentication_methods ?? [])
    const { userId, provenBy } = await verifyPasskey(trx, ctx, response, data.challenge, { requireUserVerification })
    if (userId !== user.id) throw authenticationFailed('This passkey belongs to another account.')
    return markSession(trx, ctx, user, provenBy)
  }).catch(async (error: unknown) => {
    if (KnownError.is(error, 'PASSKEY_AUTHENTICATION_FAILED')) await recordFailedSignIn(ctx, 'passkey', null, user.id)
    throw error
  })
}

/** A second factor may have been set up while the weaker proof was checked. */
function assertNoSecondFactor(ctx: Context, user: User, current: LockedUser): void {
  const { requires_totp, passkey_mfa_enabled } = current
  if (!hasSecondFactor(current)) return
  throw stepUpRequired(listMethods(ctx.project.config, { ...user, requires_totp, passkey_mfa_enabled }))
}

/** Locks the user first, as everything that ends sessions does; what was checked must still be true then. */
async function markSession(
  trx: Db,
  ctx: Context,
  user: User,
  methods: string[],
  assertStill: (current: LockedUser) => void = () => undefined,
): Promise<string> {
  const current = await findUserForUpdate(trx, ctx.project.id, user.id)
  if (current) assertStill(current)
  const id = ctx.token!.refresh_token_id
  const proof = { authenticatedAt: ctx.now(), methods }
  const isMarked = current && (await updateProof(trx, ctx.project.id, { id, userId: user.id }, proof))
  if (!isMarked) throw new KnownError('ACCESS_TOKEN_EXPIRED', { expired_at_millis: ctx.now().getTime() })
  const details = { session_id: id, methods }
  await recordAudit(trx, ctx, { action: 'session.stepped_up', target: { type: 'user', id: user.id }, details })
  return signAccessToken(ctx, ctx.project, user, { id, proof, connectionId: ctx.token!.connection_id ?? null })
}
