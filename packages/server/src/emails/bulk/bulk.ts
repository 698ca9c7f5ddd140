import { retryWhileAway } from '../../platform/db/retry.ts'
import { deliverFor } from '../../platform/deliveries/run.ts'
import { type Attempt, enqueueJob, type Jobs } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { projectCache } from '../../projects/cache.ts'
import { announceActivity } from '../../projects/live-updates/queries.ts'
import { claimDueEmails, releaseEmails } from '../outbox/queries.ts'
import { emailServers } from '../smtp/servers.ts'
import { findCategory } from './prepare.ts'
import { findSendContent, listRecipients } from './queries.ts'
import { sendBatch, sendOneByOne } from './send.ts'

/** The rest is left to another job, so that a stopping server only waits for this long and one attempt. */
const maxRunMillis = 10_000
/** Then the next bulk email of the project has its turn. */
const maxPageMillis = 5_000
const afterErrorSeconds = 60
const maxReleaseMillis = 60_000

/** Handles `send-bulk-email`: sends the bulk emails of a project page by page. */
export function createBulkEmailSender(platform: Platform) {
  const { db, secrets } = platform
  const servers = emailServers(platform)

  return async ({ project_id }: Jobs['send-bulk-email'], { signal }: Pick<Attempt, 'signal'>): Promise<void> => {
    const project = await projectCache(platform).find(project_id)
    if (!project) return
    const isLate = await deliverFor(maxRunMillis, signal, async () => {
      // Over its quota, a project waits for `wake-deliveries`.
      if (servers.secondsToWait(project) !== undefined) return false
      const [first] = await claimDueEmails(db, project_id, 'send-bulk-email')
      if (!first) return false
      const release = (seconds: number) =>
        retryWhileAway(() => releaseEmails(db, project_id, first, { seconds }), maxReleaseMillis)
      const late = performance.now() + maxPageMillis
      const hasTime = () => performance.now() < late && !signal.aborted && servers.secondsToWait(project) === undefined
      try {
        const sendId = first.send_id!
        const content = await findSendContent(db, project_id, sendId, secrets)
        const recipients = await listRecipients(db, project_id, first.claim_id)
        // It may have been stopped.
        if (content && recipients.length > 0) {
          const page = { project, sendId, content, category: findCategory(content.category)!, recipients }
          await (servers.takesBatches(project) ? sendBatch : sendOneByOne)(platform, page, hasTime)
        }
      } catch (error) {
        await release(afterErrorSeconds)
        throw error
      }
      await release(0)
      await announceActivity(db, project_id, 'email_send.progressed')
      return true
    })
    if (isLate) await enqueueJob(db, 'send-bulk-email', { project_id })
  }
}
