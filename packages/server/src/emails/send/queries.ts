import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { enqueueJob } from '../../jobs/jobs.ts'
import type { Secrets } from '../../secrets.ts'
import type { DraftRow } from '../queries.ts'
import type { EmailSources } from '../rendering/renderer.ts'

/** What a mail to many says, fixed when it was accepted. */
export interface SendContent {
  sources: EmailSources
  variables: Record<string, unknown>
  subject?: string
  /** Counts if the template names none. */
  category: string
}

export interface Addressee {
  id: string
  email: string | null
}

const maxAttempts = 25
const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Those of the project with these ids, or all. */
export async function listAddressees(db: Db, projectId: string, ids?: string[]): Promise<Addressee[]> {
  const wanted = ids?.filter((id) => uuidPattern.test(id))
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
  send: { id: string; content: SendContent; recipients: string[]; now: Date },
  secrets: Secrets,
): Promise<void> {
  await db
    .insertInto('email_sends')
    .values({
      project_id: projectId,
      id: send.id,
      content_encrypted: secrets.encrypt(JSON.stringify(send.content), purposeOf(send.id)),
      created_at: send.now,
    })
    .execute()
  await sql`INSERT INTO email_send_recipients (project_id, send_id, user_id, not_before)
    SELECT ${projectId}, ${send.id}, id, ${send.now} FROM unnest(${send.recipients}::uuid[]) AS id`.execute(db)
  await enqueueSend(db, projectId, send.id)
}

/** One at a time per project, so that nobody else's mails wait for it. */
async function enqueueSend(db: Db, projectId: string, sendId: string, runAt?: Date): Promise<void> {
  const payload = { project_id: projectId, send_id: sendId }
  const queue = `bulk mail of ${projectId}`
  await enqueueJob(db, 'send-bulk-mail', payload, { maxAttempts, queue, ...(runAt ? { runAt } : {}) })
}

export async function findSend(
  db: Db,
  projectId: string,
  id: string,
  secrets: Secrets,
): Promise<SendContent | undefined> {
  const row = await db
    .selectFrom('email_sends')
    .select('content_encrypted')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && (JSON.parse(secrets.decrypt(row.content_encrypted, purposeOf(id))) as SendContent)
}

function purposeOf(sendId: string): string {
  return `mail to many ${sendId}`
}

export interface Recipient {
  user_id: string
  attempts: number
  display_name: string | null
  email: string | null
  /** What the user has decided about kinds of mail, by their ids. */
  preferences: Record<string, boolean> | null
}

/** The next who have to get it, as they are now. */
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
 * The next batch of those who have to get it. Asked again before anything of it is recorded, it is the same: whoever
 * waits since the same moment stays together.
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
    SELECT r.user_id, r.attempts, u.display_name, c.value AS email, (
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
  later: { userIds: readonly string[]; attempts: number; notBefore: Date },
): Promise<void> {
  if (later.userIds.length === 0) return
  await db
    .updateTable('email_send_recipients')
    .set({ attempts: later.attempts, not_before: later.notBefore })
    .where('project_id', '=', projectId)
    .where('send_id', '=', sendId)
    .where('user_id', 'in', later.userIds)
    .execute()
}

/** Goes on with who is left, or is done. */
export async function finishSend(db: Db, projectId: string, sendId: string): Promise<void> {
  const { next } = await db
    .selectFrom('email_send_recipients')
    .select(({ fn }) => fn.min('not_before').as('next'))
    .where('project_id', '=', projectId)
    .where('send_id', '=', sendId)
    .executeTakeFirstOrThrow()
  if (next) await enqueueSend(db, projectId, sendId, next)
  else await db.deleteFrom('email_sends').where('project_id', '=', projectId).where('id', '=', sendId).execute()
}
