import type { HandlerInput, userListRoutes } from '@latchkey/contract'
import { z } from 'zod'
import type { UserFilter } from '../../accounts/users/filter-queries.ts'
import type { Handlers } from '../../api/handler.ts'
import { readCursor, toCursor } from '../../platform/db/cursor.ts'
import { listUsers, parts, type Start } from './queries.ts'

const defaultPageSize = 50

export const userListHandlers: Handlers<typeof userListRoutes> = {
  'GET /internal/users': async ({ ctx, query }) => {
    const { order_by = 'signed_up_at', limit = defaultPageSize, cursor } = query
    const { users, next } = await listUsers(ctx.db, ctx.project.id, {
      filter: toFilter(query),
      isDescending: query.desc === 'true',
      start: readCursor(cursor, startShape(parts[order_by])) ?? { part: parts[order_by][0] },
      limit,
      now: ctx.now(),
    })
    const next_cursor = next && toCursor(next.part, ...(next.place ? [next.place.micros, next.place.id] : []))
    return { items: users, is_paginated: true, pagination: { next_cursor } }
  },
}

function startShape(allowed: readonly Start['part'][]) {
  const part = z.enum(allowed)
  return z
    .union([z.tuple([part]), z.tuple([part, z.int(), z.guid()])])
    .transform(([part, micros, id]): Start => ({ part, place: id === undefined ? undefined : { micros: micros!, id } }))
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
