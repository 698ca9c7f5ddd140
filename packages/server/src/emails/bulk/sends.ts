import { isUuid } from '@latchkey/contract'
import { sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { recordAudit } from '../../records/audit/record.ts'

interface SendRow {
  id: string
  title: string
  draft_id: string | null
  created_at: Date
  scheduled_at: Date | null
  stopped_at: Date | null
  recipient_count: number
  stopped_count: number
  waiting_count: number
  failed_count: number
}

const pageSize = 20

/** Newest first, with how many recipients are waiting or were given up. The cursor is the first of a page. */
export async function listSends(
  ctx: Context,
  { draftId, cursor }: { draftId?: string | undefined; cursor?: string | undefined },
) {
  const rows = await selectSends(
    ctx.db,
    ctx.project.id,
    sql`${draftId ? sql`AND s.draft_id = ${draftId}` : sql``} ${
      cursor
        ? sql`AND (s.created_at, s.id) <= (
            SELECT created_at, id FROM email_sends WHERE project_id = ${ctx.project.id} AND id = ${cursor}
          )`
        : sql``
    }`,
    pageSize + 1,
  )
  return { items: rows.slice(0, pageSize).map(toSendBody), nextCursor: rows[pageSize]?.id ?? null }
}

/** What is being handed to the email server at this moment is still sent. */
export async function stopSend(ctx: Context, id: string) {
  const found = isUuid(id) ? await inTransaction(ctx.db, (trx) => stop(trx, ctx, id)) : undefined
  if (!found) throw new PlainError(404, 'The bulk email was not found.')
  return toSendBody(found)
}

async function stop(trx: Db, ctx: Context, id: string): Promise<SendRow | undefined> {
  const projectId = ctx.project.id
  await sql`SELECT FROM email_sends WHERE project_id = ${projectId} AND id = ${id} FOR UPDATE`.execute(trx)
  const { numAffectedRows } = await sql`
    DELETE FROM email_send_recipients
    WHERE project_id = ${projectId} AND send_id = ${id} AND not_before IS NOT NULL`.execute(trx)
  const count = Number(numAffectedRows ?? 0n)
  if (count > 0) {
    await sql`
      UPDATE email_sends SET stopped_at = ${ctx.now()}, stopped_count = stopped_count + ${count},
        next_run_at = CASE WHEN claimed_until > now() THEN next_run_at END
      WHERE project_id = ${projectId} AND id = ${id}`.execute(trx)
    await unmarkDraft(trx, projectId, id)
    const target = { type: 'email_send', id } as const
    await recordAudit(trx, ctx, { action: 'email_send.stopped', target, details: { recipient_count: count } })
  }
  const [row] = await selectSends(trx, projectId, sql`AND s.id = ${id}`, 1)
  return row
}

/** If nobody got the email, its draft was not sent, and can be sent at once. A claimed one may be on its way. */
async function unmarkDraft(trx: Db, projectId: string, sendId: string): Promise<void> {
  await sql`
    UPDATE email_drafts d SET sent_fingerprint = NULL, sent_at = (
      SELECT max(created_at) FROM email_sends
      WHERE project_id = ${projectId} AND draft_id = d.id AND stopped_count < recipient_count
    )
    FROM email_sends s
    WHERE s.project_id = ${projectId} AND s.id = ${sendId} AND s.claim_id IS NULL
      AND s.stopped_count = s.recipient_count
      AND d.project_id = s.project_id AND d.id = s.draft_id AND d.sent_at = s.created_at`.execute(trx)
}

async function selectSends(db: Db, projectId: string, condition: ReturnType<typeof sql>, limit: number) {
  const { rows } = await sql<SendRow>`
    SELECT s.id, s.title, s.draft_id, s.created_at, s.scheduled_at, s.stopped_at, s.recipient_count, s.stopped_count,
      r.waiting_count, r.failed_count
    FROM email_sends s, LATERAL (
      SELECT count(not_before)::integer AS waiting_count, (count(*) - count(not_before))::integer AS failed_count
      FROM email_send_recipients WHERE project_id = s.project_id AND send_id = s.id
    ) AS r
    WHERE s.project_id = ${projectId} ${condition}
    ORDER BY s.created_at DESC, s.id DESC LIMIT ${limit}`.execute(db)
  return rows
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

export async function countReachable(db: Db, projectId: string) {
  const { rows } = await sql<{ user_count: number; reachable_count: number }>`
    SELECT (SELECT count(*) FROM users WHERE project_id = ${projectId})::integer AS user_count,
      (SELECT count(*) FROM contact_channels
       WHERE project_id = ${projectId} AND is_primary AND type = 'email')::integer AS reachable_count`.execute(db)
  return rows[0]!
}
