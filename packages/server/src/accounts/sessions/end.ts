import { connectionProviderPrefix, type OAuthGrantEndReason, type SessionEndReason } from '@latchkey/contract'
import type { Context, RequestContext } from '../../http/context.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { Project } from '../../projects/cache.ts'
import { recordEvent, recordEvents } from '../../webhooks/events.ts'
import { endGrants } from '../oauth-grants/end.ts'
import { deleteSessionsOfConnection, listConnectionIdsOfTeam } from './connection-queries.ts'
import { findEnd, isLive, type SessionBounds, sessionBounds } from './policy.ts'
import { deleteOutlivedSession, deleteSessionsOfUser, type EndedSession } from './queries.ts'

/**
 * Ends all sessions of the user, except the one of this refresh token if given, and the access of all apps. Must be called in the transaction of the
 * change that causes it, after the user has been locked: otherwise a concurrent sign-in could start another session.
 */
export async function endSessionsOfUser(
  trx: Db,
  ctx: Context,
  userId: string,
  reason: SessionEndReason & OAuthGrantEndReason,
  keptRefreshTokenHash?: Buffer,
): Promise<void> {
  const kept = keptRefreshTokenHash && { refreshTokenHash: keptRefreshTokenHash }
  const ended = await deleteSessionsOfUser(trx, ctx.project.id, userId, kept)
  await announceEnd(trx, ctx, ended, reason)
  await endGrants(trx, ctx, { userId }, reason)
}

/**
 * Ends the sessions that nobody has shown a second factor in, when the user sets up the first one: whoever knows the
 * password may have one of them. The session that set it up stays. So does the access of apps, which cannot change how
 * the user signs in. Must be called as above.
 */
export async function endSessionsBeforeFactor(trx: Db, ctx: Context, userId: string): Promise<void> {
  const kept = ctx.token?.sub === userId ? { id: ctx.token.refresh_token_id } : undefined
  const ended = await deleteSessionsOfUser(trx, ctx.project.id, userId, kept)
  await announceEnd(trx, ctx, ended, 'second_factor_enabled')
}

/** Ends the sessions that began with a connection of a company. Must be called after it was locked. */
export async function endSessionsOfConnection(trx: Db, ctx: Context, connectionId: string): Promise<void> {
  const ended = await deleteSessionsOfConnection(trx, ctx.project.id, connectionId)
  await announceEnd(trx, ctx, ended, 'connection_ended')
  // Whoever has no other session has let in apps as somebody of the company. Those who are linked are found, too, so they
  // are unlinked afterwards.
  const connection = {
    providerId: `${connectionProviderPrefix}${connectionId}`,
    userIds: ended.map(({ user_id }) => user_id),
    bounds: sessionBounds(ctx, ctx.project),
  }
  await endGrants(trx, ctx, { connection }, 'connection_ended')
}

/** The same for all connections of a team that is about to be deleted. */
export async function endSessionsOfTeamConnections(trx: Db, ctx: Context, teamId: string): Promise<void> {
  for (const id of await listConnectionIdsOfTeam(trx, ctx.project.id, teamId)) {
    await endSessionsOfConnection(trx, ctx, id)
  }
}

/** Ends the sessions of a user that began with a connection of the team. The user must be locked, as above. */
export async function endTeamSessionsOfUser(
  trx: Db,
  ctx: Context,
  { teamId, userId }: { teamId: string; userId: string },
  reason: SessionEndReason,
): Promise<void> {
  for (const id of await listConnectionIdsOfTeam(trx, ctx.project.id, teamId)) {
    await announceEnd(trx, ctx, await deleteSessionsOfConnection(trx, ctx.project.id, id, userId), reason)
  }
}

/** A session that had already expired did not end now. */
export async function announceEnd(
  trx: Db,
  ctx: Context,
  ended: EndedSession[],
  reason: SessionEndReason,
): Promise<void> {
  const bounds = sessionBounds(ctx, ctx.project)
  const events = ended
    .filter((session) => isLive(session, bounds))
    .map(({ id, user_id, is_impersonation }) => ({
      type: 'session.ended' as const,
      data: { id, user_id, is_impersonation, reason },
    }))
  await recordEvents(trx, ctx.project.id, events, bounds.now)
}

/**
 * Ends a session that the project's rules no longer allow, when somebody tries to refresh it: only then does something
 * happen. From now on a change of the rules cannot bring it back.
 */
export async function endOutlivedSession(
  { db }: Pick<RequestContext, 'db'>,
  { id: projectId, config }: Project,
  refreshTokenHash: Buffer,
  bounds: SessionBounds,
): Promise<void> {
  const { longestLifeMinutes, inactivityMinutes } = config.auth.sessions
  if (longestLifeMinutes === undefined && inactivityMinutes === undefined) return
  await inTransaction(db, async (trx) => {
    const session = await deleteOutlivedSession(trx, projectId, refreshTokenHash, bounds)
    const reason = session && findEnd(session, bounds)
    if (!reason) return
    const { id, user_id, is_impersonation } = session
    const data = { id, user_id, is_impersonation, reason }
    await recordEvent(trx, projectId, { type: 'session.ended', data, now: bounds.now })
  })
}
