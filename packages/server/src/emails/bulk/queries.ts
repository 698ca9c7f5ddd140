import { hasUuidShape } from '@latchkey/contract'
import { sql } from 'kysely'
import { deleteInBatches } from '../../platform/db/batches.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { type ClaimedRow, insertBulkEmails } from '../outbox/queries.ts'
import type { DraftRow } from '../queries.ts'
import type { EmailSources } from '../render-email.ts'

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
    })
    .execute()
  await insertBulkEmails(db, projectId, send)
}

/** Deletes the content that was kept for recipients whose attempts all failed, and for the log. */
export async function deleteOldSends(db: Db, before: Date): Promise<void> {
  const isDone = sql`NOT EXISTS (
    SELECT FROM outgoing_emails e
    WHERE e.project_id = email_sends.project_id AND e.send_id = email_sends.id AND e.given_up_at IS NULL
  )`
  await deleteInBatches(db, 'email_sends', sql`coalesce(scheduled_at, created_at) < ${before} AND ${isDone}`)
}

export function purposeOfBulkEmail(sendId: string): string {
  return `email to many ${sendId}`
}

export async function findSendContent(
  db: Db,
  projectId: string,
  id: string,
  secrets: Secrets,
): Promise<SendContent | undefined> {
  const send = await db
    .selectFrom('email_sends')
    .select('content_encrypted')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
  return send && modernize(JSON.parse(secrets.decrypt(send.content_encrypted, purposeOfBulkEmail(id))))
}

/** Bulk emails that were accepted when templates and themes were always code. */
function modernize(content: SendContent): SendContent {
  const { templateTsx, themeTsx, ...sources } = content.sources as EmailSources & {
    templateTsx?: string
    themeTsx?: string | null
  }
  return templateTsx === undefined
    ? { ...content, sources }
    : { ...content, sources: { template: templateTsx, theme: themeTsx ?? null } }
}

/** Undefined if there is no such user. */
export async function findReader(db: Db, projectId: string, userId: string) {
  return db
    .selectFrom('users')
    .select(['display_name', 'locale'])
    .where('project_id', '=', projectId)
    .where('id', '=', userId)
    .executeTakeFirst()
}

export interface Recipient extends ClaimedRow {
  send_id: string
  user_id: string
  display_name: string | null
  locale: string | null
  email: string | null
  /** The notification preferences of the user, by category ID. */
  preferences: Record<string, boolean> | null
}

/** The recipients of the claimed emails, with their current data. */
export async function listRecipients(db: Db, projectId: string, claimId: string): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    SELECT e.*, u.display_name, u.locale, c.value AS email, (
      SELECT json_object_agg(p.category_id, p.is_enabled) FROM notification_preferences p
      WHERE p.project_id = e.project_id AND p.user_id = e.user_id
    ) AS preferences
    FROM outgoing_emails e
    LEFT JOIN users u ON u.project_id = e.project_id AND u.id = e.user_id
    LEFT JOIN contact_channels c ON c.project_id = e.project_id AND c.user_id = e.user_id AND c.is_primary
      AND c.type = 'email'
    WHERE e.project_id = ${projectId} AND e.claim_id = ${claimId}
    ORDER BY e.user_id`.execute(db)
  return rows
}
