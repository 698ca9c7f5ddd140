import { randomUUID } from 'node:crypto'
import type { Db } from '../../db/database.ts'
import { enqueueJob } from '../../jobs/jobs.ts'
import type { Secrets } from '../../secrets.ts'
import type { NoticeKind, Notices } from '../notices/notices.ts'
import { type RenderedEmail, renderNotice } from '../notices/render.ts'
import { isSystemEmail, type SystemEmails } from '../templates/system-emails.ts'

export interface EmailVariables extends Notices, SystemEmails {}

/** What a mail is about. The keys are the purposes of the wire and travel in `X-Latchkey-Template`. */
export type EmailKind = keyof EmailVariables

/** A mail from a template is rendered when it leaves, because templates are code and take their time. */
type EmailContent = { to: string } & (RenderedEmail | { variables: Record<string, string> })

/** Puts a mail into the outbox, in the transaction that is the reason for it. */
export async function enqueueEmail<K extends EmailKind>(
  db: Db,
  project: { id: string },
  mail: { template: K; to: string; variables: EmailVariables[K]; discardAfter: Date; now: Date },
  secrets: Secrets,
): Promise<void> {
  const id = randomUUID()
  const content: EmailContent = {
    to: mail.to,
    ...(isSystemEmail(mail.template)
      ? { variables: mail.variables as unknown as Record<string, string> }
      : renderNotice(mail.template as NoticeKind, mail.variables as never)),
  }
  await db
    .insertInto('outgoing_emails')
    .values({
      project_id: project.id,
      id,
      template: mail.template,
      content_encrypted: secrets.encrypt(JSON.stringify(content), purposeOf(id)),
      created_at: mail.now,
      discard_after: mail.discardAfter,
    })
    .execute()
  await enqueueJob(db, 'send-email', { project_id: project.id })
}

export interface OutgoingEmail {
  id: string
  template: string
  to: string
  content: EmailContent
  discardAfter: Date
}

export async function findOutgoingEmail(
  db: Db,
  projectId: string,
  id: string,
  secrets: Secrets,
): Promise<OutgoingEmail | undefined> {
  const row = await db
    .selectFrom('outgoing_emails')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && decryptEmail(row, secrets)
}

export function decryptEmail(
  row: { id: string; template: string; content_encrypted: string; discard_after: Date },
  secrets: Secrets,
): OutgoingEmail {
  const content = JSON.parse(secrets.decrypt(row.content_encrypted, purposeOf(row.id))) as EmailContent
  return { id: row.id, template: row.template, to: content.to, content, discardAfter: row.discard_after }
}

function purposeOf(emailId: string): string {
  return `outgoing mail ${emailId}`
}
