import type { SessionEndReason } from '@latchkey/contract'
import { announceEnd } from '../../accounts/sessions/end.ts'
import { deleteSession } from '../../accounts/sessions/queries.ts'
import type { Context } from '../../http/context.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { endTrust } from '../../records/trusted-devices/queries.ts'
import { deleteSignInAttempts } from '../../records/verification-codes/queries.ts'

/** False if it has already ended. */
export async function endSession(ctx: Context, sessionId: string, reason: SessionEndReason): Promise<boolean> {
  return inTransaction(ctx.db, async (trx) => {
    const session = await deleteSession(trx, ctx.project.id, sessionId)
    if (!session) return false
    // Ended from elsewhere, as by "sign out everywhere": whoever has that device needs the second factor again.
    // An owner who stops acting for the user does not concern it.
    const isTrustLost = reason === 'ended_by_user' || (reason !== 'signed_out' && !session.is_impersonation)
    if (isTrustLost) {
      await endTrust(trx, ctx.project.id, session.user_id)
      await deleteSignInAttempts(trx, ctx.project.id, session.user_id)
    }
    await announceEnd(trx, ctx, [session], reason)
    await recordAudit(trx, ctx, {
      action: 'session.revoked',
      target: { type: 'user', id: session.user_id },
      details: { session_id: sessionId, is_own: sessionId === ctx.token?.refresh_token_id },
    })
    return true
  })
}
