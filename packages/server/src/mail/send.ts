import { randomUUID } from 'node:crypto'
import { createTransport } from 'nodemailer'
import { type Db, inTransaction } from '../db/database.ts'
import { isSystemMail, renderSystemMail } from '../emails/system-mails.ts'
import type { Services } from '../http/context.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Project } from '../projects/cache.ts'
import { explainMailFailure, type MailFailure } from './failures.ts'
import { deleteOutgoingMail, findOutgoingMail, type OutgoingMail } from './outbox.ts'
import { type RenderedMail, toOneLine } from './templates.ts'

export interface SmtpServer {
  host: string
  port: number
  username?: string
  password?: string
  /** The address that mails come from. */
  from: string
}

/** Handles `send-mail`: one attempt over SMTP, logged, and tried again when that can help. */
export function createMailer(
  services: Pick<Services, 'db' | 'secrets' | 'log' | 'now' | 'projects' | 'emailRenderer'>,
  smtp: SmtpServer,
) {
  const { db, secrets, log, now } = services
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
    const project = await services.projects.find(project_id)
    // It has left already, or its project is gone.
    if (!mail || !project) return
    const rendered = await render(project, mail)
    const failure = mail.worthlessAfter <= now() ? expired : await trySending(project, mail, rendered)
    const isDone = failure === undefined || !failure.canRetry || attempt.isLast
    await inTransaction(db, async (trx) => {
      await insertSentEmail(trx, project, { ...mail, subject: withoutSecrets(rendered.subject, mail) }, failure)
      if (isDone) await deleteOutgoingMail(trx, project_id, mail_id)
    })
    if (failure) log.warn('A mail could not be sent', { projectId: project_id, template: mail.template, ...failure })
    if (!isDone) throw new Error(failure.message)
  }

  async function render(project: Project, mail: OutgoingMail): Promise<RenderedMail> {
    if (!('variables' in mail.content)) return mail.content
    if (!isSystemMail(mail.template)) throw new Error(`There is no mail of the kind ${mail.template}.`)
    const { problem, ...rendered } = await renderSystemMail(
      services.emailRenderer,
      project,
      mail.template,
      mail.content.variables,
    )
    if (problem) {
      const fields = { projectId: project.id, template: mail.template, problem }
      log.warn('An e-mail template does not render, so the built-in one was sent', fields)
    }
    return rendered
  }

  async function trySending(
    project: Project,
    mail: OutgoingMail,
    rendered: RenderedMail,
  ): Promise<MailFailure | undefined> {
    try {
      await transport.sendMail({
        // Given explicitly, so that no parser can find a second recipient in an address.
        envelope: { from: smtp.from, to: [mail.to] },
        from: { name: toOneLine(project.display_name), address: smtp.from },
        to: { name: '', address: mail.to },
        subject: rendered.subject,
        html: rendered.html,
        text: rendered.text,
        // The same for every attempt, so that a mail server or program can tell a repetition.
        messageId: `<${mail.id}@${smtp.from.split('@')[1] ?? 'localhost'}>`,
        headers: { 'X-Latchkey-Template': mail.template, 'Auto-Submitted': 'auto-generated' },
      })
      return undefined
    } catch (error) {
      return explainMailFailure(error)
    }
  }

  async function insertSentEmail(
    trx: Db,
    project: Project,
    mail: { template: string; to: string; subject: string },
    failure: MailFailure | undefined,
  ) {
    const { host, port, username = '', from } = smtp
    await trx
      .insertInto('sent_emails')
      .values({
        project_id: project.id,
        id: randomUUID(),
        template: mail.template,
        subject: mail.subject,
        recipients: [mail.to],
        sender_config: JSON.stringify({
          type: 'shared',
          host,
          port,
          username,
          sender_name: project.display_name,
          sender_email: from,
        }),
        error: failure ? JSON.stringify({ ...failure, rawError: failure.message }) : null,
        sent_at: now(),
      })
      .execute()
  }

  return { send, close: () => transport.close() }
}

/** What the log of sent mails may keep: a code or a link is nobody's business but the recipient's. */
function withoutSecrets(subject: string, { content }: OutgoingMail): string {
  if (!('variables' in content)) return subject
  const secrets = Object.entries(content.variables).filter(([name, value]) => value && /otp|link$/i.test(name))
  return secrets.reduce((text, [, secret]) => text.replaceAll(secret, '…'), subject)
}

const expired: MailFailure = {
  errorType: 'EXPIRED',
  canRetry: false,
  message: 'The mail was dropped, because what it is about had expired before the mail server took it.',
}
