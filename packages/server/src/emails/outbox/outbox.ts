import { randomUUID } from 'node:crypto'
import type { Db } from '../../platform/db/database.ts'
import { enqueueJob } from '../../platform/jobs/jobs.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Notices } from '../notices/notices.ts'
import type { SystemEmails } from '../templates/system-emails.ts'
import { type ClaimedRow, findOutgoingRow, insertOutgoingEmail } from './queries.ts'

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
  await insertOutgoingEmail(db, project.id, {
    id,
    template: email.template,
    content_encrypted: secrets.encrypt(JSON.stringify(content), purposeOfOutgoingEmail(id)),
    created_at: email.now,
    discard_after: email.discardAfter,
  })
  await enqueueJob(db, 'send-email', { project_id: project.id })
}

export interface OutgoingEmail {
  id: string
  template: string
  to: string
  content: EmailContent
}

export async function findOutgoingEmail(
  db: Db,
  projectId: string,
  id: string,
  secrets: Secrets,
): Promise<OutgoingEmail | undefined> {
  const row = await findOutgoingRow(db, projectId, id)
  return row && decryptEmail(row, secrets)
}

/** Must not be one of a bulk email. */
export function decryptEmail(
  { id, template, content_encrypted }: Pick<ClaimedRow, 'id' | 'template' | 'content_encrypted'>,
  secrets: Secrets,
): OutgoingEmail {
  const content = JSON.parse(secrets.decrypt(content_encrypted!, purposeOfOutgoingEmail(id))) as EmailContent
  return { id, template, to: content.to, content }
}

export function purposeOfOutgoingEmail(emailId: string): string {
  return `outgoing email ${emailId}`
}
