import { randomUUID } from 'node:crypto'
import { inTransaction } from '../../platform/db/database.ts'
import { maxRecordMillis, retryWhileAway } from '../../platform/db/retry.ts'
import { insertSentEmail } from '../outbox/sent-log.ts'
import { countFailure, nextAttemptAt } from '../retries.ts'
import { type BulkServices, type PreparedEmail, prepareEmails, type Run } from './prepare.ts'
import { deferRecipients, deleteRecipients, isWaiting, listRecipients } from './queries.ts'

const pageSize = 20

/**
 * Sends over SMTP, one email after the other. The result of an email is recorded before the next one is sent, so that
 * sending resumes after the last accepted email if this process crashes.
 */
export async function sendOneByOne(services: BulkServices, run: Run, hasTime: () => boolean): Promise<void> {
  let next: Promise<Page> | undefined = preparePage(services, run, undefined)
  while (next) {
    const { prepared, last }: Page = await next
    // The next emails are rendered while these are sent.
    next = last !== undefined && hasTime() ? preparePage(services, run, last) : undefined
    next?.catch(() => undefined)
    for (const one of prepared) {
      if (await isWaiting(services.db, run.project.id, run.sendId, one.userId)) await deliver(services, run, one)
      // With a slow server, the rest of the page is left to the next run and rendered again.
      if (!hasTime()) return
    }
  }
}

interface Page {
  prepared: PreparedEmail[]
  last: string | undefined
}

async function preparePage(services: BulkServices, run: Run, after: string | undefined): Promise<Page> {
  const page = { after, limit: pageSize, now: services.now() }
  const recipients = await listRecipients(services.db, run.project.id, run.sendId, page)
  const prepared = await prepareEmails(services, run, recipients)
  return { prepared, last: recipients.length === pageSize ? recipients.at(-1)!.user_id : undefined }
}

async function deliver(services: BulkServices, { project, sendId }: Run, prepared: PreparedEmail): Promise<void> {
  const { db, log, now, emailServers } = services
  const { userId, email } = prepared
  if (!email) return deleteRecipients(db, project.id, sendId, [userId])
  const failure = await emailServers.send(project, email)
  const { subject, to } = email
  const sender = emailServers.describeSender(project)
  const sent = { id: randomUUID(), emailId: email.id, template: 'bulk', subject, to, sender, failure, now: now() }
  const record = () =>
    inTransaction(db, async (trx) => {
      await insertSentEmail(trx, project.id, sent)
      if (!failure) return deleteRecipients(trx, project.id, sendId, [userId])
      const { isRetried, ...counts } = countFailure(prepared, failure)
      const notBefore = isRetried ? nextAttemptAt(counts.attempts, now()) : null
      await deferRecipients(trx, project.id, sendId, { userIds: [userId], counts, notBefore })
    })
  await retryWhileAway(record, maxRecordMillis)
  if (failure) log.warn('An email could not be sent', { projectId: project.id, template: 'bulk', ...failure })
}
