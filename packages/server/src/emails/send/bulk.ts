import { inTransaction } from '../../db/database.ts'
import type { Services } from '../../http/context.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { insertSentEmail } from '../../mail/sent-log.ts'
import type { MailServers } from '../../mail/servers.ts'
import { toOneLine } from '../../mail/templates.ts'
import { categories, type NotificationCategory } from '../../notifications/categories.ts'
import { createUnsubscribeLink } from '../../notifications/unsubscribe.ts'
import type { Project } from '../../projects/cache.ts'
import type { RenderAnswer } from '../rendering/renderer.ts'
import {
  deferRecipient,
  deleteRecipient,
  findSend,
  finishSend,
  listRecipients,
  type Recipient,
  type SendContent,
} from './queries.ts'

type BulkServices = Pick<Services, 'db' | 'secrets' | 'log' | 'now' | 'projects' | 'emailRenderer' | 'config'>

interface Prepared {
  recipient: Recipient & { email: string }
  category: NotificationCategory
  unsubscribeLink: string | undefined
  answer: RenderAnswer
}

/** One rendering of so many, so that other projects get their turn in between. */
const batchSize = 20
/** The rest is another job: a server that stops waits for no more than this. */
const maxRunMillis = 5_000
const maxAttempts = 3
const retryMillis = 2_000
const renderMillis = 5_000

/**
 * Handles `send-bulk-mail`. What became of a mail is recorded before the next one is sent, so whoever goes on after a
 * crash goes on behind the last mail that the server has taken.
 */
export function createBulkMailer(services: BulkServices, servers: MailServers) {
  const { db, secrets, log, now } = services

  return async ({ project_id, send_id }: Jobs['send-bulk-mail']): Promise<void> => {
    const project = await services.projects.find(project_id)
    const content = await findSend(db, project_id, send_id, secrets)
    if (!project || !content) return
    const startedAt = Date.now()
    const run = { project, sendId: send_id, content, category: findCategory(content.category)! }
    let next: Promise<Batch> | undefined = prepare(run, undefined)
    while (next) {
      const { prepared, last }: Batch = await next
      // The next are rendered while these are sent.
      next = last !== undefined && Date.now() - startedAt < maxRunMillis ? prepare(run, last) : undefined
      next?.catch(() => undefined)
      for (const mail of prepared) await deliver(run, mail)
    }
    await inTransaction(db, (trx) => finishSend(trx, project_id, send_id))
  }

  interface Run {
    project: Project
    sendId: string
    content: SendContent
    /** The kind that the mails before were of: nearly always all are of the same. */
    category: NotificationCategory
  }

  interface Batch {
    prepared: Prepared[]
    last: string | undefined
  }

  async function prepare(run: Run, after: string | undefined): Promise<Batch> {
    const page = { after, limit: batchSize, now: now() }
    const recipients = await listRecipients(db, run.project.id, run.sendId, page)
    const reachable: Prepared['recipient'][] = []
    for (const recipient of recipients) {
      if (recipient.email !== null) reachable.push({ ...recipient, email: recipient.email })
      // Deleted since, or without an e-mail by now.
      else await deleteRecipient(db, run.project.id, run.sendId, recipient.user_id)
    }
    const prepared = await render(run, reachable, run.category)
    // Whoever's mail turns out to be of another kind is rendered again as that: its link must fit.
    for (const category of categories) {
      const others = prepared.filter((mail) => mail.category === category && category !== run.category)
      const again = await render(
        run,
        others.map(({ recipient }) => recipient),
        category,
      )
      for (const mail of again) prepared[prepared.findIndex(({ recipient }) => recipient === mail.recipient)] = mail
    }
    run.category = prepared.at(-1)?.category ?? run.category
    return { prepared, last: recipients.length === batchSize ? recipients.at(-1)!.user_id : undefined }
  }

  async function render(
    { project, content }: Run,
    recipients: Prepared['recipient'][],
    category: NotificationCategory,
  ): Promise<Prepared[]> {
    const links = await Promise.all(recipients.map(({ user_id }) => createLink(project, user_id, category)))
    const inputs = recipients.map((recipient, index) => ({
      user: { displayName: recipient.display_name === null ? null : toOneLine(recipient.display_name) },
      project: { displayName: toOneLine(project.display_name) },
      variables: content.variables,
      ...(links[index] === undefined ? {} : { unsubscribeLink: links[index] }),
      isPreview: false,
    }))
    const answers = await services.emailRenderer.render(project.id, content.sources, inputs, {
      maxMillis: renderMillis,
    })
    return recipients.map((recipient, index) => {
      const answer = answers[index]!
      const named = 'email' in answer ? findCategory(answer.email.notificationCategory) : undefined
      const own = named ?? findCategory(content.category)!
      return { recipient, category: own, unsubscribeLink: links[index], answer }
    })
  }

  async function createLink({ id }: Project, userId: string, category: NotificationCategory) {
    if (!category.canDisable) return undefined
    const mail = { userId, categoryId: category.id, baseUrl: services.config.url, now: now() }
    return createUnsubscribeLink(db, id, mail)
  }

  async function deliver({ project, sendId, content }: Run, mail: Prepared): Promise<void> {
    const { recipient, category, unsubscribeLink, answer } = mail
    const userId = recipient.user_id
    if ('error' in answer) {
      log.warn('A mail does not render', { projectId: project.id, problem: answer.error })
      return deleteRecipient(db, project.id, sendId, userId)
    }
    const isWanted = !category.canDisable || (recipient.preferences?.[category.id] ?? category.isEnabledByDefault)
    if (!isWanted) return deleteRecipient(db, project.id, sendId, userId)

    const { html, text } = answer.email
    const subject = toOneLine(content.subject ?? answer.email.subject ?? '')
    const id = `${sendId}.${userId}`
    const failure = await servers.send(project, {
      id,
      to: recipient.email,
      subject,
      html,
      text,
      ...(unsubscribeLink ? { headers: toUnsubscribeHeaders(unsubscribeLink) } : {}),
    })
    const attempts = recipient.attempts + 1
    const sender = servers.describeSender(project)
    await inTransaction(db, async (trx) => {
      const sent = { template: 'bulk', subject, to: recipient.email, sender, failure, now: now() }
      await insertSentEmail(trx, project.id, sent)
      if (failure?.canRetry && attempts < maxAttempts) {
        const notBefore = new Date(now().getTime() + retryMillis * 2 ** attempts)
        await deferRecipient(trx, project.id, sendId, { userId, attempts, notBefore })
      } else await deleteRecipient(trx, project.id, sendId, userId)
    })
    if (failure) log.warn('A mail could not be sent', { projectId: project.id, template: 'bulk', ...failure })
  }
}

function findCategory(name: string | undefined): NotificationCategory | undefined {
  return categories.find((category) => category.name === name)
}

/** The button to unsubscribe that mail programs show (RFC 8058). */
function toUnsubscribeHeaders(link: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}
