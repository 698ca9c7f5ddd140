import type { JobHandlers } from '../platform/jobs/jobs.ts'
import { createBulkEmailSender } from './bulk/bulk.ts'
import type { BulkServices } from './bulk/prepare.ts'
import { createEmailSender } from './outbox/send.ts'

export function createEmailJobs(services: BulkServices): Pick<JobHandlers, 'send-email' | 'send-bulk-email'> {
  return { 'send-email': createEmailSender(services), 'send-bulk-email': createBulkEmailSender(services) }
}
