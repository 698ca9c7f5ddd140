import { randomUUID } from 'node:crypto'
import { hasUuidShape } from '@latchkey/contract'
import { type RawBuilder, sql } from 'kysely'
import { deleteInBatches } from '../../platform/db/batches.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { isUnclaimed } from '../../platform/deliveries/claim-queries.ts'
import type { DeliveryJob } from '../../platform/deliveries/sweep.ts'
import { enqueueJob, type Jobs } from '../../platform/jobs/jobs.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { announceActivity } from '../../records/live-updates/queries.ts'
import type { RequeueOutcome } from '../outbox/send-again.ts'
import type { DraftRow } from '../queries.ts'
import type { EmailSources } from '../rendering/renderer.ts'
import type { FailedAttempts } from '../retries.ts'

/** The content of a bulk email, fixed when it was accepted. */
export interface SendContent {
  sources: EmailSources
  variables: Record<string, unknown>
  subject?: string
  /** Used if the template does not specify one. */
  category: string
}

export interface Addressee {
  id: string
  email: string | null
}

/** The users of the project with these IDs, or all. */
export async function listAddressees(db: Db, projectId: string, ids?: string[]): Promise<Addressee[]> {
  const wanted = ids?.filter(hasUuidShape)
  const { rows } = await sql<Addressee>`
    SELECT u.id, c.value AS email FROM users u
    LEFT JOIN contact_channels c ON c.project_id = u.project_id AND c.user_id = u.id AND c.is_primary AND c.type = 'email'
    WHERE u.project_id = ${projectId} ${wanted ? sql`AND u.id = ANY(${wanted}::uuid[])` : sql``}
    ORDER BY u.id`.execute(db)
  return rows
}

export async function lockDraft(db: Db, projectId: string, id: string): Promise<DraftRow | undefined> {
  return db
    .selectFrom('email_drafts')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function insertSend(
  db: Db,
  projectId: string,
  send: {
    id: string
    title: string
    draftId: string | null
    content: SendContent
    recipients: string[]
    now: Date
    scheduledAt: Date | null
  },
  secrets: Secrets,
): Promise<void> {
  const runAt = send.scheduledAt ?? send.now
  await db
    .insertInto('email_sends')
    .values({
      project_id: projectId,
      id: send.id,
      content_encrypted: secrets.encrypt(JSON.stringify(send.content), purposeOfBulkEmail(send.id)),
      title: send.title,
      draft_id: send.draftId,
      created_at: send.now,
      scheduled_at: send.scheduledAt,
      recipient_count: send.recipients.length,
      next_run_at: runAt,
    })
    .execute()
  await sql`INSERT INTO email_send_recipients (project_id, send_id, user_id, not_before)
    SELECT ${projectId}, ${send.id}, id, ${runAt} FROM unnest(${send.recipients}::uuid[]) AS id`.execute(db)
  await enqueueJob(db, 'send-bulk-email', { project_id: projectId }, send.scheduledAt ? { runAt } : {})
}

/** Longer than a run can take. After a crash, sending resumes when it is over. */
const claimSeconds = 60

export interface ClaimedSend {
  id: string
  claimId: string
  content: SendContent
}

/** The oldest waiting bulk email of a project, unless another is being sent, so that other projects do not wait. */
export async function claimSend(
  db: Db,
  projectId: string,
  now: Date,
  secrets: Secrets,
): Promise<ClaimedSend | undefined> {
  return inTransaction(db, async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended('bulk email ' || ${projectId}, 0))`.execute(trx)
    const { rows } = await sql<{ id: string; claim_id: string; content_encrypted: string }>`
      UPDATE email_sends SET claim_id = ${randomUUID()}, claimed_until = now() + make_interval(secs => ${claimSeconds})
      WHERE project_id = ${projectId} AND id = (
        SELECT id FROM email_sends WHERE project_id = ${projectId} AND next_run_at <= ${now}
        ORDER BY next_run_at LIMIT 1
      ) AND NOT EXISTS (SELECT FROM email_sends WHERE project_id = ${projectId} AND claimed_until > now())
      RETURNING id, claim_id, content_encrypted`.execute(trx)
    const [row] = rows
    if (!row) return undefined
    const content = JSON.parse(secrets.decrypt(row.content_encrypted, purposeOfBulkEmail(row.id))) as SendContent
    return { id: row.id, claimId: row.claim_id, content }
  })
}

/** Schedules the rest for its next attempt, or finishes. Other waiting bulk emails of the project go first. */
export async function finishRun(
  db: Db,
  projectId: string,
  { id, claimId }: ClaimedSend,
  notBefore: Date,
): Promise<void> {
  await enqueueJob(db, 'send-bulk-email', { project_id: projectId })
  // Locked, so that a concurrent resend does not overwrite the time, nor the other way round.
  await db
    .selectFrom('email_sends')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .forUpdate()
    .execute()
  const { next } = await db
    .selectFrom('email_send_recipients')
    .select(({ fn }) => fn.min('not_before').as('next'))
    .where('project_id', '=', projectId)
    .where('send_id', '=', id)
    .executeTakeFirstOrThrow()
  const runAt = next && next < notBefore ? notBefore : next
  await db
    .updateTable('email_sends')
    .set({ next_run_at: runAt, claim_id: null, claimed_until: null })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .where('claim_id', '=', claimId)
    .execute()
  if (runAt) await enqueueJob(db, 'send-bulk-email', { project_id: projectId }, { runAt })
  await announceActivity(db, projectId, 'email_send.progressed')
}

/** Retries a recipient whose attempts all failed. */
export async function requeueRecipient(
  db: Db,
  projectId: string,
  { sendId, userId, now }: { sendId: string; userId: string; now: Date },
): Promise<RequeueOutcome> {
  const recipient = await db
    .selectFrom('email_send_recipients')
    .select('not_before')
    .where('project_id', '=', projectId)
    .where('send_id', '=', sendId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!recipient) return 'gone'
  if (recipient.not_before) return 'waiting'
  await deferRecipients(db, projectId, sendId, {
    userIds: [userId],
    counts: { attempts: 0, unconfirmed: 0 },
    notBefore: now,
  })
  await db
    .updateTable('email_sends')
    .set({ next_run_at: now })
    .where('project_id', '=', projectId)
    .where('id', '=', sendId)
    .execute()
  await enqueueJob(db, 'send-bulk-email', { project_id: projectId })
  return 'revived'
}

/** Deletes the content that was kept for recipients whose attempts all failed, and for the log. */
export async function deleteOldSends(db: Db, before: Date): Promise<void> {
  await deleteInBatches(db, 'email_sends', sql`next_run_at IS NULL AND coalesce(scheduled_at, created_at) < ${before}`)
}

/** Across all projects: those with bulk emails that are overdue, for example after a crash. */
export async function listOverdueSends(db: Db): Promise<DeliveryJob[]> {
  const { rows: projects } = await sql<Jobs['send-bulk-email']>`
    SELECT DISTINCT project_id FROM email_sends
    WHERE next_run_at < now() - interval '5 seconds' AND ${isUnclaimed}`.execute(db)
  return projects.map((payload) => ({ name: 'send-bulk-email', payload }))
}

export function purposeOfBulkEmail(sendId: string): string {
  return `email to many ${sendId}`
}

/** What was sent in bulk, and the name of the user it went to. */
export async function findBulkEmail(
  db: Db,
  projectId: string,
  { sendId, userId }: { sendId: string; userId: string },
  secrets: Secrets,
): Promise<{ content: SendContent; displayName: string | null } | undefined> {
  const { rows } = await sql<{ content_encrypted: string; display_name: string | null }>`
    SELECT s.content_encrypted, u.display_name FROM email_sends s
    LEFT JOIN users u ON u.project_id = s.project_id AND u.id = ${userId}
    WHERE s.project_id = ${projectId} AND s.id = ${sendId}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const content = JSON.parse(secrets.decrypt(row.content_encrypted, purposeOfBulkEmail(sendId))) as SendContent
  return { content, displayName: row.display_name }
}

export interface Recipient extends FailedAttempts {
  user_id: string
  display_name: string | null
  email: string | null
  /** The notification preferences of the user, by category ID. */
  preferences: Record<string, boolean> | null
}

/** The next recipients, with their current data. */
export async function listRecipients(
  db: Db,
  projectId: string,
  sendId: string,
  page: { after: string | undefined; limit: number; now: Date },
): Promise<Recipient[]> {
  const condition = sql`r.not_before <= ${page.now} ${page.after ? sql`AND r.user_id > ${page.after}` : sql``}`
  return selectRecipients(db, projectId, sendId, { condition, limit: page.limit })
}

/**
 * The next batch of recipients. Until its results are recorded, it stays the same: recipients who have been waiting since
 * the same time stay together.
 */
export async function listBatch(
  db: Db,
  projectId: string,
  sendId: string,
  page: { limit: number; now: Date },
): Promise<Recipient[]> {
  const condition = sql`r.not_before = (
    SELECT not_before FROM email_send_recipients
    WHERE project_id = ${projectId} AND send_id = ${sendId} AND not_before <= ${page.now}
    ORDER BY user_id LIMIT 1
  )`
  return selectRecipients(db, projectId, sendId, { condition, limit: page.limit })
}

async function selectRecipients(
  db: Db,
  projectId: string,
  sendId: string,
  page: { condition: RawBuilder<unknown>; limit: number },
): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    SELECT r.user_id, r.attempts, r.unconfirmed_attempts AS unconfirmed, u.display_name, c.value AS email, (
      SELECT json_object_agg(p.category_id, p.is_enabled) FROM notification_preferences p
      WHERE p.project_id = r.project_id AND p.user_id = r.user_id
    ) AS preferences
    FROM email_send_recipients r
    LEFT JOIN users u ON u.project_id = r.project_id AND u.id = r.user_id
    LEFT JOIN contact_channels c ON c.project_id = r.project_id AND c.user_id = r.user_id AND c.is_primary
      AND c.type = 'email'
    WHERE r.project_id = ${projectId} AND r.send_id = ${sendId} AND ${page.condition}
    ORDER BY r.user_id LIMIT ${page.limit}`.execute(db)
  return rows
}

/** Not if it was stopped meanwhile. */
export async function isWaiting(db: Db, projectId: string, sendId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('email_send_recipients')
    .select('not_before')
    .where('project_id', '=', projectId)
    .where('send_id', '=', sendId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return Boolean(row?.not_before)
}

export async function deleteRecipients(
  db: Db,
  projectId: string,
  sendId: string,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return
  await db
    .deleteFrom('email_send_recipients')
    .where('project_id', '=', projectId)
    .where('send_id', '=', sendId)
    .where('user_id', 'in', userIds)
    .execute()
}

export async function deferRecipients(
  db: Db,
  projectId: string,
  sendId: string,
  later: { userIds: readonly string[]; counts: FailedAttempts; notBefore: Date | null },
): Promise<void> {
  if (later.userIds.length === 0) return
  await db
    .updateTable('email_send_recipients')
    .set({
      attempts: later.counts.attempts,
      unconfirmed_attempts: later.counts.unconfirmed,
      not_before: later.notBefore,
    })
    .where('project_id', '=', projectId)
    .where('send_id', '=', sendId)
    .where('user_id', 'in', later.userIds)
    .execute()
}
