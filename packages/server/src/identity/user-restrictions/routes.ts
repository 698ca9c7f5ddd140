import { KnownError, type userRestrictionRoutes } from '@latchkey/contract'
import { endSessionsOfUser } from '../../accounts/sessions/end.ts'
import { findRestriction } from '../../accounts/user-restrictions/is-restricted.ts'
import { deleteResetCodes, updateRestriction } from '../../accounts/user-restrictions/queries.ts'
import { findUserForUpdate, findUserRecord } from '../../accounts/users/queries.ts'
import type { Handlers } from '../../api/handler.ts'
import type { Context } from '../../http/context.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { assertNotLastOwner } from '../../projects/keep-owner.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { listTeamIdsOfUser } from '../../teams/queries.ts'
import { recordEvent } from '../../webhooks/events.ts'

export const userRestrictionHandlers: Handlers<typeof userRestrictionRoutes> = {
  'GET /users/{user_id}/restriction': ({ ctx, params }) => readRestriction(ctx, params.user_id),

  'PUT /users/{user_id}/restriction': async ({ ctx, params, body }) => {
    const userId = params.user_id
    const projectId = ctx.project.id
    const now = ctx.now()
    const until = body.until_millis == null ? null : new Date(body.until_millis)
    if (until && until <= now) throw new PlainError(400, 'The end of the restriction must be in the future.')
    await inTransaction(ctx.db, async (trx) => {
      // The lock orders this before or after a concurrent sign-in.
      if (!(await findUserForUpdate(trx, projectId, userId))) throw new KnownError('USER_NOT_FOUND')
      const teams = await listTeamIdsOfUser(trx, projectId, userId)
      await assertNotLastOwner(
        trx,
        ctx,
        userId,
        teams.map(({ id }) => id),
      )
      await updateRestriction(trx, projectId, userId, {
        at: now,
        until,
        reason: body.reason,
        message: body.message ?? null,
      })
      await endSessionsOfUser(trx, ctx, userId, 'user_restricted')
      await deleteResetCodes(trx, projectId, userId)
      await recordAudit(trx, ctx, {
        action: 'user.restricted',
        target: { type: 'user', id: userId },
        details: { reason: body.reason, message: body.message ?? null, until_millis: until?.getTime() ?? null },
      })
      const data = { id: userId, reason: body.reason, until_millis: until?.getTime() ?? null }
      await recordEvent(trx, projectId, { type: 'user.restricted', data, now })
    })
    return readRestriction(ctx, userId)
  },

  'DELETE /users/{user_id}/restriction': async ({ ctx, params }) => {
    const userId = params.user_id
    await inTransaction(ctx.db, async (trx) => {
      if (!(await findUserForUpdate(trx, ctx.project.id, userId))) throw new KnownError('USER_NOT_FOUND')
      const user = (await findUserRecord(trx, ctx.project.id, userId))!
      if (!findRestriction(user, ctx.now())) return
      await updateRestriction(trx, ctx.project.id, userId, null)
      await recordAudit(trx, ctx, { action: 'user.unrestricted', target: { type: 'user', id: userId } })
      await recordEvent(trx, ctx.project.id, { type: 'user.unrestricted', data: { id: userId }, now: ctx.now() })
    })
    return { success: true }
  },
}

async function readRestriction(ctx: Context, userId: string) {
  const user = await findUserRecord(ctx.db, ctx.project.id, userId)
  if (!user) throw new KnownError('USER_NOT_FOUND')
  const found = findRestriction(user, ctx.now())
  return {
    is_restricted: found !== undefined,
    reason: found?.reason ?? null,
    message: found?.message ?? null,
    restricted_at_millis: found?.restricted_at_millis ?? null,
    until_millis: found?.until_millis ?? null,
  }
}
