import { deleteOldAuditEntries } from '../audit/record.ts'
import { deleteExpiredCliLogins } from '../cli-auth/queries.ts'
import type { Services } from '../http/context.ts'
import { deleteOldFigures } from '../metrics/queries.ts'
import { deleteExpiredFlows } from '../oauth/queries.ts'
import { removeProject } from '../projects/queries.ts'
import { deleteExpiredCodes } from '../verification-codes/queries.ts'
import { deleteOldEvents } from '../webhooks/events.ts'
import type { JobHandlers } from './jobs.ts'

const day = 24 * 3600 * 1000
const keptFigureDays = 35

/** The jobs that keep the house in order. */
export function createHousekeeping({ db, now }: Services): Pick<JobHandlers, 'delete-project' | 'clean-up'> {
  return {
    'delete-project': ({ project_id }) => removeProject(db, project_id),
    // A code that has expired is still told from one that never was, for a day.
    'clean-up': async () => {
      const before = new Date(now().getTime() - day)
      await deleteExpiredCodes(db, before)
      await deleteExpiredCliLogins(db, before)
      await deleteExpiredFlows(db, before)
      await deleteOldEvents(db, now())
      await deleteOldAuditEntries(db, now())
      await deleteOldFigures(db, new Date(now().getTime() - keptFigureDays * day).toISOString().slice(0, 10))
    },
  }
}
