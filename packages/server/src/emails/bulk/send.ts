import { randomUUID } from 'node:crypto'
import type { Platform } from '../../platform/platform.ts'
import { isStillClaimed } from '../outbox/queries.ts'
import { type EmailResult, recordResults } from '../outbox/record.ts'
import { emailServers } from '../smtp/servers.ts'
import { type PreparedEmail, prepareEmails, type Run, renderedAtOnce } from './prepare.ts'
import type { Recipient } from './queries.ts'

/** Some recipients of a bulk email. */
export interface Page extends Run {
  recipients: Recipient[]
}

/**
 * Sends over SMTP, one email after the other. The result of an email is recorded before the next one is sent, so that
 * sending resumes after the last accepted email if this process crashes.
 */
export async function sendOneByOne(platform: Platform, page: Page, hasTime: () => boolean): Promise<void> {
  const { recipients } = page
  const prepare = (start: number) => prepareEmails(platform, page, recipients.slice(start, start + renderedAtOnce))
  let next = prepare(0)
  for (let start = 0; start < recipients.length; start += renderedAtOnce) {
    const prepared = await next
    // The next emails are rendered while these are sent.
    next = prepare(start + renderedAtOnce)
    next.catch(() => undefined)
    for (const one of prepared) {
      if (await isStillClaimed(platform.db, page.project.id, one.recipient)) await deliver(platform, page, one)
      if (!hasTime()) return
    }
  }
}

async function deliver(platform: Platform, page: Page, prepared: PreparedEmail): Promise<void> {
  const { db, log } = platform
  const servers = emailServers(platform)
  const { project } = page
  const { recipient, email } = prepared
  const failure = email && (await servers.send(project, email))
  const sent = email && { ...describe(platform, page, email), failure }
  await recordResults(db, project.id, [{ email: recipient, sent, failure }])
  if (failure) log.warn('An email could not be sent', { projectId: project.id, kind: 'bulk', ...failure })
}

/**
 * Sends all emails of the page in one call of the provider's API. The ID of the batch is derived from its recipients, who stay
 * together until their results are recorded, so the provider recognizes a batch that it accepted before a crash.
 */
export async function sendBatch(platform: Platform, page: Page): Promise<void> {
  const { db, log } = platform
  const servers = emailServers(platform)
  const { project, sendId, recipients } = page
  const prepared = await prepareEmails(platform, page, recipients)
  const emails = prepared.flatMap(({ email }) => email ?? [])
  const id = `${sendId}/${recipients[0]!.user_id}/${recipients.at(-1)!.user_id}`
  const failures = emails.length === 0 ? [] : await servers.sendBatch(project, { id, emails })
  const results = prepared.map(({ recipient, email }): EmailResult => {
    const failure = email && failures[emails.indexOf(email)]
    return {
      email: recipient,
      sent: email && { ...describe(platform, page, email), failure: failure?.message },
      failure: failure && { isPassing: failure.canRetry },
    }
  })
  await recordResults(db, project.id, results)
  const failure = failures.find((one) => one !== undefined)
  if (failure) log.warn('Emails could not be sent', { projectId: project.id, kind: 'bulk', ...failure })
}

function describe(
  platform: Platform,
  { project }: Page,
  { id: emailId, subject, locale, to }: NonNullable<PreparedEmail['email']>,
) {
  const sender = emailServers(platform).describeSender(project)
  return { id: randomUUID(), emailId, kind: 'bulk', subject, locale, to, sender, now: platform.now() }
}
