import type { SessionEndReason } from '@latchkey/contract'
import type { Context } from '../../http/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { recordEvents } from '../../webhooks/events.ts'
import { deleteSessionsOfUser, type EndedSession } from './queries.ts'

/**
 * Ends all sessions of the user, except the one of this refresh token if given. Must be called in the transaction of the
 * change that causes it, after the user has been locked: otherwise a concurrent sign-in could start another session.
 */
export async function endSessionsOfUser(
  trx: Db,
  ctx: Context,
  userId: string,
  reason: SessionEndReason,
  keptRefreshTokenHash?: Buffer,
): Promise<void> {
  const ended = await deleteSessionsOfUser(trx, ctx.project.id, userId, keptRefreshTokenHash)
  await announceEnd(trx, ctx, ended, reason)
}

/** A session that had already expired did not end now. */
export async function announceEnd(
  trx: Db,
  ctx: Context,
  ended: EndedSession[],
  reason: SessionEndReason,
): Promise<void> {
  const now = ctx.now()
  const events = ended
    .filter(({ expires_at }) => expires_at > now)
    .map(({ id, user_id, is_impersonation }) => ({
      type: 'session.ended' as const,
      data: { id, user_id, is_impersonation, reason },
    }))
  await recordEvents(trx, ctx.project.id, events, now)
}
