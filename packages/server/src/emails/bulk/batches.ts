import { randomUUID } from 'node:crypto'
import { inTransaction } from '../../platform/db/database.ts'
import { maxRecordMillis, retryWhileAway } from '../../platform/db/retry.ts'
import { insertSentEmails } from '../outbox/sent-log.ts'
import { countFailure, nextAttemptAt } from '../retries.ts'
import { maxBatch } from '../smtp/resend-api.ts'
import { type BulkServices, prepareEmails, type Run } from './prepare.ts'
import { deferRecipients, deleteRecipients, listBatch, type Recipient } from './queries.ts'

/**
 * Sends many emails in one call of the provider's API. The ID of a batch is derived from its recipients, and a batch does not
 * change until it is recorded, so the provider recognizes a batch that it accepted before a crash.
 */
export async function sendBatches(services: BulkServices, run: Run, hasTime: () => boolean): Promise<void> {
  do {
    const page = { limit: maxBatch, now: services.now() }
    const recipients = await listBatch(services.db, run.project.id, run.sendId, page)
    if (recipients.length === 0) return
    await deliverBatch(services, run, recipients)
  } while (hasTime())
}

async function deliverBatch(services: BulkServices, run: Run, recipients: Recipient[]): Promise<void> {
  const { db, log, now, emailServers } = services
  const { project, sendId } = run
  const prepared = await prepareEmails(services, run, recipients)
  const addressed = prepared.flatMap(({ userId, email }) => (email ? [{ userId, email }] : []))
  const id = `${sendId}/${recipients[0]!.user_id}/${recipients.at(-1)!.user_id}`
  const failures =
    addressed.length === 0
      ? []
      : await emailServers.sendBatch(project, { id, emails: addressed.map(({ email }) => email) })
  // All emails of a batch have had the same number of attempts.
  const { isRetried: hasAttemptLeft, ...counts } = countFailure(recipients[0]!, { isPassing: true })
  const failed = addressed.flatMap(({ userId }, index) => {
    const failure = failures[index]
    return failure ? [{ userId, isRetried: failure.canRetry && hasAttemptLeft }] : []
  })
  const sender = emailServers.describeSender(project)
  const sent = addressed.map(({ email: { id: emailId, subject, to } }, index) => {
    return {
      id: randomUUID(),
      emailId,
      template: 'bulk',
      subject,
      to,
      sender,
      failure: failures[index]?.message,
      now: now(),
    }
  })
  const record = () =>
    inTransaction(db, async (trx) => {
      await insertSentEmails(trx, project.id, sent)
      const done = recipients.map(({ user_id }) => user_id).filter((id) => !failed.some(({ userId }) => userId === id))
      await deleteRecipients(trx, project.id, sendId, done)
      for (const isRetried of [true, false]) {
        const userIds = failed.filter((one) => one.isRetried === isRetried).map(({ userId }) => userId)
        const notBefore = isRetried ? nextAttemptAt(counts.attempts, now()) : null
        await deferRecipients(trx, project.id, sendId, { userIds, counts, notBefore })
      }
    })
  await retryWhileAway(record, maxRecordMillis)
  const failure = failures.find((one) => one !== undefined)
  if (failure) log.warn('Emails could not be sent', { projectId: project.id, template: 'bulk', ...failure })
}
