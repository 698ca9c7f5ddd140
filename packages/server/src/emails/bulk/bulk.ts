import { inTransaction } from '../../platform/db/database.ts'
import { maxRecordMillis, retryWhileAway } from '../../platform/db/retry.ts'
import type { Attempt, Jobs } from '../../platform/jobs/jobs.ts'
import { sendBatches } from './batches.ts'
import { sendOneByOne } from './one-by-one.ts'
import { type BulkServices, findCategory } from './prepare.ts'
import { claimSend, finishRun } from './queries.ts'

/** The rest is left to another run, so that a stopping server only waits for this long and one attempt. */
const maxRunMillis = 5_000
const afterErrorMillis = 60_000

/** Handles `send-bulk-email`: continues with the recipients who have not received the email yet. */
export function createBulkEmailSender(services: BulkServices) {
  const { db, secrets, now, emailServers } = services

  return async ({ project_id }: Jobs['send-bulk-email'], { signal }: Pick<Attempt, 'signal'>): Promise<void> => {
    const project = await services.projects.find(project_id)
    const send = project && (await claimSend(db, project_id, now(), secrets))
    if (!send) return
    const { id: sendId, content } = send
    const run = { project, sendId, content, category: findCategory(content.category)! }
    const late = performance.now() + maxRunMillis
    const secondsToWait = () => emailServers.secondsToWait(project)
    const hasTime = () => performance.now() < late && !signal.aborted && secondsToWait() === undefined
    const sendSome = emailServers.takesBatches(project) ? sendBatches : sendOneByOne
    const finish = (notBefore: Date) =>
      retryWhileAway(() => inTransaction(db, (trx) => finishRun(trx, project_id, send, notBefore)), maxRecordMillis)
    try {
      if (hasTime()) await sendSome(services, run, hasTime)
    } catch (error) {
      await finish(new Date(now().getTime() + afterErrorMillis))
      throw error
    }
    await finish(new Date(now().getTime() + (secondsToWait() ?? 0) * 1000))
  }
}
