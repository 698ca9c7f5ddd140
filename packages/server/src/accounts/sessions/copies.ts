import { KnownError } from '@latchkey/contract'
import type { Context } from '../../http/context.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { announceChange } from '../account-notices/announce.ts'
import { rememberAccount } from '../account-notices/remember.ts'
import { findUserForUpdate } from '../users/queries.ts'
import type { ShownKey } from './keys.ts'
import { findSessionByToken, noteRefusedCopy } from './queries.ts'

/** Why a refresh was refused: the session has ended, its nonce has changed, or the token is a copy without the key. */
export async function explainRefusal(
  ctx: Context,
  refreshTokenHash: Buffer,
  shown: ShownKey | undefined,
): Promise<KnownError> {
  const session = await findSessionByToken(ctx.db, ctx.project.id, refreshTokenHash, ctx.now())
  if (session?.key_thumbprint) {
    // Only whoever has the key is told the nonce. Another tab may have been faster, or a response was lost.
    if (shown?.thumbprint === session.key_thumbprint) {
      return new KnownError('SESSION_PROOF_OUTDATED', { nonce: session.key_nonce! })
    }
    await announceCopy(ctx, { id: session.id, userId: session.user_id })
  }
  return new KnownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED')
}

/**
 * Once per session. It goes on, because the copy is of no use, and whoever has one must not be able to sign its user
 * out.
 */
export async function announceCopy(ctx: Context, session: { id: string; userId: string }): Promise<void> {
  const { id, userId } = session
  await inTransaction(ctx.db, async (trx) => {
    // Locked before the session, as everywhere.
    const user = await findUserForUpdate(trx, ctx.project.id, userId)
    if (!user || !(await noteRefusedCopy(trx, ctx.project.id, id, ctx.now()))) return
    await recordAudit(trx, ctx, {
      action: 'session.copy_refused',
      target: { type: 'user', id: userId },
      details: { session_id: id },
    })
    await announceChange(trx, ctx, await rememberAccount(trx, ctx.project.id, userId), 'session_copy_refused')
  })
}
