import { KnownError, type sessionRoutes } from '@latchkey/contract'
import { sessionBounds } from '../../accounts/sessions/policy.ts'
import { findSession, listSessions } from '../../accounts/sessions/queries.ts'
import { refreshSession, startSession } from '../../accounts/sessions/start.ts'
import { findUserRecord } from '../../accounts/users/queries.ts'
import { findSignedInUser } from '../../accounts/users/signed-in.ts'
import type { Handlers } from '../../api/handler.ts'
import type { Context } from '../../http/context.ts'
import { toListBody } from '../../platform/db/bounded-list.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import type { IpInfo } from '../../platform/ip-info.ts'
import { assertOwnAccount } from '../users/own.ts'
import { endSession } from './end-session.ts'
import { signOutEverywhere } from './sign-out-everywhere.ts'

export const sessionHandlers: Handlers<typeof sessionRoutes> = {
  'POST /auth/sessions': async ({ ctx, body }) => {
    const user = await findUserRecord(ctx.db, ctx.project.id, body.user_id)
    const session =
      user &&
      (await startSession(ctx, user, {
        expiresInMillis: body.expires_in_millis,
        isImpersonation: body.is_impersonation,
        method: 'server',
      }))
    if (!session) throw new KnownError('USER_ID_DOES_NOT_EXIST', { user_id: body.user_id })
    return session
  },

  'GET /auth/sessions': async ({ ctx, clientUser, query }) => {
    if (clientUser && clientUser.id !== query.user_id) {
      throw new PlainError(403, "Clients can only list the signed-in user's sessions.")
    }
    const { cursor } = query
    const { rows, nextCursor } = await listSessions(ctx.db, ctx.project.id, query.user_id, {
      bounds: sessionBounds(ctx, ctx.project),
      includeImpersonation: ctx.access === 'admin',
      cursor,
    })
    const items = rows.map((session) => ({
      id: session.id,
      user_id: session.user_id,
      created_at: session.created_at.getTime(),
      is_impersonation: session.is_impersonation,
      ...(session.last_used_at ? { last_used_at: session.last_used_at.getTime() } : {}),
      is_current_session: session.id === ctx.token?.refresh_token_id,
      ...(session.last_used_ip_info ? { last_used_at_end_user_ip_info: session.last_used_ip_info as IpInfo } : {}),
      ...(session.last_used_user_agent ? { last_used_user_agent: session.last_used_user_agent } : {}),
    }))
    return toListBody(items, nextCursor, cursor)
  },

  'DELETE /auth/sessions': async ({ ctx, clientUser, query }) => {
    await assertOwnAccount(ctx, clientUser, query.user_id)
    await signOutEverywhere(ctx, query.user_id, reasonOf(ctx))
    return { success: true }
  },

  'DELETE /auth/sessions/{id}': async ({ ctx, params }) => {
    const session = await findSession(ctx.db, ctx.project.id, params.id)
    const isVisible = session && (ctx.access !== 'client' || session.user_id === (await findSignedInUser(ctx))?.id)
    if (!isVisible) throw new PlainError(404, 'There is no such session.')
    if (session.id === ctx.token?.refresh_token_id) throw new KnownError('CANNOT_DELETE_CURRENT_SESSION')
    await endSession(ctx, session.id, reasonOf(ctx))
    return { success: true }
  },

  'DELETE /auth/sessions/current': async ({ ctx }) => {
    if (!ctx.token) throw new KnownError('ACCESS_TOKEN_EXPIRED', { expired_at_millis: ctx.now().getTime() })
    const wasAlive = await endSession(ctx, ctx.token.refresh_token_id, 'signed_out')
    if (!wasAlive) throw new KnownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED')
    return { success: true }
  },

  'POST /auth/sessions/current/refresh': ({ ctx, headers }) =>
    refreshSession(ctx, headers['x-stack-refresh-token'], {
      text: headers['x-stack-session-proof'],
      path: '/auth/sessions/current/refresh',
    }),
}

function reasonOf({ access, owner }: Context) {
  if (access === 'client') return 'ended_by_user'
  return owner ? 'ended_by_owner' : 'ended_by_server'
}
