import { CompiledQuery } from 'kysely'
import PgBoss from 'pg-boss'
import type { Db } from '../db/database.ts'
import { announceJob } from './queue-queries.ts'
import { queues } from './queues.ts'

/**
 * Background jobs and their payloads: IDs, never secrets. Any job can run twice, so each of them checks in the database
 * what is left to do.
 */
export interface Jobs {
  'send-code': { project_id: string; request_id: string }
  /** Sends the due emails of a project. Several such jobs of one project may run at the same time. */
  'send-email': { project_id: string }
  'send-bulk-email': { project_id: string }
  'deliver-webhooks': { project_id: string; endpoint_id: string }
  'publish-webhook': { project_id: string; event_id: string }
  'delete-project': { project_id: string }
  /** All subscriptions of the account that this server created, unless some are listed. */
  'end-subscriptions': { stripe_account_id: string; subscription_ids: string[] | null }
  'clean-up': Record<string, never>
  'back-up': Record<string, never>
  'end-test-subscriptions': Record<string, never>
  'end-second-factors': Record<string, never>
  'wake-emails': Record<string, never>
  'wake-webhooks': Record<string, never>
}

export interface Attempt {
  isLast: boolean
  /** Aborted when the server stops: the rest of the work is left to another job. */
  signal: AbortSignal
}

export type JobHandlers = {
  [N in keyof Jobs]: (payload: Jobs[N], attempt: Attempt) => Promise<void>
}

/** Only generates the statements that add jobs; it is never started. */
const sender = new PgBoss({
  db: { executeSql: () => Promise.reject(new Error('Jobs must be added in a transaction.')) },
})

/** Enqueues a job in the transaction that causes it, so that it runs if and only if the transaction commits. */
export async function enqueueJob<N extends keyof Jobs>(
  db: Db,
  name: N,
  payload: Jobs[N],
  { runAt }: { runAt?: Date } = {},
): Promise<void> {
  const executeSql = (text: string, values: unknown[]) => db.executeQuery(CompiledQuery.raw(text, values))
  await addJob(executeSql, name, payload, runAt ? { runAt } : {})
  await announceJob(db, name, runAt)
}

/** Adds a job without waking the servers. */
export async function addJob<N extends keyof Jobs>(
  executeSql: (text: string, values: unknown[]) => Promise<unknown>,
  name: N,
  payload: Jobs[N],
  { runAt }: { runAt?: Date } = {},
): Promise<void> {
  const { retryLimit, expireInSeconds } = queues[name]
  await sender.send(name, payload, {
    retryLimit,
    retryDelay: 1,
    retryBackoff: true,
    expireInSeconds,
    ...(runAt ? { startAfter: runAt } : {}),
    db: { executeSql: executeSql as never },
  })
}
