import { enqueueJob, type JobHandlers } from '../jobs/jobs.ts'
import { createBulkMailer } from './bulk/bulk.ts'
import type { BulkServices } from './bulk/prepare.ts'
import { listProjectsWithOverdueSends } from './bulk/queries.ts'
import { listProjectsWithOverdueMails } from './outbox/claims.ts'
import { createMailer } from './outbox/send.ts'

export function createMailJobs(
  services: BulkServices,
): Pick<JobHandlers, 'send-mail' | 'send-bulk-mail' | 'wake-mails'> {
  const { db, now } = services
  return {
    'send-mail': createMailer(services),
    'send-bulk-mail': createBulkMailer(services),
    // What a crash has left behind, or a project without a mail server. Everything else has a job of its own.
    'wake-mails': async () => {
      for (const project_id of await listProjectsWithOverdueMails(db)) await enqueueJob(db, 'send-mail', { project_id })
      for (const project_id of await listProjectsWithOverdueSends(db, now())) {
        await enqueueJob(db, 'send-bulk-mail', { project_id })
      }
    },
  }
}
