import { inTransaction } from '../../db/database.ts'
import { maxBatch } from '../../mail/resend.ts'
import { insertSentEmails } from '../../mail/sent-log.ts'
import { type BulkServices, prepareMails, type Run } from './prepare.ts'
import { deferRecipients, deleteRecipients, listBatch, type Recipient } from './queries.ts'
import { hasAttemptLeft, nextAttemptAt } from './retries.ts'

/**
 * Sends many mails in one call of the provider's API. The id of a batch follows from who is in it, and a batch stays what
 * it is until it is recorded: the provider knows one that it took from somebody who crashed then.
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
  const { db, log, now, mailServers } = services
  const { project, sendId } = run
  const prepared = await prepareMails(services, run, recipients)
  const addressed = prepared.flatMap(({ userId, mail }) => (mail ? [{ userId, mail }] : []))
  const id = `${sendId}/${recipients[0]!.user_id}/${recipients.at(-1)!.user_id}`
  const failures =
    addressed.length === 0 ? [] : await mailServers.sendBatch(project, { id, mails: addressed.map(({ mail }) => mail) })
  // All of a batch have been tried equally often.
  const attempts = recipients[0]!.attempts + 1
  const isOver = !hasAttemptLeft(attempts)
  const again = addressed.filter((_, index) => failures[index]?.canRetry && !isOver).map(({ userId }) => userId)
  const sender = mailServers.describeSender(project)
  const sent = addressed.map(({ mail: { subject, to } }, index) => {
    return { template: 'bulk', subject, to, sender, failure: failures[index]?.message, now: now() }
  })
  await inTransaction(db, async (trx) => {
    await insertSentEmails(trx, project.id, sent)
    const done = recipients.map(({ user_id }) => user_id).filter((userId) => !again.includes(userId))
    await deleteRecipients(trx, project.id, sendId, done)
    const notBefore = nextAttemptAt(attempts, now())
    await deferRecipients(trx, project.id, sendId, { userIds: again, attempts, notBefore })
  })
  const failure = failures.find((one) => one !== undefined)
  if (failure) log.warn('Mails could not be sent', { projectId: project.id, template: 'bulk', ...failure })
}
