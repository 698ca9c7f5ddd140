import { deleteExpiredGrants } from './accounts/oauth-grants/queries.ts'
import { deleteExpiredSessions } from './accounts/sessions/queries.ts'
import { deleteOldFigures } from './administration/metrics/queries.ts'
import { deleteOldSends } from './emails/bulk/queries.ts'
import { deleteOldEmails } from './emails/outbox/queries.ts'
import { deleteSentContent, deleteSentEmails } from './emails/queries.ts'
import { endSecondFactors } from './identity/account-changes/second-factor.ts'
import { deleteExpiredCliLogins } from './identity/cli-auth/queries.ts'
import { deleteExpiredAssertions } from './identity/connections/queries.ts'
import { deleteExpiredTokens, deleteOldOperations } from './identity/directories/queries.ts'
import { deleteExpiredFlows } from './identity/oauth/queries.ts'
import { deleteExpiredSecrets, deleteUnusedClients } from './identity/oauth-clients/queries.ts'
import { deleteExpiredRecords } from './identity/oauth-provider/record-queries.ts'
import { endTestSubscriptions } from './payments/queries.ts'
import type { JobHandlers } from './platform/jobs/jobs.ts'
import { deleteFailedJobs } from './platform/jobs/queries.ts'
import { deleteUnusedLimits } from './platform/limits/queries.ts'
import type { Platform } from './platform/platform.ts'
import { removeProject } from './projects/queries.ts'
import { deleteOldAuditEntries } from './records/audit/queries.ts'
import { deleteOldTraces, keptDays } from './records/traces/write-queries.ts'
import { deleteExpiredTrustedDevices } from './records/trusted-devices/queries.ts'
import { deleteExpiredCodes } from './records/verification-codes/queries.ts'
import { deleteOldEvents } from './webhooks/event-queries.ts'

const day = 24 * 3600 * 1000
const failedJobDays = 7
/** The last hundred of a directory go sooner, if it is busy. */
const operationDays = 90

type Housekeeping = Pick<JobHandlers, 'delete-project' | 'clean-up' | 'end-test-subscriptions' | 'end-second-factors'>

/** Maintenance jobs. */
export function createHousekeeping(platform: Platform): Housekeeping {
  const { db, now } = platform
  return {
    'delete-project': ({ project_id }) => removeProject(db, project_id),
    'end-second-factors': () => endSecondFactors(platform),
    'end-test-subscriptions': () => endTestSubscriptions(db, now()),
    'clean-up': () => deleteOldData(platform),
  }
}

/** Everything that is deleted by age, in batches, so that requests do not wait for it. */
async function deleteOldData({ db, now, config: { retention } }: Platform): Promise<void> {
  const daysAgo = (days: number) => new Date(now().getTime() - days * day)
  const expired = daysAgo(retention.expiredDays)
  await deleteExpiredCodes(db, expired)
  await deleteExpiredCliLogins(db, expired)
  await deleteExpiredFlows(db, expired)
  await deleteExpiredRecords(db, now())
  await deleteExpiredAssertions(db, now())
  await deleteExpiredSessions(db, expired)
  await deleteExpiredGrants(db, expired)
  await deleteExpiredTokens(db, expired)
  await deleteExpiredSecrets(db, expired)
  await deleteUnusedClients(db, now())
  await deleteOldOperations(db, daysAgo(operationDays))
  await deleteExpiredTrustedDevices(db, expired)
  await deleteOldEvents(db, daysAgo(retention.eventDays))
  await deleteOldAuditEntries(db, daysAgo(retention.auditLogDays))
  await deleteOldTraces(db, daysAgo(keptDays))
  await deleteSentEmails(db, daysAgo(retention.emailLogDays))
  const content = daysAgo(retention.emailContentDays)
  await deleteOldEmails(db, content)
  await deleteOldSends(db, content)
  await deleteSentContent(db, content)
  await deleteOldFigures(db, daysAgo(retention.statisticsDays))
  await deleteFailedJobs(db, daysAgo(failedJobDays))
  await deleteUnusedLimits(db)
}
