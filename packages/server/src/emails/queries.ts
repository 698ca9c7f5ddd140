import type { EmailDocument } from '@latchkey/contract'
import { type Insertable, type Selectable, sql } from 'kysely'
import { changeInBatches, deleteInBatches } from '../platform/db/batches.ts'
import { type BoundedList, readBounded } from '../platform/db/bounded-list.ts'
import { idShape, readCursor, toPage } from '../platform/db/cursor.ts'
import type { Db } from '../platform/db/database.ts'
import type { Tables } from '../platform/db/tables.ts'

export type DraftRow = Selectable<Tables['email_drafts']>

/** Most recently changed first. */
export async function listDrafts(db: Db, projectId: string, cursor?: string): Promise<BoundedList<DraftRow>> {
  const query = db
    .selectFrom('email_drafts')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
  return readBounded(db, query, cursor)
}

export async function findDraft(db: Db, projectId: string, id: string): Promise<DraftRow | undefined> {
  return db
    .selectFrom('email_drafts')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function insertDraft(
  db: Db,
  projectId: string,
  draft: { id: string; displayName: string; source: EmailDocument | string; themeId: string | null; now: Date },
): Promise<void> {
  await db
    .insertInto('email_drafts')
    .values({
      project_id: projectId,
      id: draft.id,
      display_name: draft.displayName,
      ...toSourceColumns(draft.source),
      theme_id: draft.themeId,
      created_at: draft.now,
      updated_at: draft.now,
      sent_at: null,
      sent_fingerprint: null,
    })
    .execute()
}

export function sourceOfDraft({
  document,
  tsx_source,
}: Pick<DraftRow, 'document' | 'tsx_source'>): EmailDocument | string {
  return (document as EmailDocument | null) ?? tsx_source
}

/** Either a document or code. */
export function toSourceColumns(source: object | string) {
  return typeof source === 'string'
    ? { tsx_source: source, document: null }
    : { tsx_source: '', document: JSON.stringify(source) }
}

export async function updateDraft(
  db: Db,
  projectId: string,
  id: string,
  {
    document,
    ...change
  }: Partial<
    Pick<
      DraftRow,
      'display_name' | 'tsx_source' | 'document' | 'theme_id' | 'updated_at' | 'sent_at' | 'sent_fingerprint'
    >
  >,
): Promise<boolean> {
  const result = await db
    .updateTable('email_drafts')
    .set({ ...change, ...(document === undefined ? {} : { document: document && JSON.stringify(document) }) })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Attempts to send an email. Inserting them again has no effect. */
export async function insertAttempts(
  db: Db,
  projectId: string,
  attempts: Omit<Insertable<Tables['sent_emails']>, 'project_id'>[],
): Promise<void> {
  await db
    .insertInto('sent_emails')
    .values(attempts.map((attempt) => ({ ...attempt, project_id: projectId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function findSentEmail(db: Db, projectId: string, id: string) {
  return db
    .selectFrom('sent_emails')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Whether an email server has accepted the email at any attempt. */
export async function hasArrived(db: Db, projectId: string, emailId: string): Promise<boolean> {
  const attempt = await db
    .selectFrom('sent_emails')
    .select('id')
    .where('project_id', '=', projectId)
    .where('email_id', '=', emailId)
    .where('error', 'is', null)
    .executeTakeFirst()
  return attempt !== undefined
}

const maxShown = 100

export interface SentEmailFilter {
  status?: 'sent' | 'failed' | undefined
  recipient?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

/** Attempts to send, newest first. */
export async function listSentEmails(
  db: Db,
  projectId: string,
  { status, recipient, limit = maxShown, cursor }: SentEmailFilter,
) {
  const first = readCursor(cursor, idShape)
  const { rows } = await sql<Omit<Selectable<Tables['sent_emails']>, 'html_encrypted'>>`
    SELECT project_id, id, email_id, kind, subject, recipients, sender_config, error, sent_at, locale FROM sent_emails
    WHERE project_id = ${projectId}
      ${status ? sql`AND error IS ${status === 'sent' ? sql`NULL` : sql`NOT NULL`}` : sql``}
      ${recipient === undefined ? sql`` : sql`AND lower(recipients[1]) = ${recipient.toLowerCase()}`}
      ${
        first
          ? sql`AND (sent_at, id) <= (SELECT sent_at, id FROM sent_emails WHERE project_id = ${projectId} AND id = ${first})`
          : sql``
      }
    ORDER BY sent_at DESC, id DESC LIMIT ${limit + 1}`.execute(db)
  return toPage(rows, limit, ({ id }) => [id])
}

/** The emails themselves are kept for a shorter time than the log of what was sent. */
export async function deleteSentContent(db: Db, before: Date): Promise<void> {
  const change = sql`UPDATE sent_emails SET html_encrypted = NULL`
  await changeInBatches(db, 'sent_emails', change, sql`html_encrypted IS NOT NULL AND sent_at < ${before}`)
}

export async function deleteSentEmails(db: Db, before: Date): Promise<void> {
  await deleteInBatches(db, 'sent_emails', sql`sent_at < ${before}`)
}
