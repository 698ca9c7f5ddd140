import type { HandlerInput, userListRoutes } from '@latchkey/contract'
import type { Handlers } from '../../api/handler.ts'
import { type Part, readCursor, toCursor } from './cursor.ts'
import type { UserFilter } from './filter-queries.ts'
import { listUsers } from './queries.ts'

const defaultPageSize = 50

const parts: Record<'signed_up_at' | 'last_active_at', readonly [Part, ...Part[]]> = {
  signed_up_at: ['signed-up'],
  last_active_at: ['active', 'never-active'],
}

export const userListHandlers: Handlers<typeof userListRoutes> = {
  'GET /internal/users': async ({ ctx, query }) => {
    const { order_by = 'signed_up_at', limit = defaultPageSize, cursor } = query
    const { users, next } = await listUsers(ctx.db, ctx.project.id, {
      filter: toFilter(query),
      isDescending: query.desc === 'true',
      start:
        cursor === undefined ? { part: parts[order_by][0], after: undefined } : readCursor(cursor, parts[order_by]),
      limit,
      now: ctx.now(),
    })
    return { items: users, is_paginated: true, pagination: { next_cursor: next && toCursor(next) } }
  },
}

function toFilter(query: HandlerInput<(typeof userListRoutes)['GET /internal/users']>['query']): UserFilter {
  return {
    query: query.query ?? '',
    anonymous: query.anonymous ?? 'exclude',
    teamId: query.team_id,
    isVerified: toBoolean(query.primary_email_verified),
    authMethod: query.auth_method,
    isRestricted: toBoolean(query.restricted),
    signedUp: { from: query.signed_up_from_millis, until: query.signed_up_until_millis },
    lastActive: { from: query.last_active_from_millis, until: query.last_active_until_millis },
  }
}

function toBoolean(text: 'true' | 'false' | undefined): boolean | undefined {
  return text === undefined ? undefined : text === 'true'
}
