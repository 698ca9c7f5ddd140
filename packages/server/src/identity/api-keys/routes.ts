import type { apiKeyRoutes } from '@latchkey/contract'
import type { Handlers } from '../../api/handler.ts'
import { toListBody } from '../../platform/db/bounded-list.ts'
import { readSubjects } from '../../records/subjects/body.ts'
import { ownerOf, toKeyBody, toTeamKeyBody, toUserKeyBody } from './body.ts'
import { revokeLeakedKey } from './leaked.ts'
import { changeApiKey, checkApiKey, createApiKey, listKeysOf, readApiKey } from './manage.ts'
import { listAllApiKeys } from './queries.ts'

const pageSize = 50

export const apiKeyHandlers: Handlers<typeof apiKeyRoutes> = {
  'GET /user-api-keys': async ({ ctx, query }) => {
    const { rows, nextCursor } = await listKeysOf(ctx, { type: 'user', id: query.user_id }, query.cursor)
    return toListBody(rows.map(toUserKeyBody), nextCursor, query.cursor)
  },

  'POST /user-api-keys': async ({ ctx, body }) => {
    const { key, value } = await createApiKey(ctx, { type: 'user', id: body.user_id }, body)
    return { ...toUserKeyBody(key), value }
  },

  'GET /user-api-keys/{id}': async ({ ctx, params }) =>
    toUserKeyBody(await readApiKey(ctx, { type: 'user', ...params })),

  'PATCH /user-api-keys/{id}': async ({ ctx, params, body }) =>
    toUserKeyBody(await changeApiKey(ctx, { type: 'user', ...params }, body)),

  'POST /user-api-keys/check': async ({ ctx, body }) => toUserKeyBody(await checkApiKey(ctx, 'user', body.api_key)),

  'GET /team-api-keys': async ({ ctx, query }) => {
    const { rows, nextCursor } = await listKeysOf(ctx, { type: 'team', id: query.team_id }, query.cursor)
    return toListBody(rows.map(toTeamKeyBody), nextCursor, query.cursor)
  },

  'POST /team-api-keys': async ({ ctx, body }) => {
    const { key, value } = await createApiKey(ctx, { type: 'team', id: body.team_id }, body)
    return { ...toTeamKeyBody(key), value }
  },

  'GET /team-api-keys/{id}': async ({ ctx, params, query }) =>
    toTeamKeyBody(await readApiKey(ctx, { type: 'team', ...params, teamId: query.team_id })),

  'PATCH /team-api-keys/{id}': async ({ ctx, params, query, body }) =>
    toTeamKeyBody(await changeApiKey(ctx, { type: 'team', ...params, teamId: query.team_id }, body)),

  'POST /team-api-keys/check': async ({ ctx, body }) => toTeamKeyBody(await checkApiKey(ctx, 'team', body.api_key)),

  'GET /internal/user-and-team-api-keys': async ({ ctx, query: { cursor } }) => {
    const { rows, nextCursor } = await listAllApiKeys(ctx.db, ctx.project.id, { cursor, limit: pageSize })
    return {
      items: rows.map(toKeyBody),
      is_paginated: true as const,
      pagination: { next_cursor: nextCursor },
      subjects: await readSubjects(ctx.db, ctx.project.id, rows.map(ownerOf)),
    }
  },

  'POST /integrations/credential-scanning/revoke': async ({ ctx, body }) => {
    await revokeLeakedKey(ctx, body.api_key)
    return { success: true }
  },
}
