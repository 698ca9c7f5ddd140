import type { JobHandlers } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { checkDueDomains } from './domains/verify.ts'
import { announceBreakGlass } from './required/announce.ts'
import { readDueMetadata } from './saml-metadata.ts'

type ConnectionJobs = Pick<JobHandlers, 'check-domains' | 'read-metadata' | 'announce-break-glass'>

export function createConnectionJobs(platform: Platform): ConnectionJobs {
  return {
    'check-domains': (_, { signal }) => checkDueDomains(platform, signal),
    'read-metadata': (_, { signal }) => readDueMetadata(platform, signal),
    'announce-break-glass': (payload) => announceBreakGlass(platform, payload),
  }
}
