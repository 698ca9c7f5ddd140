import { type anonymousRoutes, KnownError } from '@latchkey/contract'
import { startSession } from '../../accounts/sessions/start.ts'
import { recordCreation } from '../../accounts/users/audit.ts'
import { findUserRecord } from '../../accounts/users/queries.ts'
import type { Handlers } from '../../api/handler.ts'
import { findRequestLocale } from '../../http/request-locale.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { internalProjectId } from '../../platform/internal-project.ts'
import { insertUser } from '../users/create.ts'

export const anonymousHandlers: Handlers<typeof anonymousRoutes> = {
  'POST /auth/anonymous/sign-up': async ({ ctx }) => {
    const { project } = ctx
    // Any account there can own projects.
    const isClosed = project.id === internalProjectId && !project.config.auth.allowSignUp
    if (isClosed) throw new KnownError('SIGN_UP_NOT_ENABLED')
    return inTransaction(ctx.db, async (trx) => {
      await ctx.platform.quotas.assertRoomForUser(trx, project.id, ctx.access)
      const userId = await insertUser(trx, project, { isAnonymous: true, locale: findRequestLocale(ctx) }, ctx.now())
      const user = (await findUserRecord(trx, project.id, userId))!
      await recordCreation(trx, ctx, user)
      return (await startSession(ctx, user, { method: 'anonymous' }, trx))!
    })
  },
}
