import { type impersonationRoutes, KnownError } from '@latchkey/contract'
import { startSession } from '../../accounts/sessions/start.ts'
import { findRestriction, toDetails } from '../../accounts/user-restrictions/is-restricted.ts'
import { findUserRecord } from '../../accounts/users/queries.ts'
import { spendCode } from '../../accounts/verification-codes/use.ts'
import type { Handlers } from '../../api/handler.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { internalProjectId } from '../../platform/internal-project.ts'
import { isStillGranted } from '../../projects/granted-access.ts'
import { assertTrustedUrl } from '../../projects/untrusted-redirect.ts'
import { actorOf, recordAudit } from '../../records/audit/record.ts'
import { insertVerificationCode } from '../../records/verification-codes/queries.ts'

const sessionMillis = 3_600_000

export const impersonationHandlers: Handlers<typeof impersonationRoutes> = {
  'POST /internal/users/{user_id}/impersonation': async ({ ctx, params, body }) => {
    const { project } = ctx
    // Their sessions give access to every project that they own.
    if (project.id === internalProjectId) throw new PlainError(403, 'Project owners cannot be impersonated.')
    const user = await findUserRecord(ctx.db, project.id, params.user_id)
    if (!user) throw new KnownError('USER_NOT_FOUND')
    const restriction = findRestriction(user, ctx.now())
    if (restriction) throw new KnownError('USER_IS_RESTRICTED', toDetails(restriction))
    assertTrustedUrl(ctx, body.callback_url)
    const target = { type: 'user' as const, id: user.id }
    const { code, expiresAt } = await inTransaction(ctx.db, async (trx) => {
      await recordAudit(trx, ctx, { action: 'impersonation.requested', target })
      return insertVerificationCode(trx, project.id, {
        kind: 'impersonation',
        userId: user.id,
        data: {
          actor: actorOf(ctx, 'impersonation.requested', target, project.id),
          owner: ctx.owner && { id: ctx.owner.id, sessionId: ctx.owner.sessionId },
          key_set_id: ctx.keySetId,
        },
        now: ctx.now(),
      })
    })
    // In the fragment, which browsers send to no server, so that it is in no log and no Referer header.
    const url = new URL(body.callback_url)
    url.hash = `code=${code}`
    return { url: url.href, expires_at_millis: expiresAt.getTime() }
  },

  'POST /auth/impersonation/sign-in': ({ ctx, body }) =>
    spendCode(ctx, 'impersonation', body.code, async (trx, { userId, data }) => {
      const { actor, owner, key_set_id: keySetId = null } = data
      const grant = { owner, keySetId }
      const isGranted = await isStillGranted({ db: trx, now: ctx.platform.now }, ctx.project, grant, 'accounts')
      if (!isGranted) throw new KnownError('VERIFICATION_CODE_EXPIRED')
      const user = userId && (await findUserRecord(trx, ctx.project.id, userId))
      const session =
        user &&
        (await startSession(
          ctx,
          user,
          { expiresInMillis: sessionMillis, isImpersonation: true, impersonator: owner, actor, method: 'server' },
          trx,
        ))
      if (!session) throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
      return session
    }),
}
