import type { Db } from '../db/database.ts'
import { insertJob } from './queries.ts'
import { attemptsOf } from './queues.ts'

/**
 * Background jobs and their payloads: IDs, never secrets. Any job can run twice, so each of them checks in the database
 * what is left to do.
 */
export interface Jobs {
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
  'export-audit-log': Record<string, never>
  'end-test-subscriptions': Record<string, never>
  'end-second-factors': Record<string, never>
  'wake-deliveries': Record<string, never>
  /** The email domains of companies whose record has to be looked for again. */
  'check-domains': Record<string, never>
  /** Mails those who look after a team that its break-glass member has signed in, or was chosen. */
  'announce-break-glass': { project_id: string; team_id: string; user_id: string; is_appointed?: true }
  /** Tells an app that a sign-in to it has ended. Enqueued by a trigger, too. */
  'send-oauth-logout': { project_id: string; client_id: string; user_id: string; sid: string }
  /** Ends what users allow at resources that the project no longer has. */
  'end-resource-grants': { project_id: string }
  /** The SAML metadata of identity providers. */
  'read-metadata': Record<string, never>
}

export interface Attempt {
  isLast: boolean
  /** Aborted when the server stops: the rest of the work is left to another job. */
  signal: AbortSignal
}

export type JobHandlers = {
  [N in keyof Jobs]: (payload: Jobs[N], attempt: Attempt) => Promise<void>
}

/** Enqueues a job in the transaction that causes it, so that it runs if and only if the transaction commits. */
export async function enqueueJob<N extends keyof Jobs>(
  db: Db,
  name: N,
  payload: Jobs[N],
  { runAt }: { runAt?: Date } = {},
): Promise<void> {
  await insertJob(db, { name, payload, maxAttempts: attemptsOf(name), ...(runAt && { runAt }) })
}
