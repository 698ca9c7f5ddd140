import type { anonymousRoutes } from '@latchkey/contract'
import { recordAudit } from '../audit/record.ts'
import { inTransaction } from '../db/database.ts'
import { addressBucket } from '../http/client-address.ts'
import type { Handlers } from '../http/handler.ts'
import { startSession } from '../sessions/start.ts'
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
      const user = await findUserRecord(trx, project.id, userId)
      await recordAudit(trx, ctx, { action: 'user.created', target: { type: 'user', id: userId } })
      return (await startSession(ctx, user!, { method: 'anonymous' }, trx))!
    })
  },
}
