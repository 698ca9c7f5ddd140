import type { userListRoutes } from '@latchkey/contract'
import { z } from 'zod'
import type { Handlers } from '../../api/handler.ts'
import { type Place, readCursor, type TextPlace, toCursor } from '../../platform/db/cursor.ts'
import { toFilter } from './filter.ts'
import { countUsers, listUsers, parts, type Start } from './queries.ts'

const defaultPageSize = 50

export const userListHandlers: Handlers<typeof userListRoutes> = {
  'GET /internal/users': async ({ ctx, query }) => {
    const { order_by = 'signed_up_at', limit = defaultPageSize, cursor } = query
    const filter = toFilter(query)
    const [{ users, next }, total_users] = await Promise.all([
      listUsers(ctx.db, ctx.project.id, {
        filter,
        isDescending: query.desc === 'true',
        start: readCursor(cursor, startShapes[order_by]) ?? { part: parts[order_by][0] },
        limit,
        now: ctx.now(),
      }),
      countUsers(ctx.db, ctx.project.id, filter.anonymous),
    ])
    const next_cursor = next && toCursor(next.part, ...(next.place ? partsOf(next.place) : []))
    return { items: users, is_paginated: true, pagination: { next_cursor }, total_users }
  },
}

const partsOf = (place: Place | TextPlace) => ['text' in place ? place.text : place.micros, place.id]

const byTime = (allowed: readonly Start['part'][]) =>
  z
    .union([z.tuple([z.enum(allowed)]), z.tuple([z.enum(allowed), z.int(), z.guid()])])
    .transform(([part, micros, id]): Start => ({ part, place: id === undefined ? undefined : { micros: micros!, id } }))

const byName = z
  .tuple([z.enum(parts.name), z.string().regex(/^[^\0]{0,100}$/su), z.guid()])
  .transform(([part, text, id]): Start => ({ part, place: { text, id } }))

const startShapes = {
  signed_up_at: byTime(parts.signed_up_at),
  last_active_at: byTime(parts.last_active_at),
  name: byName,
}
