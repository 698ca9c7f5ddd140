import type { StepUpMethod, stepUpRoutes } from '@latchkey/contract'
import { assertOwnSession } from '../../accounts/sessions/start.ts'
import type { UserRecord } from '../../accounts/users/queries.ts'
import type { Handlers } from '../../api/handler.ts'
import { enqueueEmail } from '../../emails/outbox/outbox.ts'
import type { Context } from '../../http/context.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { insertVerificationCode, typedLength } from '../../records/verification-codes/queries.ts'
import { proveBy } from './proofs.ts'
import { assertFresh, listMethods, stepUpRequired } from './required.ts'

export const stepUpHandlers: Handlers<typeof stepUpRoutes> = {
  'POST /auth/step-up': async ({ ctx, user, body }) => {
    await assertMethod(ctx, user, body.type)
    return { access_token: await proveBy(ctx, user, body) }
  },

  'POST /auth/step-up/send-code': async ({ ctx, user, countLimits }) => {
    await assertMethod(ctx, user, 'email_code')
    const { project, platform } = ctx
    const email = user.primary_email!
    await countLimits(email)
    const now = ctx.now()
    const nonce = await inTransaction(ctx.db, async (trx) => {
      const { code, expiresAt } = await insertVerificationCode(trx, project.id, {
        kind: 'step-up',
        userId: user.id,
        data: { email, session_id: ctx.token!.refresh_token_id },
        now,
      })
      const variables = {
        projectDisplayName: project.display_name,
        userDisplayName: user.display_name ?? '',
        code: code.slice(0, typedLength).toUpperCase(),
      }
      const codeEmail = {
        kind: 'step_up_code' as const,
        to: email,
        locale: user.locale,
        variables,
        discardAfter: expiresAt,
        now,
      }
      await enqueueEmail(trx, project, codeEmail, platform.secrets)
      return code.slice(typedLength)
    })
    return { nonce }
  },

  'POST /auth/step-up/check': async ({ ctx, user, body }) => {
    if (body?.max_age_seconds !== undefined) await assertFresh(ctx, user, body.max_age_seconds)
    return { success: true }
  },
}

/** The session must be live and the user's own, and the method must be available to the user. */
async function assertMethod(ctx: Context, user: Readonly<UserRecord>, method: StepUpMethod): Promise<void> {
  await assertOwnSession(ctx)
  const methods = listMethods(ctx.project.config, user)
  if (!methods.includes(method)) throw stepUpRequired(methods)
}
