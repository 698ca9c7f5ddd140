import { KnownError, type passwordRoutes } from '@latchkey/contract'
import { announceChange } from '../../accounts/account-notices/announce.ts'
import { rememberAccount } from '../../accounts/account-notices/remember.ts'
import { sendVerificationEmail } from '../../accounts/contact-channels/verification.ts'
import { endSessionsOfUser } from '../../accounts/sessions/end.ts'
import { assertOwnSession, startSession } from '../../accounts/sessions/start.ts'
import { findPasswordHash, findUserBySignInEmail } from '../../accounts/users/queries.ts'
import { hasSecondFactor } from '../../accounts/users/second-factor.ts'
import { findSignedInUser } from '../../accounts/users/signed-in.ts'
import type { Handlers } from '../../api/handler.ts'
import type { Context } from '../../http/context.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { hashToken } from '../../platform/secrets.ts'
import { assertTrustedUrl } from '../../projects/untrusted-redirect.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { recordFailedSignIn } from '../../records/audit/sign-ins.ts'
import { endTrust } from '../../records/trusted-devices/queries.ts'
import { secondFactorRequired } from '../mfa/attempts.ts'
import { mayBeTrusted, startTrusted } from '../mfa/trusted-device.ts'
import { emailTaken, explainTakenEmail } from '../users/create.ts'
import { signUpUser } from '../users/sign-up.ts'
import { countOldPasswordAttempt, countSignInAttempt } from './attempts.ts'
import { passwordDecoys } from './decoys.ts'
import { assertPasswordSignIn } from './enabled.ts'
import { passwordHasher } from './hash.ts'
import { isKnownToBeLeaked } from './leaked.ts'
import { changePasswordHash } from './queries.ts'
import { assertAcceptablePassword, hashNewPassword } from './requirements.ts'
import { resetHandlers } from './reset-routes.ts'

export const passwordHandlers: Handlers<typeof passwordRoutes> = {
  ...resetHandlers,

  'POST /auth/password/sign-up': async ({ ctx, body, countLimits }) => {
    const { project } = ctx
    assertPasswordSignIn(ctx)
    assertTrustedUrl(ctx, body.verification_callback_url)
    if (!project.config.auth.allowSignUp) throw new KnownError('SIGN_UP_NOT_ENABLED')
    await assertAcceptablePassword(body.password, { email: body.email, projectName: project.display_name })
    await countLimits()
    const existing = await findUserBySignInEmail(ctx.db, project.id, body.email)
    const caller = await findSignedInUser(ctx)
    const isOwn = caller?.is_anonymous && existing?.id === caller.id
    if (existing && !isOwn) throw emailTaken(body.email)
    const passwordHash = await hashNewPassword(ctx, body.password)

    const { user, session } = await inTransaction(ctx.db, async (trx) => {
      const primaryEmail = { value: body.email, isVerified: false, usedForAuth: true }
      const user = await signUpUser(trx, ctx, caller, { primaryEmail, passwordHash })
      if (!user.primary_email_verified) {
        await sendVerificationEmail(trx, ctx, {
          userId: user.id,
          email: body.email,
          callbackUrl: body.verification_callback_url,
        })
      }
      return {
        user,
        session: hasSecondFactor(user) ? undefined : await startSession(ctx, user, { method: 'password' }, trx),
      }
    }).catch((error: unknown) => {
      throw explainTakenEmail(error, body.email)
    })
    // An anonymous user may have set up a second factor before signing up.
    if (!session) throw await secondFactorRequired(ctx, user.id, true, ['pwd'])
    return session
  },

  'POST /auth/password/sign-in': async ({ ctx, body }) => {
    const { project, platform } = ctx
    assertPasswordSignIn(ctx)
    const user = await findUserBySignInEmail(ctx.db, project.id, body.email)
    const giveTryBack = await countSignInAttempt(ctx, body.email, user?.id)
    const decoy = await passwordDecoys(platform)(project.id, body.email)
    const matches = await passwordHasher(platform).verify(body.password, user?.password_hash, ctx, decoy)
    if (!user?.password_hash || !matches) {
      const problem = user?.password_hash ? 'wrong-password' : user ? 'no-password' : 'no-account'
      ctx.trace.note({ step: 'password', problem })
      await recordFailedSignIn(ctx, 'password', body.email, user?.id)
      throw new KnownError('EMAIL_PASSWORD_MISMATCH')
    }
    await giveTryBack()
    const usedPasswordHash = passwordHasher(platform).isOutdated(user.password_hash)
      ? await replaceHash(ctx, user.id, user.password_hash, body.password)
      : user.password_hash
    // Of no use to who only guesses passwords, as all others are refused with the same answer as before.
    const offer = (await isKnownToBeLeaked(ctx, body.password)) ? { is_password_leaked: true } : {}
    const options = { usedPasswordHash, method: 'password' as const, provenBy: ['pwd'] }
    if (hasSecondFactor(user)) {
      const trusted = mayBeTrusted(ctx) && (await inTransaction(ctx.db, (trx) => startTrusted(trx, ctx, user, options)))
      if (!trusted) throw await secondFactorRequired(ctx, user.id, false, ['pwd'], offer)
      return { ...trusted, ...offer }
    }

    const session = await startSession(ctx, user, options)
    if (session) return { ...session, ...offer }
    const current = await findUserBySignInEmail(ctx.db, project.id, body.email)
    const isSame = current?.id === user.id && current.password_hash === usedPasswordHash
    // It was set up while the password was being checked.
    if (isSame && hasSecondFactor(current)) throw await secondFactorRequired(ctx, user.id, false, ['pwd'], offer)
    throw new KnownError('EMAIL_PASSWORD_MISMATCH')
  },

  'POST /auth/password/update': async ({ ctx, user, headers, body }) => {
    const { project, platform } = ctx
    assertPasswordSignIn(ctx)
    await assertAcceptablePassword(body.new_password, { email: user.primary_email, projectName: project.display_name })
    await assertOwnSession(ctx)
    if (!user.has_password) throw new KnownError('USER_DOES_NOT_HAVE_PASSWORD')
    const giveTryBack = await countOldPasswordAttempt(ctx, user)
    const oldHash = await findPasswordHash(ctx.db, project.id, user.id)
    const matches = await passwordHasher(platform).verify(body.old_password, oldHash, ctx)
    if (!oldHash || !matches) throw new KnownError('PASSWORD_CONFIRMATION_MISMATCH')
    await giveTryBack()
    const newHash = await hashNewPassword(ctx, body.new_password)

    const refreshToken = headers['x-stack-refresh-token']
    await inTransaction(ctx.db, async (trx) => {
      const before = await rememberAccount(trx, project.id, user.id)
      const wasChanged = await changePasswordHash(trx, project.id, user.id, { from: oldHash, to: newHash })
      if (!wasChanged) throw new KnownError('PASSWORD_CONFIRMATION_MISMATCH')
      const keptHash = refreshToken ? hashToken(refreshToken) : undefined
      await endSessionsOfUser(trx, ctx, user.id, 'password_changed', keptHash)
      await recordAudit(trx, ctx, { action: 'password.changed', target: { type: 'user', id: user.id } })
      await announceChange(trx, ctx, before, 'password_changed')
    })
    return { success: true }
  },

  'POST /auth/password/set': async ({ ctx, user, body }) => {
    assertPasswordSignIn(ctx)
    const hints = { email: user.primary_email, projectName: ctx.project.display_name }
    await assertAcceptablePassword(body.password, hints)
    await assertOwnSession(ctx)
    const hasPassword = new PlainError(
      400,
      'The user already has a password. Change it by giving the old password instead.',
    )
    if (user.has_password) throw hasPassword
    const newHash = await hashNewPassword(ctx, body.password)
    await inTransaction(ctx.db, async (trx) => {
      const before = await rememberAccount(trx, ctx.project.id, user.id)
      const wasSet = await changePasswordHash(trx, ctx.project.id, user.id, { from: null, to: newHash })
      if (!wasSet) throw hasPassword
      await endTrust(trx, ctx.project.id, user.id)
      await recordAudit(trx, ctx, { action: 'password.changed', target: { type: 'user', id: user.id } })
      await announceChange(trx, ctx, before, 'password_changed')
    })
    return { success: true }
  },
}

/** An imported or outdated hash is replaced while the password is available. */
async function replaceHash(ctx: Context, userId: string, oldHash: string, password: string): Promise<string> {
  const newHash = await passwordHasher(ctx.platform).hash(password, ctx)
  const wasChanged = await changePasswordHash(ctx.db, ctx.project.id, userId, { from: oldHash, to: newHash })
  return wasChanged ? newHash : oldHash
}
