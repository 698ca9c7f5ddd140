import { randomUUID } from 'node:crypto'
import { createTransport } from 'nodemailer'
import { type Db, inTransaction } from '../db/database.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Log } from '../log.ts'
import type { Secrets } from '../secrets.ts'
import { explainMailFailure, type MailFailure } from './failures.ts'
import { deleteOutgoingMail, findOutgoingMail } from './outbox.ts'
import { toOneLine } from './templates.ts'

export interface SmtpServer {
  host: string
  port: number
  username?: string
  password?: string
  /** The address that mails come from. */
  from: string
}

interface MailerOptions {
  db: Db
  secrets: Secrets
  smtp: SmtpServer
  log: Log
  now: () => Date
}

type OutgoingMail = NonNullable<Awaited<ReturnType<typeof findOutgoingMail>>>

/** Handles `send-mail`: one attempt over SMTP, logged, and tried again when that can help. */
export function createMailer(options: MailerOptions) {
  const { db, secrets, smtp, log, now } = options
  const transport = createTransport({
    host: smtp.host,
    port: smtp.port,
    secure: smtp.port === 465,
    pool: true,
    maxConnections: 4,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    ...(smtp.username ? { auth: { user: smtp.username, pass: smtp.password ?? '' } } : {}),
  })

  async function send({ project_id, mail_id }: Jobs['send-mail'], attempt: { isLast: boolean }): Promise<void> {
    const mail = await findOutgoingMail(db, project_id, mail_id, secrets)
    // It has left already, or its project is gone.
    if (!mail) return
    const failure = mail.worthlessAfter <= now() ? expired : await trySending(mail)
    const isDone = failure === undefined || !failure.canRetry || attempt.isLast
    await inTransaction(db, async (trx) => {
      await insertSentEmail(trx, project_id, mail, failure)
      if (isDone) await deleteOutgoingMail(trx, project_id, mail_id)
    })
    if (failure) log.warn('A mail could not be sent', { projectId: project_id, template: mail.template, ...failure })
    if (!isDone) throw new Error(failure.message)
  }

  async function trySending(mail: OutgoingMail): Promise<MailFailure | undefined> {
    try {
      await transport.sendMail({
        // Given explicitly, so that no parser can find a second recipient in an address.
        envelope: { from: smtp.from, to: [mail.to] },
        from: { name: toOneLine(mail.senderName), address: smtp.from },
        to: { name: '', address: mail.to },
        subject: mail.subject,
        html: mail.html,
        text: mail.text,
        // The same for every attempt, so that a mail server or program can tell a repetition.
        messageId: `<${mail.id}@${smtp.from.split('@')[1] ?? 'localhost'}>`,
        headers: { 'X-Latchkey-Template': mail.template, 'Auto-Submitted': 'auto-generated' },
      })
      return undefined
    } catch (error) {
      return explainMailFailure(error)
    }
  }

  async function insertSentEmail(trx: Db, projectId: string, mail: OutgoingMail, failure: MailFailure | undefined) {
    const { host, port, username = '', from } = smtp
    await trx
      .insertInto('sent_emails')
      .values({
        project_id: projectId,
        id: randomUUID(),
        template: mail.template,
        subject: mail.subjectWithoutCode,
        recipients: [mail.to],
        sender_config: JSON.stringify({
          type: 'shared',
          host,
          port,
          username,
          sender_name: mail.senderName,
          sender_email: from,
        }),
        error: failure ? JSON.stringify({ ...failure, rawError: failure.message }) : null,
        sent_at: now(),
      })
      .execute()
  }

  return { send, close: () => transport.close() }
}

const expired: MailFailure = {
  errorType: 'EXPIRED',
  canRetry: false,
  message: 'The mail was dropped, because what it is about had expired before the mail server took it.',
}
