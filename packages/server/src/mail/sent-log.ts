import { randomUUID } from 'node:crypto'
import type { Db } from '../db/database.ts'
import type { MailFailure } from './failures.ts'
import type { SenderConfig } from './servers.ts'

/** Every attempt is worth a row. */
export async function insertSentEmail(
  db: Db,
  projectId: string,
  mail: {
    template: string
    subject: string
    to: string
    sender: SenderConfig
    failure: MailFailure | undefined
    now: Date
  },
): Promise<void> {
  const { failure } = mail
  await db
    .insertInto('sent_emails')
    .values({
      project_id: projectId,
      id: randomUUID(),
      template: mail.template,
      subject: mail.subject,
      recipients: [mail.to],
      sender_config: JSON.stringify(mail.sender),
      error: failure ? JSON.stringify({ ...failure, rawError: failure.message }) : null,
      sent_at: mail.now,
    })
    .execute()
}
