import type { JobHandlers } from '../platform/jobs/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { createBulkEmailSender } from './bulk/bulk.ts'
import type { ResolveRequest } from './outbox/outbox.ts'
import { createEmailSender } from './outbox/send.ts'

export function createEmailJobs(
  platform: Platform,
  resolve: ResolveRequest,
): Pick<JobHandlers, 'send-email' | 'send-bulk-email'> {
  return { 'send-email': createEmailSender(platform, resolve), 'send-bulk-email': createBulkEmailSender(platform) }
}
