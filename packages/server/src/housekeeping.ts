import { deleteOldAuditEntries } from './audit/record.ts'
import { deleteExpiredCliLogins } from './cli-auth/queries.ts'
import { deleteOldSends } from './emails/bulk/queries.ts'
import { deleteOldEmails } from './emails/outbox/claims.ts'
import { forgetSentContent } from './emails/queries.ts'
import type { Services } from './http/context.ts'
import type { JobHandlers } from './jobs/jobs.ts'
import { deleteOldFigures } from './metrics/queries.ts'
import { deleteExpiredFlows } from './oauth/queries.ts'
import { endTestSubscriptions } from './payments/test-ends.ts'
import { removeProject } from './projects/queries.ts'
import { deleteFullLimits } from './rate-limits/slowing.ts'
import { deleteEndedWindows } from './rate-limits/windows.ts'
import { deleteExpiredCodes } from './verification-codes/queries.ts'
import { deleteOldRequests } from './verification-codes/requests.ts'
import { deleteOldEvents } from './webhooks/events.ts'

const day = 24 * 3600 * 1000
const keptFigureDays = 35

type Housekeeping = Pick<JobHandlers, 'delete-project' | 'clean-up' | 'end-test-subscriptions'>

/** Maintenance jobs. */
export function createHousekeeping({ db, now }: Services): Housekeeping {
  return {
    'delete-project': ({ project_id }) => removeProject(db, project_id),
    'end-test-subscriptions': () => endTestSubscriptions(db, now()),
    // For a day, expired codes are still distinguished from unknown ones.
    'clean-up': async () => {
      const before = new Date(now().getTime() - day)
      await deleteExpiredCodes(db, before)
      await deleteOldRequests(db, before)
      await deleteExpiredCliLogins(db, before)
      await deleteExpiredFlows(db, before)
      await deleteOldEvents(db, now())
      await deleteFullLimits(db)
      await deleteEndedWindows(db)
      await deleteOldEmails(db)
      await deleteOldSends(db)
      await forgetSentContent(db)
      await deleteOldAuditEntries(db, now())
      await deleteOldFigures(db, new Date(now().getTime() - keptFigureDays * day).toISOString().slice(0, 10))
    },
  }
}
