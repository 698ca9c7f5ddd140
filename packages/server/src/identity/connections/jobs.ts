import type { JobHandlers } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { checkDueDomains } from './domains/verify.ts'
import { readDueMetadata } from './saml-metadata.ts'

export function createConnectionJobs(platform: Platform): Pick<JobHandlers, 'check-domains' | 'read-metadata'> {
  return {
    'check-domains': (_, { signal }) => checkDueDomains(platform, signal),
    'read-metadata': (_, { signal }) => readDueMetadata(platform, signal),
  }
}
