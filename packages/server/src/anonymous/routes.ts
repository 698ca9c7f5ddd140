import type { anonymousRoutes } from '@latchkey/contract'
import { inTransaction } from '../db/database.ts'
import { addressBucket } from '../http/client-address.ts'
import type { Handlers } from '../http/handler.ts'
import { startSession } from '../sessions/start.ts'
import { recordCreation } from '../users/audit.ts'
import { insertUser } from '../users/create.ts'
import { findUserRecord } from '../users/queries.ts'

export const anonymousHandlers: Handlers<typeof anonymousRoutes> = {
  'POST /auth/anonymous/sign-up': async ({ ctx }) => {
    const { project, services } = ctx
    await services.limiter.consume({
      signUpByAddress: `${project.id}:${addressBucket(ctx.caller.address ?? '')}`,
      signUpByProject: project.id,
    })
    return inTransaction(ctx.db, async (trx) => {
      const userId = await insertUser(trx, project, { isAnonymous: true }, ctx.now())
      const user = (await findUserRecord(trx, project.id, userId))!
      await recordCreation(trx, ctx, user)
      return (await startSession(ctx, user, { method: 'anonymous' }, trx))!
    })
  },
}
