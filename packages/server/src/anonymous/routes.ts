import { type anonymousRoutes, KnownError } from '@latchkey/contract'
import type { Handlers } from '../api/handler.ts'
import { inTransaction } from '../db/database.ts'
import { internalProjectId } from '../internal-project.ts'
import { startSession } from '../sessions/start.ts'
import { recordCreation } from '../users/audit.ts'
import { insertUser } from '../users/create.ts'
import { findUserRecord } from '../users/queries.ts'

export const anonymousHandlers: Handlers<typeof anonymousRoutes> = {
  'POST /auth/anonymous/sign-up': async ({ ctx, countLimits }) => {
    const { project } = ctx
    // Any account there can own projects.
    const isClosed = project.id === internalProjectId && !project.config.auth.allowSignUp
    if (isClosed) throw new KnownError('SIGN_UP_NOT_ENABLED')
    await countLimits()
    return inTransaction(ctx.db, async (trx) => {
      await ctx.services.quotas.assertRoomForUser(trx, project.id, ctx.access)
      const userId = await insertUser(trx, project, { isAnonymous: true }, ctx.now())
      const user = (await findUserRecord(trx, project.id, userId))!
      await recordCreation(trx, ctx, user)
      return (await startSession(ctx, user, { method: 'anonymous' }, trx))!
    })
  },
}
