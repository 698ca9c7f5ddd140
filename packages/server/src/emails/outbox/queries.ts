import { type Insertable, sql } from 'kysely'
import { deleteInBatches } from '../../platform/db/batches.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { claimRowsOf, isOverdue, isUnclaimed, unclaimed } from '../../platform/deliveries/claim-queries.ts'
import type { DeliveryJob } from '../../platform/deliveries/sweep.ts'
import { enqueueJob, type Jobs } from '../../platform/jobs/jobs.ts'
import type { FailedAttempts } from '../retries.ts'
import type { ClaimedEmail } from './outbox.ts'
import type { RequeueOutcome } from './send-again.ts'

/** How many emails of one project are sent at once, so that a slow email server does not delay other projects. */
const maxAtOnce = 2
/** Longer than an attempt can take. After a crash, the email is retried when it is over. */
const claimSeconds = 60

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

export async function findOutgoingRow(db: Db, projectId: string, id: string) {
  return db
    .selectFrom('outgoing_emails')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
}

interface ClaimedRow {
  id: string
  template: string
  content_encrypted: string
  discard_after: Date
  claim_id: string
  attempts: number
  unconfirmed_attempts: number
}

/** Claims the next due email of a project, unless enough are being sent already. */
export async function claimDueEmail(db: Db, projectId: string): Promise<ClaimedRow | undefined> {
  const [row] = await claimRowsOf<ClaimedRow>(db, projectId, {
    table: 'outgoing_emails',
    rows: sql`next_attempt_at <= now() ORDER BY next_attempt_at LIMIT 1`,
    seconds: claimSeconds,
    among: sql`true`,
    maxClaims: maxAtOnce,
  })
  return row
}

/** Even if another node has claimed it in the meantime, because it has been sent. */
export async function deleteEmail(db: Db, projectId: string, id: string): Promise<void> {
  await db.deleteFrom('outgoing_emails').where('project_id', '=', projectId).where('id', '=', id).execute()
}

/** The delay until the next attempt grows from seconds to hours. */
export async function retryEmail(
  db: Db,
  projectId: string,
  { id, claimId }: ClaimedEmail,
  { attempts, unconfirmed }: FailedAttempts,
): Promise<void> {
  const { rows } = await sql<{ next_attempt_at: Date }>`
    UPDATE outgoing_emails SET ${unclaimed}, attempts = ${attempts},
      unconfirmed_attempts = ${unconfirmed}, next_attempt_at = now() + make_interval(secs => exp(least(${attempts}, 10)))
    WHERE project_id = ${projectId} AND id = ${id} AND claim_id = ${claimId}
    RETURNING next_attempt_at`.execute(db)
  const [row] = rows
  if (row) await enqueueJob(db, 'send-email', { project_id: projectId }, { runAt: row.next_attempt_at })
}

export async function giveUpEmail(
  db: Db,
  projectId: string,
  { id, claimId }: ClaimedEmail,
  { attempts }: FailedAttempts,
): Promise<void> {
  await sql`
    UPDATE outgoing_emails SET ${unclaimed}, attempts = ${attempts}, next_attempt_at = NULL,
      given_up_at = now()
    WHERE project_id = ${projectId} AND id = ${id} AND claim_id = ${claimId}`.execute(db)
}

/** A failed email gets as many attempts as a new one, unless its content has expired. */
export async function requeueEmail(db: Db, projectId: string, id: string): Promise<RequeueOutcome> {
  const { rows } = await sql<{ is_waiting: boolean; is_expired: boolean }>`
    SELECT given_up_at IS NULL AS is_waiting, discard_after <= now() AS is_expired FROM outgoing_emails
    WHERE project_id = ${projectId} AND id = ${id} FOR UPDATE`.execute(db)
  const [email] = rows
  if (!email) return 'gone'
  if (email.is_waiting) return 'waiting'
  if (email.is_expired) return 'expired'
  await sql`
    UPDATE outgoing_emails SET attempts = 0, unconfirmed_attempts = 0, next_attempt_at = now(), given_up_at = NULL
    WHERE project_id = ${projectId} AND id = ${id}`.execute(db)
  await enqueueJob(db, 'send-email', { project_id: projectId })
  return 'revived'
}

/** Emails wait until they can be sent, unless their content expires before that. */
export async function postponeEmails(db: Db, projectId: string, seconds: number): Promise<void> {
  await sql`
    UPDATE outgoing_emails SET next_attempt_at = now() + make_interval(secs => ${seconds})
    WHERE project_id = ${projectId} AND next_attempt_at <= now() AND discard_after > now()`.execute(db)
}

/** Across all projects: those with overdue emails that nobody is sending. */
export async function listOverdueEmails(db: Db): Promise<DeliveryJob[]> {
  const { rows: projects } = await sql<Jobs['send-email']>`
    SELECT DISTINCT project_id FROM outgoing_emails WHERE ${isOverdue} AND ${isUnclaimed}`.execute(db)
  return projects.map((payload) => ({ name: 'send-email', payload }))
}

export async function deleteOldEmails(db: Db, before: Date): Promise<void> {
  await deleteInBatches(db, 'outgoing_emails', sql`given_up_at < ${before}`)
}
