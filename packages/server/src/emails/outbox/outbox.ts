import { randomUUID } from 'node:crypto'
import type { Db } from '../../platform/db/database.ts'
import { enqueueJob } from '../../platform/jobs/jobs.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Notices } from '../notices/notices.ts'
import type { SystemEmails } from '../templates/system-emails.ts'

export interface EmailVariables extends Notices, SystemEmails {}

/** The variables of each kind of email. The keys are sent as `X-Latchkey-Template`. */
export type EmailKind = keyof EmailVariables

/** Emails are rendered when they are sent, because templates are code and may be slow. */
interface EmailContent {
  to: string
  variables: Record<string, unknown>
}

/** Adds an email to the outbox, in the transaction that causes it. */
export async function enqueueEmail<K extends EmailKind>(
  db: Db,
  project: { id: string },
  email: { template: K; to: string; variables: EmailVariables[K]; discardAfter: Date; now: Date },
  secrets: Secrets,
): Promise<void> {
  const id = randomUUID()
  const content: EmailContent = { to: email.to, variables: { ...email.variables } }
  await db
    .insertInto('outgoing_emails')
    .values({
      project_id: project.id,
      id,
      template: email.template,
      content_encrypted: secrets.encrypt(JSON.stringify(content), purposeOfOutgoingEmail(id)),
      created_at: email.now,
      discard_after: email.discardAfter,
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
  const content = JSON.parse(secrets.decrypt(row.content_encrypted, purposeOfOutgoingEmail(row.id))) as EmailContent
  return { id: row.id, template: row.template, to: content.to, content, discardAfter: row.discard_after }
}

export function purposeOfOutgoingEmail(emailId: string): string {
  return `outgoing email ${emailId}`
}
