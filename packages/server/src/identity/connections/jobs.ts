import type { JobHandlers } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { checkDueDomains } from './domains/verify.ts'
import { announceBreakGlass } from './required/announce.ts'

export function createConnectionJobs(platform: Platform): Pick<JobHandlers, 'check-domains' | 'announce-break-glass'> {
  return {
    'check-domains': (_, { signal }) => checkDueDomains(platform, signal),
    'announce-break-glass': (payload) => announceBreakGlass(platform, payload),
  }
}
