import { KnownError, minPasswordLength, type passwordRoutes } from '@latchkey/contract'
import { announceChange } from '../../accounts/account-notices/announce.ts'
import { rememberAccount } from '../../accounts/account-notices/remember.ts'
import { deleteJuniorUndoCodes } from '../../accounts/account-notices/undo-codes.ts'
import { isSignInEmail } from '../../accounts/contact-channels/queries.ts'
import { endSessionsOfUser } from '../../accounts/sessions/end.ts'
import { findRestriction, toDetails } from '../../accounts/user-restrictions/is-restricted.ts'
import { announceUpdate } from '../../accounts/users/announce.ts'
import { findUserForUpdate, findUserRecord } from '../../accounts/users/queries.ts'
import { requestCode } from '../../accounts/verification-codes/requests.ts'
import { checkCode, consumeChecked } from '../../accounts/verification-codes/use.ts'
import type { Handlers } from '../../api/handler.ts'
import type { Context } from '../../http/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { assertTrustedUrl } from '../../projects/untrusted-redirect.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { deleteCodesOfUser } from '../../records/verification-codes/queries.ts'
import { countCodeEmail } from '../rate-limits/code-emails.ts'
import { claimAccount } from '../users/claim.ts'
import { assertPasswordSignIn } from './enabled.ts'
import { setPasswordHash } from './queries.ts'
import { assertAcceptablePassword, hashNewPassword } from './requirements.ts'

type ResetRoute =
  | 'POST /auth/password/send-reset-code'
  | 'POST /auth/password/reset'
  | 'POST /auth/password/reset/check-code'

export const resetHandlers: Pick<Handlers<typeof passwordRoutes>, ResetRoute> = {
  'POST /auth/password/send-reset-code': async ({ ctx, body, countLimits }) => {
    assertPasswordSignIn(ctx)
    // Also checked for unknown emails: otherwise a bad URL would reveal which ones are known.
    assertTrustedUrl(ctx, body.callback_url)
    await countCodeEmail(ctx, body.email, countLimits)
    await requestCode(ctx, { kind: 'password-reset', email: body.email, callbackUrl: body.callback_url })
    return { success: 'If an account signs in with this email address, we have sent it an email.' }
  },

  'POST /auth/password/reset': async ({ ctx, body }) => {
    const { userId, data } = await checkCode(ctx, 'password-reset', body.code)
    const isLongEnough = body.password.length >= minPasswordLength
    const hints = { email: data.email, projectName: ctx.project.display_name }
    // Users cannot know our list of common passwords, so choosing one of them does not use up the link.
    if (isLongEnough) await assertAcceptablePassword(body.password, hints)
    const newHash = isLongEnough ? await hashNewPassword(ctx, body.password) : undefined

    return consumeChecked(ctx, 'password-reset', body.code, async (trx) => {
      assertPasswordSignIn(ctx)
      if (!newHash) throw new KnownError('PASSWORD_TOO_SHORT', { min_length: minPasswordLength })
      if (!(await isSignInEmail(trx, ctx.project.id, userId!, data.email))) {
        throw new PlainError(400, 'The email address was changed or removed after the link was sent.')
      }
      await assertNotRestricted(trx, ctx, userId!)
      const sessionId = ctx.token?.refresh_token_id
      await claimAccount(trx, ctx, { userId: userId!, email: data.email, method: 'password-reset', sessionId })
      const before = await rememberAccount(trx, ctx.project.id, userId!)
      await setPasswordHash(trx, ctx.project.id, userId!, newHash)
      await endSessionsOfUser(trx, ctx, userId!, 'password_changed')
      await deleteCodesOfUser(trx, ctx.project.id, userId!)
      await deleteJuniorUndoCodes(trx, ctx.project.id, userId!)
      await recordAudit(trx, ctx, { action: 'password.reset', target: { type: 'user', id: userId! } })
      await announceUpdate(trx, ctx, userId!)
      await announceChange(trx, ctx, before, 'password_changed')
      return { success: true }
    })
  },

  'POST /auth/password/reset/check-code': async ({ ctx, body }) => {
    await checkCode(ctx, 'password-reset', body.code)
    return { is_code_valid: true }
  },
}

/** The lock orders this before or after a concurrent restriction. */
async function assertNotRestricted(trx: Db, ctx: Context, userId: string): Promise<void> {
  await findUserForUpdate(trx, ctx.project.id, userId)
  const user = await findUserRecord(trx, ctx.project.id, userId)
  const restriction = user && findRestriction(user, ctx.now())
  if (restriction) throw new KnownError('USER_IS_RESTRICTED', toDetails(restriction))
}
