import { randomUUID } from 'node:crypto'
import type { Db } from '../db/database.ts'
import { enqueueJob } from '../jobs/jobs.ts'
import type { Secrets } from '../secrets.ts'
import type { MailTemplate, MailTemplates } from './letters.ts'
import { type RenderedMail, renderMail } from './templates.ts'

/** Attempts with growing gaps over about a day; after that nobody waits for the mail any more. */
const maxAttempts = 12

export interface MailContent extends RenderedMail {
  to: string
  senderName: string
}

/** Puts a mail into the outbox, in the transaction that is the reason for it. */
export async function enqueueMail<T extends MailTemplate>(
  db: Db,
  project: { id: string; display_name: string },
  mail: { template: T; to: string; variables: MailTemplates[T]; worthlessAfter: Date; now: Date },
  secrets: Secrets,
): Promise<void> {
  const id = randomUUID()
  const content: MailContent = {
    to: mail.to,
    senderName: project.display_name,
    ...renderMail(mail.template, mail.variables),
  }
  await db
    .insertInto('outgoing_mails')
    .values({
      project_id: project.id,
      id,
      template: mail.template,
      content_encrypted: secrets.encrypt(JSON.stringify(content), purposeOf(id)),
      created_at: mail.now,
      worthless_after: mail.worthlessAfter,
    })
    .execute()
  await enqueueJob(db, 'send-mail', { project_id: project.id, mail_id: id }, { maxAttempts })
}

export async function findOutgoingMail(db: Db, projectId: string, id: string, secrets: Secrets) {
  const row = await db
    .selectFrom('outgoing_mails')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const content = JSON.parse(secrets.decrypt(row.content_encrypted, purposeOf(id))) as MailContent
  return { ...content, id, template: row.template, worthlessAfter: row.worthless_after }
}

export async function deleteOutgoingMail(db: Db, projectId: string, id: string): Promise<void> {
  await db.deleteFrom('outgoing_mails').where('project_id', '=', projectId).where('id', '=', id).execute()
}

function purposeOf(mailId: string): string {
  return `outgoing mail ${mailId}`
}
