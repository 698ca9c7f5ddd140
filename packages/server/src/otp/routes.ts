import { KnownError, type otpRoutes } from '@latchkey/contract'
import { recordAudit } from '../audit/record.ts'
import { signInIndex } from '../contact-channels/queries.ts'
import { breaksUniqueIndex, type Db, inTransaction } from '../db/database.ts'
import { addressBucket } from '../http/client-address.ts'
import type { Context } from '../http/context.ts'
import type { Handlers } from '../http/handler.ts'
import { PlainError } from '../http/plain-error.ts'
import { expectMail } from '../mail/expect.ts'
import { secondFactorRequired } from '../mfa/attempts.ts'
import { assertTrustedUrl } from '../projects/untrusted-redirect.ts'
import { randomCode } from '../random-code.ts'
import { startSession } from '../sessions/start.ts'
import { findUserBySignInEmail, type SessionUser, type SignInUser, type UserRecord } from '../users/queries.ts'
import { signUpUser } from '../users/sign-up.ts'
import { mailCode } from '../verification-codes/mail.ts'
import { typedLength } from '../verification-codes/queries.ts'
import { checkCode, consumeChecked, type FoundCode } from '../verification-codes/use.ts'
import { enableOtp } from './queries.ts'

export const otpHandlers: Handlers<typeof otpRoutes> = {
  'POST /auth/otp/send-sign-in-code': async ({ ctx, body }) => {
    const { project, services } = ctx
    if (!project.config.auth.otp.allowSignIn) throw new PlainError(403, 'Sign-in by one-time code is not enabled.')
    await services.limiter.consume({
      mailByRecipient: `${project.id}:${body.email}`,
      mailByAddress: `${project.id}:${addressBucket(ctx.caller.address ?? '')}`,
    })
    expectMail(ctx)
    const user = await findUserBySignInEmail(ctx.db, project.id, body.email)
    assertVerified(user, body.email)
    assertTrustedUrl(ctx, body.callback_url)
    // Nobody is told which e-mails have an account: without one, and without sign-up, simply no mail comes.
    if (!user && !project.config.auth.allowSignUp) return { nonce: randomCode().slice(typedLength) }
    return { nonce: await inTransaction(ctx.db, (trx) => sendCode(trx, ctx, user, body)) }
  },

  'POST /auth/otp/sign-in': async ({ ctx, body }) => {
    const found = await checkCode(ctx, 'sign-in', body.code)
    const caller = await ctx.findUser()
    const use = () => consumeChecked(ctx, 'sign-in', body.code, (trx) => signIn(trx, ctx, caller, found))
    // Two codes for a new e-mail, used at once: the second signs in to the account that the first has just made.
    const result = await use().catch((error: unknown) => {
      if (breaksUniqueIndex(error, signInIndex)) return use()
      throw error
    })
    if ('session' in result) return result.session
    throw await secondFactorRequired(ctx, result.user.id, result.isNewUser)
  },

  'POST /auth/otp/sign-in/check-code': async ({ ctx, body }) => {
    await checkCode(ctx, 'sign-in', body.code)
    return { is_code_valid: true }
  },
}

async function sendCode(
  trx: Db,
  ctx: Context,
  user: SignInUser | undefined,
  body: { email: string; callback_url: string },
): Promise<string> {
  if (user && !user.otp_auth_enabled) {
    await enableOtp(trx, ctx.project.id, user.id)
    await recordAudit(trx, ctx, { action: 'otp.enabled', target: { type: 'user', id: user.id } })
  }
  const code = await mailCode(trx, ctx, {
    kind: 'sign-in',
    userId: user?.id ?? null,
    userDisplayName: user?.display_name ?? null,
    data: { email: body.email },
    callbackUrl: body.callback_url,
    template: 'magic_link',
    variables: (link, text) => ({ magicLink: link, otp: text.slice(0, typedLength).toUpperCase() }),
  })
  return code.slice(typedLength)
}

/** Whose e-mail it is is looked up now: a code that was sent to a newcomer signs in to an account made since. */
async function signIn(
  trx: Db,
  ctx: Context,
  caller: UserRecord | undefined,
  { userId, data: { email } }: FoundCode<'sign-in'>,
) {
  const existing = await findUserBySignInEmail(trx, ctx.project.id, email)
  assertVerified(existing, email)
  // But a code for an account leads nowhere else, and to nothing new, when the address left it since.
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
  if (user.requires_totp) return { user, isNewUser }
  const session = (await startSession(ctx, user, { method: 'otp' }, trx))!
  return { session: { ...session, is_new_user: isNewUser } }
}

/** Whoever signed up with an e-mail they never verified may not be its owner, so a code must not lead to their account. */
function assertVerified(user: SignInUser | undefined, email: string): void {
  if (!user || user.sign_in_email_verified) return
  throw new KnownError('USER_EMAIL_ALREADY_EXISTS', { email, would_work_if_email_was_verified: true })
}
