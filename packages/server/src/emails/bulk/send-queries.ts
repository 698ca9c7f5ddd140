import { sql } from 'kysely'
import { idShape, readCursor, toPage } from '../../platform/db/cursor.ts'
import type { Db } from '../../platform/db/database.ts'

export interface SendRow {
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

/** One page, newest first, with how many recipients are waiting or were given up. */
export async function listSendRows(
  db: Db,
  projectId: string,
  { draftId, cursor, limit }: { draftId: string | undefined; cursor: string | undefined; limit: number },
): Promise<{ rows: SendRow[]; nextCursor: string | null }> {
  const first = readCursor(cursor, idShape)
  const ofDraft = draftId ? sql`AND s.draft_id = ${draftId}` : sql``
  const start = first
    ? sql`AND (s.created_at, s.id) <= (
        SELECT created_at, id FROM email_sends WHERE project_id = ${projectId} AND id = ${first}
      )`
    : sql``
  const rows = await querySends(db, projectId, sql`${ofDraft} ${start}`, limit + 1)
  return toPage(rows, limit, ({ id }) => [id])
}

export async function findSendRow(db: Db, projectId: string, id: string): Promise<SendRow | undefined> {
  const [row] = await querySends(db, projectId, sql`AND s.id = ${id}`, 1)
  return row
}

async function querySends(db: Db, projectId: string, condition: ReturnType<typeof sql>, limit: number) {
  const { rows } = await sql<SendRow>`
    SELECT s.id, s.title, s.draft_id, s.created_at, s.scheduled_at, s.stopped_at, s.recipient_count, s.stopped_count,
      r.waiting_count, r.failed_count
    FROM email_sends s, LATERAL (
      SELECT (count(*) - count(given_up_at))::integer AS waiting_count, count(given_up_at)::integer AS failed_count
      FROM outgoing_emails WHERE project_id = s.project_id AND send_id = s.id
    ) AS r
    WHERE s.project_id = ${projectId} ${condition}
    ORDER BY s.created_at DESC, s.id DESC LIMIT ${limit}`.execute(db)
  return rows
}

/** Deletes the waiting recipients of a send, and returns how many there were. Must be called in a transaction. */
export async function stopWaiting(db: Db, projectId: string, id: string, now: Date): Promise<number> {
  await sql`SELECT FROM email_sends WHERE project_id = ${projectId} AND id = ${id} FOR UPDATE`.execute(db)
  const { rows } = await sql<{ count: number; claimed_count: number }>`
    WITH stopped AS (
      DELETE FROM outgoing_emails WHERE project_id = ${projectId} AND send_id = ${id} AND given_up_at IS NULL
      RETURNING claimed_until
    )
    SELECT count(*)::integer AS count, (count(*) FILTER (WHERE claimed_until > now()))::integer AS claimed_count
    FROM stopped`.execute(db)
  const { count, claimed_count } = rows[0]!
  if (count === 0) return 0
  await sql`
    UPDATE email_sends SET stopped_at = ${now}, stopped_count = stopped_count + ${count}
    WHERE project_id = ${projectId} AND id = ${id}`.execute(db)
  // If some are claimed, the email may be on its way.
  if (claimed_count === 0) await unmarkDraft(db, projectId, id)
  return count
}

/** If nobody got the email, its draft was not sent, and can be sent at once. */
async function unmarkDraft(db: Db, projectId: string, sendId: string): Promise<void> {
  await sql`
    UPDATE email_drafts d SET sent_fingerprint = NULL, sent_at = (
      SELECT max(created_at) FROM email_sends
      WHERE project_id = ${projectId} AND draft_id = d.id AND stopped_count < recipient_count
    )
    FROM email_sends s
    WHERE s.project_id = ${projectId} AND s.id = ${sendId} AND s.stopped_count = s.recipient_count
      AND d.project_id = s.project_id AND d.id = s.draft_id AND d.sent_at = s.created_at`.execute(db)
}
