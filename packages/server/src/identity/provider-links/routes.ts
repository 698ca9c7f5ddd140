import { type HandlerOutput, KnownError, type providerLinkRoutes } from '@latchkey/contract'
import { findUserRecord } from '../../accounts/users/queries.ts'
import type { Handlers } from '../../api/handler.ts'
import type { Context } from '../../http/context.ts'
import { toListBody } from '../../platform/db/bounded-list.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { assertOwnAccount, assertOwnUser } from '../users/own.ts'
import { changeLink, createLink, findProviderType, linkNotFound, removeLink } from './change.ts'
import { findLink, type LinkRow, listLinks } from './queries.ts'

export const providerLinkHandlers: Handlers<typeof providerLinkRoutes> = {
  'GET /oauth-providers': async ({ ctx, clientUser, query }) => {
    assertOwnUser(clientUser, query.user_id)
    if (query.user_id && !(await findUserRecord(ctx.db, ctx.project.id, query.user_id))) {
      throw new KnownError('USER_NOT_FOUND')
    }
    const { cursor } = query
    const { rows, nextCursor } = await listLinks(ctx.db, ctx.project.id, query.user_id, cursor)
    const items = rows.flatMap((link) => toLinkBody(ctx, link) ?? [])
    return toListBody(items, nextCursor, cursor)
  },

  'POST /oauth-providers': async ({ ctx, body }) => {
    if (!findProviderType(ctx, body.provider_config_id)) {
      throw new PlainError(404, `The project has no sign-in provider ${JSON.stringify(body.provider_config_id)}.`)
    }
    return toLinkBody(ctx, await createLink(ctx, body))!
  },

  'GET /oauth-providers/{user_id}/{id}': async ({ ctx, clientUser, params }) => {
    assertOwnUser(clientUser, params.user_id)
    const link = await findLink(ctx.db, ctx.project.id, params.user_id, params.id)
    const body = link && toLinkBody(ctx, link)
    if (!body) throw linkNotFound()
    return body
  },

  'PATCH /oauth-providers/{user_id}/{id}': async ({ ctx, clientUser, params, body }) => {
    await assertOwnAccount(ctx, clientUser, params.user_id)
    return toLinkBody(ctx, await changeLink(ctx, params.user_id, params.id, body))!
  },

  'DELETE /oauth-providers/{user_id}/{id}': async ({ ctx, clientUser, params }) => {
    await assertOwnAccount(ctx, clientUser, params.user_id)
    await removeLink(ctx, params.user_id, params.id)
    return { success: true }
  },
}

type LinkBody = HandlerOutput<(typeof providerLinkRoutes)['GET /oauth-providers/{user_id}/{id}']>

function toLinkBody(ctx: Context, link: LinkRow): LinkBody | undefined {
  const type = findProviderType(ctx, link.provider_config_id)
  if (!type) return undefined
  return {
    id: link.id,
    user_id: link.user_id,
    provider_config_id: link.provider_config_id,
    type,
    ...(link.email === null ? {} : { email: link.email }),
    account_id: link.account_id,
    allow_sign_in: link.allow_sign_in,
    allow_connected_accounts: link.allow_connected_accounts,
  }
}
