import { enqueueJob, type JobHandlers } from '../platform/jobs/jobs.ts'
import { createBulkEmailSender } from './bulk/bulk.ts'
import type { BulkServices } from './bulk/prepare.ts'
import { listProjectsWithOverdueSends } from './bulk/queries.ts'
import { listProjectsWithOverdueEmails } from './outbox/queries.ts'
import { createEmailSender } from './outbox/send.ts'

export function createEmailJobs(
  services: BulkServices,
): Pick<JobHandlers, 'send-email' | 'send-bulk-email' | 'wake-emails'> {
  const { db, now } = services
  return {
    'send-email': createEmailSender(services),
    'send-bulk-email': createBulkEmailSender(services),
    // Emails left over from a crash, or of a project without an email server. All others have their own job.
    'wake-emails': async () => {
      for (const project_id of await listProjectsWithOverdueEmails(db))
        await enqueueJob(db, 'send-email', { project_id })
      for (const project_id of await listProjectsWithOverdueSends(db, now())) {
        await enqueueJob(db, 'send-bulk-email', { project_id })
      }
    },
  }
}
