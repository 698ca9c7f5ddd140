import type { JobHandlers } from '../platform/jobs/jobs.ts'
import { createBulkEmailSender } from './bulk/bulk.ts'
import type { BulkServices } from './bulk/prepare.ts'
import type { ResolveRequest } from './outbox/outbox.ts'
import { createEmailSender } from './outbox/send.ts'

export function createEmailJobs(
  services: BulkServices,
  resolve: ResolveRequest,
): Pick<JobHandlers, 'send-email' | 'send-bulk-email'> {
  return { 'send-email': createEmailSender(services, resolve), 'send-bulk-email': createBulkEmailSender(services) }
}
