import { KnownError } from '@latchkey/contract'
import { endSessionsOfUser } from '../../accounts/sessions/end.ts'
import { holdSession } from '../../accounts/sessions/queries.ts'
import { findUserForUpdate } from '../../accounts/users/queries.ts'
import type { Context } from '../../http/context.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { recordAudit } from '../../records/audit/record.ts'

/** Ends everything that has access to the account of a user, except the session of this request, all at once or not at all. */
export async function signOutEverywhere(
  ctx: Context,
  userId: string,
  reason: 'ended_by_user' | 'ended_by_server' | 'ended_by_owner',
): Promise<void> {
  await inTransaction(ctx.db, async (trx) => {
    if (!(await findUserForUpdate(trx, ctx.project.id, userId))) throw new KnownError('USER_NOT_FOUND')
    await endSessionsOfUser(trx, ctx, userId, reason, await findKeptToken(trx, ctx, userId))
    await recordAudit(trx, ctx, {
      action: 'session.revoked',
      target: { type: 'user', id: userId },
      details: { is_own: false, is_everywhere: true },
    })
  })
}

/** If the session of this request has just ended, it may not end the others. */
async function findKeptToken(trx: Db, ctx: Context, userId: string): Promise<Buffer | undefined> {
  if (ctx.token?.sub !== userId) return undefined
  const session = await holdSession(trx, ctx.project.id, ctx.token.refresh_token_id)
  if (!session) throw new KnownError('ACCESS_TOKEN_EXPIRED', { expired_at_millis: ctx.now().getTime() })
  return session.refresh_token_hash
}
