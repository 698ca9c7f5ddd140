import { CompiledQuery, sql } from 'kysely'
import PgBoss from 'pg-boss'
import type { Db } from '../db/database.ts'
import { queues } from './queues.ts'

/**
 * Work that is done in the background, and what it needs to know: ids, never secrets. Any job can run twice, so each looks
 * in the tables for what is left to do.
 */
export interface Jobs {
  'send-code': { project_id: string; request_id: string }
  /** Sends what is due of a project. Another such job of the project may be at it as well. */
  'send-email': { project_id: string }
  'send-bulk-email': { project_id: string }
  'deliver-webhooks': { project_id: string; endpoint_id: string }
  'publish-webhook': { project_id: string; event_id: string }
  'delete-project': { project_id: string }
  /** All that were sold with this server at the account, unless they are named. */
  'end-subscriptions': { stripe_account_id: string; subscription_ids: string[] | null }
  'clean-up': Record<string, never>
  'end-test-subscriptions': Record<string, never>
  'wake-emails': Record<string, never>
  'wake-webhooks': Record<string, never>
}

export interface Attempt {
  isLast: boolean
  /** Aborted when the server stops: whoever sees it leaves the rest to another job. */
  signal: AbortSignal
}

export type JobHandlers = {
  [N in keyof Jobs]: (payload: Jobs[N], attempt: Attempt) => Promise<void>
}

/** Only makes the statements that add jobs; it is never started. */
const sender = new PgBoss({ db: { executeSql: () => Promise.reject(new Error('Jobs are added in a transaction.')) } })

/** Work for later, enqueued in the transaction that causes it: it happens if and only if that commits. */
export async function enqueueJob<N extends keyof Jobs>(
  db: Db,
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
    db: { executeSql: (text, values) => db.executeQuery<never>(CompiledQuery.raw(text, values)) as never },
  })
  await sql`SELECT pg_notify('latchkey_job_added', ${name}) WHERE coalesce(${runAt ?? null}::timestamptz <= now(), true)`.execute(
    db,
  )
}
