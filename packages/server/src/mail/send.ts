import { inTransaction } from '../db/database.ts'
import { isSystemMail, renderSystemMail } from '../emails/system-mails.ts'
import type { Services } from '../http/context.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Project } from '../projects/cache.ts'
import type { MailFailure } from './failures.ts'
import { deleteOutgoingMail, findOutgoingMail, type OutgoingMail } from './outbox.ts'
import { insertSentEmail } from './sent-log.ts'
import type { RenderedMail } from './templates.ts'

export type MailerServices = Pick<
  Services,
  'db' | 'secrets' | 'log' | 'now' | 'projects' | 'emailRenderer' | 'mailServers'
>

/** Handles `send-mail`: one attempt over SMTP, logged, and tried again when that can help. */
export function createMailer(services: MailerServices) {
  const { db, secrets, log, now, mailServers: servers } = services

  return async (
    { project_id, mail_id }: Jobs['send-mail'],
    attempt: { number: number; isLast: boolean },
  ): Promise<void> => {
    const mail = await findOutgoingMail(db, project_id, mail_id, secrets)
    const project = await services.projects.find(project_id)
    // It has left already, or its project is gone.
    if (!mail || !project) return
    // Nothing is tried, so nothing is rendered or logged; the mail waits for somebody to configure a server.
    if (!servers.hasServer(project)) throw new Error('No mail server is configured yet.')
    const { subject, html, text } = await renderOutgoing(services, project, mail)
    const headers = { 'X-Latchkey-Template': mail.template }
    const isExpired = mail.worthlessAfter <= now()
    const failure = isExpired
      ? expired
      : await servers.send(project, { id: mail.id, to: mail.to, subject, html, text, headers })
    const isDone = failure === undefined || !isWorthRepeating(failure, attempt)
    await inTransaction(db, async (trx) => {
      await insertSentEmail(trx, project_id, {
        template: mail.template,
        subject: withoutSecrets(subject, mail),
        to: mail.to,
        sender: servers.describeSender(project),
        failure,
        now: now(),
      })
      if (isDone) await deleteOutgoingMail(trx, project_id, mail_id)
    })
    if (failure) log.warn('A mail could not be sent', { projectId: project_id, template: mail.template, ...failure })
    if (!isDone) throw new Error(failure.message)
  }
}

async function renderOutgoing(
  { emailRenderer, log }: MailerServices,
  project: Project,
  mail: OutgoingMail,
): Promise<RenderedMail> {
  if (!('variables' in mail.content)) return mail.content
  if (!isSystemMail(mail.template)) throw new Error(`There is no mail of the kind ${mail.template}.`)
  const { variables } = mail.content
  const { problem, ...rendered } = await renderSystemMail(emailRenderer, project, mail.template, variables)
  if (problem) {
    const fields = { projectId: project.id, template: mail.template, problem }
    log.warn('An e-mail template does not render, so the built-in one was sent', fields)
  }
  return rendered
}

/** What the log of sent mails may keep: a code or a link is nobody's business but the recipient's. */
function withoutSecrets(subject: string, { content }: OutgoingMail): string {
  if (!('variables' in content)) return subject
  const secrets = Object.entries(content.variables).filter(([name, value]) => value && /otp|link$/i.test(name))
  return secrets.reduce((text, [, secret]) => text.replaceAll(secret, '…'), subject)
}

/** A server that takes mails without saying so must not fill somebody's mailbox with repetitions. */
const maxUnconfirmed = 3

function isWorthRepeating(failure: MailFailure, attempt: { number: number; isLast: boolean }): boolean {
  if (failure.mayHaveArrived && attempt.number >= maxUnconfirmed) return false
  return failure.isPassing && !attempt.isLast
}

const expired: MailFailure = {
  errorType: 'UNKNOWN',
  isPassing: false,
  message: 'The mail was dropped, because what it is about had expired before the mail server took it.',
}
