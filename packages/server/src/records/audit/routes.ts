import type { auditRoutes, HandlerOutput } from '@latchkey/contract'
import type { Handlers } from '../../api/handler.ts'
import { readSubjects } from '../subjects/body.ts'
import { listMentions, listPossible } from './mentions.ts'
import { type AuditEntryRow, listAuditEntries } from './queries.ts'

const defaultPageSize = 50

export const auditHandlers: Handlers<typeof auditRoutes> = {
  'GET /internal/audit-entries': async ({ ctx, query }) => {
    const { limit = defaultPageSize, cursor } = query
    const filter = {
      actorId: query.actor_id,
      targetId: query.target_id,
      action: query.action,
      from: toDate(query.from_millis),
      until: toDate(query.until_millis),
    }
    const { rows, nextCursor } = await listAuditEntries(ctx.db, ctx.project.id, filter, { limit, cursor })
    const filteredBy = [...listPossible(query.actor_id), ...listPossible(query.target_id)]
    return {
      items: rows.map(toBody),
      is_paginated: true,
      pagination: { next_cursor: nextCursor },
      subjects: await readSubjects(ctx.db, ctx.project.id, [...rows.flatMap(listMentions), ...filteredBy]),
    }
  },
}

type EntryBody = HandlerOutput<(typeof auditRoutes)['GET /internal/audit-entries']>['items'][number]

function toBody(entry: AuditEntryRow): EntryBody {
  return {
    id: entry.id,
    happened_at_millis: entry.happened_at.getTime(),
    action: entry.action,
    actor: {
      type: entry.actor_type as EntryBody['actor']['type'],
      id: entry.actor_id,
      description: entry.key_description,
    },
    target: { type: entry.target_type, id: entry.target_id },
    details: entry.details,
    ip_address: entry.ip_address,
    user_agent: entry.user_agent,
    request_id: entry.request_id,
  }
}

function toDate(millis: number | undefined): Date | undefined {
  return millis === undefined ? undefined : new Date(millis)
}
