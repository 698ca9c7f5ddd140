import { type Db, inTransaction } from '../../platform/db/database.ts'
import { maxRecordMillis, retryWhileAway } from '../../platform/db/retry.ts'
import { countFailure } from '../retries.ts'
import type { EmailFailure } from '../smtp/failures.ts'
import { type ClaimedRow, deferEmails, deleteEmails } from './queries.ts'
import { announceEmails, insertSentEmails, type SentEmail } from './sent-log.ts'

export interface EmailResult {
  email: Pick<ClaimedRow, 'id' | 'claim_id' | 'attempts' | 'unconfirmed_attempts'>
  /** Undefined if there was nothing to send. */
  sent: SentEmail | undefined
  failure: Pick<EmailFailure, 'isPassing' | 'mayHaveArrived'> | undefined
}

/** Logs attempts, and removes each email from the outbox, or decides when it is tried again. */
export async function recordResults(db: Db, projectId: string, results: EmailResult[]): Promise<void> {
  const done = results.flatMap(({ email, failure }) => (failure ? [] : [email.id]))
  const failed = results.flatMap(({ email: { id, claim_id, attempts, unconfirmed_attempts: unconfirmed }, failure }) =>
    failure ? [{ id, claim_id, ...countFailure({ attempts, unconfirmed }, failure) }] : [],
  )
  const record = () =>
    inTransaction(db, async (trx) => {
      await insertSentEmails(
        trx,
        projectId,
        results.flatMap(({ sent }) => sent ?? []),
      )
      await deleteEmails(trx, projectId, done)
      const givenUp = new Set(await deferEmails(trx, projectId, failed))
      const final = results.filter(({ email, failure }) => !failure || givenUp.has(email.id))
      await announceEmails(
        trx,
        projectId,
        final.flatMap(({ sent }) => sent ?? []),
      )
    })
  await retryWhileAway(record, maxRecordMillis)
}
