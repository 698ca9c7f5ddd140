import { randomUUID } from 'node:crypto'
import type { Db } from '../../platform/db/database.ts'
import { announceActivity } from '../../projects/live-updates/queries.ts'
import { insertAttempts } from '../queries.ts'
import { type EmailFailure, toWireError } from '../smtp/failures.ts'
import type { SenderConfig } from '../smtp/servers.ts'

export interface SentEmail {
  /** Set by callers that may have to repeat the insert. */
  id?: string
  /** The email in the outbox, if it can be resent. */
  emailId?: string
  kind: string
  subject: string
  to: string
  sender: SenderConfig
  /** The email as it was sent, encrypted, if it is not kept anywhere else. */
  htmlEncrypted?: string
  /** A string for emails that were sent in a batch. */
  failure: EmailFailure | string | undefined
  now: Date
}

/** One row per attempt. */
export async function insertSentEmail(db: Db, projectId: string, email: SentEmail): Promise<void> {
  await insertSentEmails(db, projectId, [email])
}

export async function insertSentEmails(db: Db, projectId: string, emails: SentEmail[]): Promise<void> {
  if (emails.length === 0) return
  const rows = emails.map((email) => ({
    id: email.id ?? randomUUID(),
    kind: email.kind,
    subject: email.subject,
    recipients: [email.to],
    sender_config: JSON.stringify(email.sender),
    error: email.failure === undefined ? null : JSON.stringify(toError(email.failure)),
    sent_at: email.now,
    email_id: email.emailId ?? null,
    html_encrypted: email.htmlEncrypted ?? null,
  }))
  await insertAttempts(db, projectId, rows)
  const isFailed = emails.some(({ failure }) => failure !== undefined)
  await announceActivity(db, projectId, isFailed ? 'email.failed' : 'email.sent')
}

export function purposeOfSentHtml(id: string): string {
  return `sent email ${id}`
}

function toError(failure: EmailFailure | string) {
  return typeof failure === 'string' ? failure : toWireError(failure)
}
