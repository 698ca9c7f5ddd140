import type { JobHandlers } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { checkDueDomains } from './domains/verify.ts'

export function createConnectionJobs(platform: Platform): Pick<JobHandlers, 'check-domains'> {
  return { 'check-domains': (_, { signal }) => checkDueDomains(platform, signal) }
}
