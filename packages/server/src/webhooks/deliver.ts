import type { Services } from '../http/context.ts'
import { retryWhileAway } from '../platform/db/retry.ts'
import { enqueueJob, type JobHandlers, type Jobs } from '../platform/jobs/jobs.ts'
import { announceActivity } from '../records/live-updates/queries.ts'
import { attemptDelivery } from './attempt.ts'
import {
  claimEndpoint,
  findNextAttemptTime,
  findWaitingEndpoint,
  listDueDeliveries,
  listOverdueEndpoints,
  releaseEndpoint,
} from './delivery-queries.ts'
import { findEvent } from './event-queries.ts'

/** The number of objects in parallel, and how long one job runs before others get a turn. */
const roundSize = 16
const maxRunMillis = 15_000
/** Longer than a round can take. */
const claimMillis = 60_000

/** Longer than a job needs to start. */
const overdueMillis = 5_000

type WebhookJobs = Pick<JobHandlers, 'deliver-webhooks' | 'publish-webhook' | 'wake-webhooks'>

export function createWebhookJobs(services: Services): WebhookJobs {
  const { db, now } = services
  return {
    'deliver-webhooks': (job, { signal }) => deliverToEndpoint(services, job, signal),

    'publish-webhook': async ({ project_id, event_id }) => {
      const event = await findEvent(db, project_id, event_id)
      if (event) await services.webhookService?.publish(project_id, event)
    },

    // Recovers deliveries after a crash, or when there is quota again. All others have their own job.
    'wake-webhooks': async () => {
      const endpoints = await listOverdueEndpoints(db, now(), { overdueMillis })
      for (const endpoint of endpoints) {
        await enqueueJob(db, 'deliver-webhooks', endpoint)
      }
    },
  }
}

/**
 * Sends everything that is due, one job at a time per endpoint and a few per project, so that slow receivers occupy only
 * some of the workers. A job that finds its endpoint taken can stop, because the other one checks again after it has
 * released it. So can one that finds enough others of its project: whoever finishes wakes the next.
 */
async function deliverToEndpoint(
  services: Services,
  job: Jobs['deliver-webhooks'],
  signal: AbortSignal,
): Promise<void> {
  const { db, now, quotas } = services
  const { project_id } = job
  const late = performance.now() + maxRunMillis
  let sent: number | 'refused' = 0
  let hasServed = false
  do {
    sent = await deliverRound(services, job)
    hasServed ||= sent !== 'refused'
  } while (typeof sent === 'number' && sent > 0 && performance.now() < late && !signal.aborted)
  // Over its quota, a project waits for `wake-webhooks`.
  if (!hasServed || quotas.secondsToWait('webhooks', project_id) !== undefined) return
  const next = sent === 'refused' ? null : await findNextAttemptTime(db, project_id, job.endpoint_id)
  if (next) await enqueueJob(db, 'deliver-webhooks', job, { runAt: next })
  const endpoint_id = await findWaitingEndpoint(db, project_id, { except: job.endpoint_id, now: now() })
  if (endpoint_id) await enqueueJob(db, 'deliver-webhooks', { project_id, endpoint_id })
}

/** The number of attempts, unless the endpoint is disabled, or it or enough others are locked by other jobs. */
async function deliverRound(
  services: Services,
  { project_id: projectId, endpoint_id: endpointId }: Jobs['deliver-webhooks'],
): Promise<number | 'refused'> {
  const { db, now, quotas } = services
  const until = new Date(now().getTime() + claimMillis)
  const endpoint = await claimEndpoint(db, projectId, endpointId, { now: now(), until })
  if (!endpoint) return 'refused'
  try {
    const due = await listDueDeliveries(db, projectId, endpointId, { now: now(), limit: roundSize })
    const allowed = await quotas.take('webhooks', projectId, due.length)
    await Promise.all(due.slice(0, allowed).map((delivery) => attemptDelivery(services, endpoint, delivery)))
    if (allowed > 0) await announceActivity(db, projectId, 'webhook_delivery.attempted')
    return allowed
  } finally {
    // If the database is away, the next job would find the endpoint locked, and nobody would deliver for a while.
    await retryWhileAway(() => releaseEndpoint(db, projectId, endpointId, until), claimMillis)
  }
}
