import { type HandlerOutput, type TraceStep, type traceRoutes, traceStep } from '@latchkey/contract'
import type { Handlers } from '../../api/handler.ts'
import type { Context } from '../../http/context.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { readSubjects } from '../subjects/body.ts'
import type { Mention } from '../subjects/queries.ts'
import { hashesOfAddress } from './address-hash.ts'
import { findTrace, listTraces, type TraceRow } from './queries.ts'
import { readReference } from './reference.ts'
import { keptDays } from './write-queries.ts'

const defaultPageSize = 50
const maxRelated = 20

export const traceHandlers: Handlers<typeof traceRoutes> = {
  'GET /internal/traces': async ({ ctx, query }) => {
    const { limit = defaultPageSize, cursor, address, reference } = query
    const wanted = reference?.trim() ? readReference(reference) : undefined
    const filter = {
      kind: query.kind,
      userId: query.user_id,
      connectionId: query.connection_id,
      address:
        address === undefined
          ? undefined
          : { value: address, hashes: hashesOfAddress(ctx.platform.secrets, ctx.project.id, address) },
      // Half a reference finds nothing, rather than everything.
      reference: reference?.trim() ? (wanted ?? '') : undefined,
      from: new Date(Math.max(query.from_millis ?? 0, keptSince(ctx).getTime())),
      until: query.until_millis === undefined ? undefined : new Date(query.until_millis),
    }
    const { rows, nextCursor } = await listTraces(ctx.db, ctx.project.id, filter, { limit, cursor })
    const filteredBy: Mention[] = query.user_id ? [{ type: 'user', id: query.user_id }] : []
    return {
      items: rows.map(toBody),
      is_paginated: true,
      pagination: { next_cursor: nextCursor },
      subjects: await readSubjects(ctx.db, ctx.project.id, [...rows.flatMap(listMentions), ...filteredBy]),
    }
  },

  'GET /internal/traces/{id}': async ({ ctx, params }) => {
    const { db, project } = ctx
    const from = keptSince(ctx)
    const row = await findTrace(db, project.id, params.id, from)
    if (!row) throw new PlainError(404, 'There is no such trace. They are kept for 14 days.')
    const { flow_id: flowId } = row
    const related = flowId ? (await listTraces(db, project.id, { flowId, from }, { limit: maxRelated })).rows : []
    return {
      ...toBody(row),
      related: related
        .filter(({ id }) => id !== row.id)
        .reverse()
        .map(toBody),
      subjects: await readSubjects(db, project.id, [row, ...related].flatMap(listMentions)),
    }
  },
}

/** The job that deletes them runs once a day. */
function keptSince(ctx: Context): Date {
  return new Date(ctx.now().getTime() - keptDays * 24 * 3600 * 1000)
}

function listMentions({ user_id, endpoint_id }: TraceRow): Mention[] {
  return [
    ...(user_id ? [{ type: 'user' as const, id: user_id }] : []),
    ...(endpoint_id ? [{ type: 'webhook_endpoint' as const, id: endpoint_id }] : []),
  ]
}

type TraceBody = HandlerOutput<(typeof traceRoutes)['GET /internal/traces']>['items'][number]

function toBody({
  first_at,
  last_at,
  has_address,
  reference_ids,
  steps,
  flow_id: _,
  micros: __,
  ...row
}: TraceRow): TraceBody {
  return {
    ...row,
    happened_at_millis: first_at.getTime(),
    last_at_millis: last_at.getTime(),
    typed_unknown_address: has_address,
    references: reference_ids,
    steps: steps.flatMap(readStep),
  }
}

/** A newer version of the server may have written steps that this one does not know. */
function readStep(step: unknown): TraceStep[] {
  const { success, data } = traceStep.safeParse(step)
  return success ? [data] : []
}
