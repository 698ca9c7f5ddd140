import type { userListRoutes } from '@latchkey/contract'
import { z } from 'zod'
import type { Handlers } from '../../api/handler.ts'
import { readCursor, toCursor } from '../../platform/db/cursor.ts'
import { toFilter } from './filter.ts'
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
