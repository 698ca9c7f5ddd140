import type { Db } from '../db/database.ts'
import { enqueueJob, type JobHandlers, type Jobs } from '../jobs/jobs.ts'

/** A job that delivers what is due. */
export type DeliveryJob = {
  [N in 'send-email' | 'send-bulk-email' | 'deliver-webhooks']: { name: N; payload: Jobs[N] }
}['send-email' | 'send-bulk-email' | 'deliver-webhooks']

/** Recovers deliveries after a crash, and those that had to wait, as for a quota. All others have a job of their own. */
export function createSweep(
  db: Db,
  sources: ((db: Db) => Promise<DeliveryJob[]>)[],
): Pick<JobHandlers, 'wake-deliveries'> {
  return {
    'wake-deliveries': async () => {
      for (const listOverdue of sources) {
        for (const { name, payload } of await listOverdue(db)) await enqueueJob(db, name, payload)
      }
    },
  }
}
