import { randomUUID } from 'node:crypto'
import type { Db } from '../../db/database.ts'
import { type EmailFailure, toWireError } from '../smtp/failures.ts'
import type { SenderConfig } from '../smtp/servers.ts'

export interface SentEmail {
  /** For whoever may have to write it again. */
  id?: string
  /** The mail that was tried, if it can be sent again. */
  emailId?: string
  template: string
  subject: string
  to: string
  sender: SenderConfig
  /** A text for mails that were sent with others in one call. */
  failure: EmailFailure | string | undefined
  now: Date
}

/** Every attempt is worth a row. */
export async function insertSentEmail(db: Db, projectId: string, mail: SentEmail): Promise<void> {
  await insertSentEmails(db, projectId, [mail])
}

export async function insertSentEmails(db: Db, projectId: string, mails: SentEmail[]): Promise<void> {
  if (mails.length === 0) return
  const rows = mails.map((mail) => ({
    project_id: projectId,
    id: mail.id ?? randomUUID(),
    template: mail.template,
    subject: mail.subject,
    recipients: [mail.to],
    sender_config: JSON.stringify(mail.sender),
    error: mail.failure === undefined ? null : JSON.stringify(toError(mail.failure)),
    sent_at: mail.now,
    email_id: mail.emailId ?? null,
  }))
  await db
    .insertInto('sent_emails')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

function toError(failure: EmailFailure | string) {
  return typeof failure === 'string' ? failure : toWireError(failure)
}
