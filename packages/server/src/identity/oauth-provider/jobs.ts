import type { JobHandlers } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { endResourceGrants } from './removed-resources.ts'

type ProviderJobs = Pick<JobHandlers, 'send-oauth-logout' | 'end-resource-grants'>

/** The protocol's library is loaded when it is needed. */
export function createOAuthProviderJobs(platform: Platform): ProviderJobs {
  return {
    'send-oauth-logout': async (job) => {
      const { sendLogout } = await import('./send-logout.ts')
      await sendLogout(platform, job)
    },
    'end-resource-grants': (job) => endResourceGrants(platform, job),
  }
}
