import { KnownError, type magicLinkRoutes } from '@latchkey/contract'
import { signInIndex } from '../../accounts/contact-channels/queries.ts'
import { startSession } from '../../accounts/sessions/start.ts'
import {
  findUserBySignInEmail,
  type SessionUser,
  type SignInUser,
  type UserRecord,
} from '../../accounts/users/queries.ts'
import { hasSecondFactor } from '../../accounts/users/second-factor.ts'
import { findSignedInUser } from '../../accounts/users/signed-in.ts'
import { requestCode } from '../../accounts/verification-codes/requests.ts'
import { checkCode, consumeChecked, type FoundCode } from '../../accounts/verification-codes/use.ts'
import type { Handlers } from '../../api/handler.ts'
import type { Context } from '../../http/context.ts'
import { breaksUniqueIndex, type Db } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { assertTrustedUrl } from '../../projects/untrusted-redirect.ts'
import { secondFactorRequired } from '../mfa/attempts.ts'
import { startTrusted } from '../mfa/trusted-device.ts'
import { countCodeEmail } from '../rate-limits/code-emails.ts'
import { claimAccount } from '../users/claim.ts'
import { signUpUser } from '../users/sign-up.ts'
import { enableOtp, hasUnverifiedClaim } from './queries.ts'

export const otpHandlers: Handlers<typeof magicLinkRoutes> = {
  'POST /auth/otp/send-sign-in-code': async ({ ctx, body, countLimits }) => {
    const { project } = ctx
    if (!project.config.auth.otp.allowSignIn) throw new PlainError(403, 'Sign-in with one-time codes is not enabled.')
    await countCodeEmail(ctx, body.email, countLimits)
    if (!body.claim_unverified && (await hasUnverifiedClaim(ctx.db, project.id, body.email)))
      throw unverified(body.email)
    assertTrustedUrl(ctx, body.callback_url)
    const request = {
      email: body.email,
      callbackUrl: body.callback_url,
      claimsUnverified: body.claim_unverified ?? false,
    }
    return { nonce: await requestCode(ctx, { kind: 'sign-in', ...request }) }
  },

  'POST /auth/otp/sign-in': async ({ ctx, body }) => {
    const found = await checkCode(ctx, 'sign-in', body.code)
    const caller = await findSignedInUser(ctx)
    const use = () => consumeChecked(ctx, 'sign-in', body.code, (trx) => signIn(trx, ctx, caller, found))
    // If two codes for a new address are used at once, the second signs in to the account that the first has created.
    const result = await use().catch((error: unknown) => {
      if (breaksUniqueIndex(error, signInIndex)) return use()
      throw error
    })
    if ('session' in result) return result.session
    throw await secondFactorRequired(ctx, result.user.id, result.isNewUser, ['otp'])
  },

  'POST /auth/otp/sign-in/check-code': async ({ ctx, body }) => {
    await checkCode(ctx, 'sign-in', body.code)
    return { is_code_valid: true }
  },
}

/** The account is looked up when the code is used: a code sent for sign-up signs in to an account created since. */
async function signIn(
  trx: Db,
  ctx: Context,
  caller: UserRecord | undefined,
  { userId, data: { email, claims_unverified } }: FoundCode<'sign-in'>,
) {
  const found = await findUserBySignInEmail(trx, ctx.project.id, email)
  const mayClaim = found?.sign_in_email_verified || (claims_unverified && found?.id === userId)
  const wasClaimed = found?.is_unclaimed && mayClaim && (await claim(trx, ctx, found.id, email))
  const existing = wasClaimed ? await findUserBySignInEmail(trx, ctx.project.id, email) : found
  assertVerified(existing, email)
  // But a code for an existing account is invalid if the account no longer has the address.
  const isLost = userId !== null && existing?.id !== userId
  const isSwitchedOff = existing?.otp_auth_enabled === false
  if (isLost || isSwitchedOff) throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
  if (!existing && !ctx.project.config.auth.allowSignUp) throw new KnownError('SIGN_UP_NOT_ENABLED')
  const isNewUser = !existing
  const user: SessionUser =
    existing ??
    (await signUpUser(trx, ctx, caller, {
      primaryEmail: { value: email, isVerified: true, usedForAuth: true },
      otpAuthEnabled: true,
    }))
  const options = { method: 'otp' as const, provenBy: ['otp'] }
  const session = hasSecondFactor(user)
    ? await startTrusted(trx, ctx, user, options)
    : (await startSession(ctx, user, options, trx))!
  return session ? { session: { ...session, is_new_user: isNewUser } } : { user, isNewUser }
}

/** The code was requested with `claim_unverified`, or the address was verified without showing that it is the account's. */
async function claim(trx: Db, ctx: Context, userId: string, email: string): Promise<boolean> {
  const sessionId = ctx.token?.refresh_token_id
  const wasClaimed = await claimAccount(trx, ctx, { userId, email, method: 'otp', sessionId })
  if (wasClaimed) await enableOtp(trx, ctx.project.id, userId)
  return wasClaimed
}

/**
 * An account with an unverified address may not belong to the owner of the address, so a code must not sign in to it.
 */
function assertVerified(user: SignInUser | undefined, email: string): void {
  if (user && !user.sign_in_email_verified) throw unverified(email)
}

function unverified(email: string): KnownError<'USER_EMAIL_ALREADY_EXISTS'> {
  return new KnownError('USER_EMAIL_ALREADY_EXISTS', { email, would_work_if_email_was_verified: true })
}
