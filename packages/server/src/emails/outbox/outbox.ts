import { randomUUID } from 'node:crypto'
import type { Db } from '../../db/database.ts'
import { enqueueJob } from '../../jobs/jobs.ts'
import type { Secrets } from '../../secrets.ts'
import type { LetterKind, Letters } from '../notices/notices.ts'
import { type RenderedMail, renderLetter } from '../notices/render.ts'
import { isSystemMail, type SystemMails } from '../templates/system-emails.ts'

export interface MailVariables extends Letters, SystemMails {}

/** What a mail is about. The keys are the purposes of the wire and travel in `X-Latchkey-Template`. */
export type MailKind = keyof MailVariables

/** A mail from a template is rendered when it leaves, because templates are code and take their time. */
type MailContent = { to: string } & (RenderedMail | { variables: Record<string, string> })

/** Puts a mail into the outbox, in the transaction that is the reason for it. */
export async function enqueueMail<K extends MailKind>(
  db: Db,
  project: { id: string },
  mail: { template: K; to: string; variables: MailVariables[K]; worthlessAfter: Date; now: Date },
  secrets: Secrets,
): Promise<void> {
  const id = randomUUID()
  const content: MailContent = {
    to: mail.to,
    ...(isSystemMail(mail.template)
      ? { variables: mail.variables as unknown as Record<string, string> }
      : renderLetter(mail.template as LetterKind, mail.variables as never)),
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
  await enqueueJob(db, 'send-mail', { project_id: project.id })
}

export interface OutgoingMail {
  id: string
  template: string
  to: string
  content: MailContent
  worthlessAfter: Date
}

export async function findOutgoingMail(
  db: Db,
  projectId: string,
  id: string,
  secrets: Secrets,
): Promise<OutgoingMail | undefined> {
  const row = await db
    .selectFrom('outgoing_mails')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && openMail(row, secrets)
}

export function openMail(
  row: { id: string; template: string; content_encrypted: string; worthless_after: Date },
  secrets: Secrets,
): OutgoingMail {
  const content = JSON.parse(secrets.decrypt(row.content_encrypted, purposeOf(row.id))) as MailContent
  return { id: row.id, template: row.template, to: content.to, content, worthlessAfter: row.worthless_after }
}

function purposeOf(mailId: string): string {
  return `outgoing mail ${mailId}`
}
