import { KnownError, type OAuthGrantEndReason, type oauthGrantRoutes } from '@latchkey/contract'
import { toGrantBody } from '../../accounts/oauth-grants/body.ts'
import { endGrants } from '../../accounts/oauth-grants/end.ts'
import { listGrants } from '../../accounts/oauth-grants/queries.ts'
import { findUserForUpdate } from '../../accounts/users/queries.ts'
import type { Handlers } from '../../api/handler.ts'
import type { Context } from '../../http/context.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { assertOwnAccount, assertOwnUser } from '../users/own.ts'

const defaultPageSize = 50

export const oauthGrantHandlers: Handlers<typeof oauthGrantRoutes> = {
  'GET /oauth-provider/grants': async ({ ctx, clientUser, query }) => {
    const { user_id: userId, client_id: clientId, team_id: teamId, limit = defaultPageSize, cursor } = query
    assertOwnUser(clientUser, userId)
    if (userId === undefined && clientId === undefined && teamId === undefined) {
      throw new PlainError(400, 'Name a user, a client or a team.')
    }
    const page = { limit, cursor, now: ctx.now() }
    const { rows, nextCursor } = await listGrants(ctx.db, ctx.project.id, { userId, clientId, teamId }, page)
    return {
      items: rows.map((row) => toGrantBody(row, ctx.project.config)),
      is_paginated: true,
      pagination: { next_cursor: nextCursor },
    }
  },

  'DELETE /oauth-provider/grants/{user_id}': async ({ ctx, clientUser, params }) => {
    await assertOwnAccount(ctx, clientUser, params.user_id)
    await inTransaction(ctx.db, async (trx) => {
      // Whatever is approved at this moment is approved before or afterwards.
      await findUserForUpdate(trx, ctx.project.id, params.user_id)
      await endGrants(trx, ctx, { userId: params.user_id }, reasonOf(ctx))
    })
    return { success: true }
  },

  'DELETE /oauth-provider/grants/{user_id}/{grant_id}': async ({ ctx, clientUser, params }) => {
    const { user_id: userId, grant_id: id } = params
    await assertOwnAccount(ctx, clientUser, userId)
    await inTransaction(ctx.db, async (trx) => {
      const count = await endGrants(trx, ctx, { id, userId }, reasonOf(ctx))
      if (count === 0) throw new KnownError('OAUTH_GRANT_NOT_FOUND')
    })
    return { success: true }
  },
}

function reasonOf({ access, owner }: Context): OAuthGrantEndReason {
  if (access === 'client') return 'ended_by_user'
  return owner ? 'ended_by_owner' : 'ended_by_server'
}
