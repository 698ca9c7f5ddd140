import { isUuid } from '@latchkey/contract'
import type { Context } from '../../http/context.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { requeueFailed } from '../outbox/queries.ts'
import { findSendRow, listSendRows, type SendRow, stopWaiting } from './send-queries.ts'

const pageSize = 20

export async function listSends(
  ctx: Context,
  { draftId, cursor }: { draftId?: string | undefined; cursor?: string | undefined },
) {
  const { rows, nextCursor } = await listSendRows(ctx.db, ctx.project.id, { draftId, cursor, limit: pageSize })
  return { items: rows.map(toSendBody), nextCursor }
}

/** What is being handed to the email server at this moment is still sent. */
export async function stopSend(ctx: Context, id: string) {
  const found = isUuid(id) ? await inTransaction(ctx.db, (trx) => stop(trx, ctx, id)) : undefined
  if (!found) throw new PlainError(404, 'The bulk email was not found.')
  return toSendBody(found)
}

async function stop(trx: Db, ctx: Context, id: string): Promise<SendRow | undefined> {
  const count = await stopWaiting(trx, ctx.project.id, id, ctx.now())
  if (count > 0) {
    const target = { type: 'email_send', id } as const
    await recordAudit(trx, ctx, { action: 'email_send.stopped', target, details: { recipient_count: count } })
  }
  return findSendRow(trx, ctx.project.id, id)
}

/** What was given up gets new attempts, all of it or nothing. */
export async function resendFailed(ctx: Context, id: string) {
  const found = isUuid(id) ? await inTransaction(ctx.db, (trx) => requeue(trx, ctx, id)) : undefined
  if (!found) throw new PlainError(404, 'The bulk email was not found.')
  return toSendBody(found)
}

async function requeue(trx: Db, ctx: Context, id: string): Promise<SendRow | undefined> {
  const count = await requeueFailed(trx, ctx.project.id, id)
  if (count > 0) {
    const target = { type: 'email_send', id } as const
    await recordAudit(trx, ctx, { action: 'email_send.failed_resent', target, details: { recipient_count: count } })
  }
  return findSendRow(trx, ctx.project.id, id)
}

function toSendBody(row: SendRow) {
  const { id, title, draft_id, recipient_count, waiting_count, failed_count, stopped_count } = row
  return {
    id,
    title,
    draft_id,
    created_at_millis: row.created_at.getTime(),
    scheduled_at_millis: row.scheduled_at?.getTime() ?? null,
    stopped_at_millis: row.stopped_at?.getTime() ?? null,
    recipient_count,
    waiting_count,
    failed_count,
    stopped_count,
  }
}
