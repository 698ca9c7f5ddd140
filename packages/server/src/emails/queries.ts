import type { Selectable } from 'kysely'
import { type BoundedList, readBounded } from '../db/bounded-list.ts'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

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
  draft: { id: string; displayName: string; tsxSource: string; themeId: string | null; now: Date },
): Promise<void> {
  await db
    .insertInto('email_drafts')
    .values({
      project_id: projectId,
      id: draft.id,
      display_name: draft.displayName,
      tsx_source: draft.tsxSource,
      theme_id: draft.themeId,
      created_at: draft.now,
      updated_at: draft.now,
      sent_at: null,
      sent_fingerprint: null,
    })
    .execute()
}

export async function updateDraft(
  db: Db,
  projectId: string,
  id: string,
  change: Partial<
    Pick<DraftRow, 'display_name' | 'tsx_source' | 'theme_id' | 'updated_at' | 'sent_at' | 'sent_fingerprint'>
  >,
): Promise<boolean> {
  const result = await db
    .updateTable('email_drafts')
    .set(change)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
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

/** The last attempts to send, newest first. */
export async function listSentEmails(db: Db, projectId: string) {
  return db
    .selectFrom('sent_emails')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('sent_at', 'desc')
    .orderBy('id')
    .limit(maxShown)
    .execute()
}
