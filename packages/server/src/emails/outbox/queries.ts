import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import { deleteInBatches } from '../../platform/db/batches.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { claimRowsOf, isOverdue, isUnclaimed, unclaimed } from '../../platform/deliveries/claim-queries.ts'
import type { DeliveryJob } from '../../platform/deliveries/sweep.ts'
import { enqueueJob } from '../../platform/jobs/jobs.ts'
import type { FailedAttempts } from '../retries.ts'
import type { RequeueOutcome } from './send-again.ts'

/** Of a row that takes the place of an email until it is known whether there is one, and what it says. */
export const requestKind = 'requested_code'

export type EmailQueue = 'send-email' | 'send-bulk-email'

/** How many emails, or pages of bulk emails, of one project are sent at once: a slow server delays no other project. */
const maxAtOnce = { 'send-email': 2, 'send-bulk-email': 1 }
/** Longer than an attempt or the time for a page can take. */
const claimSeconds = 60
/** How many recipients of a bulk email are sent to before another has its turn. Resend takes no more in one call. */
const pageSize = 100

export async function insertOutgoingEmail(
  db: Db,
  projectId: string,
  email: Omit<Insertable<Tables['outgoing_emails']>, 'project_id'>,
): Promise<void> {
  await db
    .insertInto('outgoing_emails')
    .values({ ...email, project_id: projectId })
    .execute()
}

/**
 * An email to each of these users. All are due, but large sends take one turn a minute while others are waiting: those
 * who came later do not wait for all of it.
 */
export async function insertBulkEmails(
  db: Db,
  projectId: string,
  send: { id: string; recipients: string[]; scheduledAt: Date | null; now: Date },
): Promise<void> {
  await sql`
    INSERT INTO outgoing_emails (project_id, id, kind, send_id, user_id, created_at, next_attempt_at, turn_at)
    SELECT ${projectId}, gen_random_uuid(), 'bulk', ${send.id}, user_id, ${send.now}, at,
      at + (row_number() OVER (ORDER BY user_id) - 1) / ${pageSize}::integer * interval '1 minute'
    FROM unnest(${send.recipients}::uuid[]) AS user_id, coalesce(${send.scheduledAt}::timestamptz, now()) AS at`.execute(
    db,
  )
  const runAt = send.scheduledAt
  await enqueueJob(db, 'send-bulk-email', { project_id: projectId }, runAt ? { runAt } : {})
}

export async function findOutgoingRow(db: Db, projectId: string, id: string) {
  return db
    .selectFrom('outgoing_emails')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export type ClaimedRow = Selectable<Tables['outgoing_emails']> & { claim_id: string }

/**
 * Claims the next due email of a project, or of its bulk emails those whose turn is next, unless enough are being sent.
 * Those that have their turn together stay together until their result is recorded, also after a crash.
 */
export async function claimDueEmails(db: Db, projectId: string, queue: EmailQueue): Promise<ClaimedRow[]> {
  const isBulk = queue === 'send-bulk-email'
  const isOfQueue = isBulk ? sql`send_id IS NOT NULL` : sql`send_id IS NULL`
  const isDue = sql`${isOfQueue} AND next_attempt_at <= now()`
  const next = sql`
    SELECT send_id, turn_at FROM outgoing_emails
    WHERE project_id = ${projectId} AND ${isDue} AND ${isUnclaimed} ORDER BY turn_at, user_id LIMIT 1`
  return claimRowsOf<ClaimedRow>(db, projectId, {
    table: 'outgoing_emails',
    rows: isBulk
      ? sql`${isDue} AND (send_id, turn_at) = (${next}) ORDER BY user_id LIMIT ${pageSize}`
      : sql`${isDue} ORDER BY next_attempt_at LIMIT 1`,
    seconds: claimSeconds,
    among: isOfQueue,
    maxClaims: maxAtOnce[queue],
  })
}

/** False if the email must no longer be sent under this claim, for example because its bulk email was stopped. */
export async function isStillClaimed(db: Db, projectId: string, { id, claim_id }: ClaimKey): Promise<boolean> {
  const row = await db
    .selectFrom('outgoing_emails')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .where('claim_id', '=', claim_id)
    .executeTakeFirst()
  return row !== undefined
}

/** A request that has not become an email. */
export async function lockRequest(
  db: Db,
  projectId: string,
  { id, claim_id }: { id: string; claim_id: string | null },
): Promise<Pick<ClaimedRow, 'content_encrypted' | 'created_at'> | undefined> {
  return db
    .selectFrom('outgoing_emails')
    .select(['content_encrypted', 'created_at'])
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .where('claim_id', 'is not distinct from', claim_id)
    .where('kind', '=', requestKind)
    .forUpdate()
    .executeTakeFirst()
}

/** It keeps its place in the queue. */
export async function replaceRequest(
  db: Db,
  projectId: string,
  id: string,
  email: { kind: string; content_encrypted: string; discard_after: Date },
): Promise<void> {
  await db
    .updateTable('outgoing_emails')
    .set({ ...email, claim_id: null, claimed_until: null })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .execute()
}

export interface ClaimKey {
  id: string
  claim_id: string
}

/** What is left of a claim waits, and lets other bulk emails have their turn. */
export async function releaseEmails(
  db: Db,
  projectId: string,
  { claim_id }: Pick<ClaimKey, 'claim_id'>,
  { seconds }: { seconds: number },
): Promise<void> {
  const later = sql`now() + make_interval(secs => ${seconds})`
  await sql`
    UPDATE outgoing_emails SET ${unclaimed}, next_attempt_at = ${later}, turn_at = ${later}
    WHERE project_id = ${projectId} AND claim_id = ${claim_id}`.execute(db)
}

/** Even if another node has claimed them in the meantime, because they have been sent. */
export async function deleteEmails(db: Db, projectId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await db.deleteFrom('outgoing_emails').where('project_id', '=', projectId).where('id', 'in', ids).execute()
}

export interface FailedEmail extends FailedAttempts, ClaimKey {
  /** Undefined if the email is given up. */
  retrySeconds: number | undefined
}

/** Returns the IDs of those that were given up. Does nothing if another node has claimed the email in the meantime. */
export async function deferEmails(db: Db, projectId: string, emails: FailedEmail[]): Promise<string[]> {
  if (emails.length === 0) return []
  const { rows } = await sql<{ id: string; send_id: string | null; next_attempt_at: Date | null }>`
    UPDATE outgoing_emails e SET ${unclaimed}, attempts = f.attempts, unconfirmed_attempts = f.unconfirmed,
      next_attempt_at = f.later, turn_at = f.later, given_up_at = CASE WHEN f.later IS NULL THEN now() END
    FROM (
      SELECT *, now() + make_interval(secs => "retrySeconds") AS later
      FROM json_to_recordset(${JSON.stringify(emails)})
        AS f (id uuid, claim_id uuid, attempts integer, unconfirmed integer, "retrySeconds" float8)
    ) AS f
    WHERE e.project_id = ${projectId} AND e.id = f.id AND e.claim_id = f.claim_id
    RETURNING e.id, e.send_id, e.next_attempt_at`.execute(db)
  const [first] = rows.filter((row) => row.next_attempt_at !== null)
  if (first) await enqueueJob(db, queueOf(first), { project_id: projectId }, { runAt: first.next_attempt_at! })
  return rows.flatMap((row) => (row.next_attempt_at === null ? [row.id] : []))
}

const queueOf = ({ send_id }: { send_id: string | null }): EmailQueue => (send_id ? 'send-bulk-email' : 'send-email')

/** The ID in the log. That of a bulk email consists of the IDs of the send and the user. */
function isEmail(emailId: string): RawBuilder<boolean> {
  const [id, userId] = emailId.split('.') as [string, string | undefined]
  return userId ? sql`send_id = ${id} AND user_id = ${userId}` : sql`id = ${id}`
}

export interface OutboxState {
  is_waiting: boolean
  is_expired: boolean
}

/** The state of an email whose attempt failed. Undefined if its content is no longer kept. */
export async function findOutboxState(db: Db, projectId: string, emailId: string): Promise<OutboxState | undefined> {
  const { rows } = await sql<OutboxState>`
    SELECT given_up_at IS NULL AS is_waiting, coalesce(discard_after <= now(), false) AS is_expired
    FROM outgoing_emails WHERE project_id = ${projectId} AND ${isEmail(emailId)}`.execute(db)
  return rows[0]
}

/** A failed email gets as many attempts as a new one, unless its content has expired. */
export async function requeueEmail(db: Db, projectId: string, emailId: string): Promise<RequeueOutcome> {
  const { rows } = await sql<{ send_id: string | null }>`
    UPDATE outgoing_emails SET attempts = 0, unconfirmed_attempts = 0, next_attempt_at = now(), turn_at = now(),
      given_up_at = NULL
    WHERE project_id = ${projectId} AND ${isEmail(emailId)} AND given_up_at IS NOT NULL
      AND (discard_after > now()) IS NOT FALSE
    RETURNING send_id`.execute(db)
  const [email] = rows
  if (email) {
    await enqueueJob(db, queueOf(email), { project_id: projectId })
    return 'revived'
  }
  const state = await findOutboxState(db, projectId, emailId)
  if (!state) return 'gone'
  return state.is_waiting ? 'waiting' : 'expired'
}

/** The same for all failed recipients of a bulk email. Returns how many there were. */
export async function requeueFailed(db: Db, projectId: string, sendId: string): Promise<number> {
  const { rows } = await sql`
    UPDATE outgoing_emails SET attempts = 0, unconfirmed_attempts = 0, next_attempt_at = now(), turn_at = now(),
      given_up_at = NULL
    WHERE project_id = ${projectId} AND send_id = ${sendId} AND given_up_at IS NOT NULL
    RETURNING id`.execute(db)
  if (rows.length > 0) await enqueueJob(db, 'send-bulk-email', { project_id: projectId })
  return rows.length
}

/** Emails that are not part of a bulk email wait until they can be sent, unless their content expires before that. */
export async function postponeEmails(db: Db, projectId: string, seconds: number): Promise<void> {
  await sql`
    UPDATE outgoing_emails SET next_attempt_at = now() + make_interval(secs => ${seconds})
    WHERE project_id = ${projectId} AND send_id IS NULL AND next_attempt_at <= now() AND discard_after > now()`.execute(
    db,
  )
}

/** Across all projects: those with overdue emails that nobody is sending. */
export async function listOverdueEmails(db: Db): Promise<DeliveryJob[]> {
  const { rows } = await sql<{ project_id: string; is_bulk: boolean }>`
    SELECT DISTINCT project_id, send_id IS NOT NULL AS is_bulk FROM outgoing_emails
    WHERE ${isOverdue} AND ${isUnclaimed}`.execute(db)
  return rows.map(({ project_id, is_bulk }) => ({
    name: is_bulk ? 'send-bulk-email' : 'send-email',
    payload: { project_id },
  }))
}

export async function deleteOldEmails(db: Db, before: Date): Promise<void> {
  await deleteInBatches(db, 'outgoing_emails', sql`given_up_at < ${before}`)
}
