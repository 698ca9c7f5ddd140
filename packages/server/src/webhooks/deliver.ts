import { retryWhileAway } from '../db/retry.ts'
import type { Services } from '../http/context.ts'
import { enqueueJob, type JobHandlers, type Jobs } from '../jobs/jobs.ts'
import { attemptDelivery } from './attempt.ts'
import {
  claimEndpoint,
  findNextAttemptTime,
  listDueDeliveries,
  listOverdueEndpoints,
  releaseEndpoint,
} from './delivery-queries.ts'
import { findEvent } from './events.ts'

/** The number of objects in parallel, and how long one job runs before others get a turn. */
const roundSize = 8
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

    // Recovers deliveries after a crash. All others have their own job.
    'wake-webhooks': async () => {
      const endpoints = await listOverdueEndpoints(db, now(), { overdueMillis })
      for (const endpoint of endpoints) {
        await enqueueJob(db, 'deliver-webhooks', endpoint)
      }
    },
  }
}

/**
 * Sends everything that is due, one job at a time per endpoint, so that a slow receiver occupies only one worker. A job
 * that finds another one running can stop, because that one checks again after it has released the endpoint.
 */
async function deliverToEndpoint(
  services: Services,
  job: Jobs['deliver-webhooks'],
  signal: AbortSignal,
): Promise<void> {
  const { db } = services
  const late = performance.now() + maxRunMillis
  while (performance.now() < late && !signal.aborted) {
    const sent = await deliverRound(services, job)
    if (sent === 'busy') return
    if (sent === 0) break
  }
  const next = await findNextAttemptTime(db, job.project_id, job.endpoint_id)
  if (next) await enqueueJob(db, 'deliver-webhooks', job, { runAt: next })
}

/** The number of attempts, unless the endpoint is locked by another job or disabled. */
async function deliverRound(
  services: Services,
  { project_id: projectId, endpoint_id: endpointId }: Jobs['deliver-webhooks'],
): Promise<number | 'busy'> {
  const { db, now } = services
  const until = new Date(now().getTime() + claimMillis)
  const endpoint = await claimEndpoint(db, projectId, endpointId, { now: now(), until })
  if (!endpoint) return 'busy'
  try {
    const due = await listDueDeliveries(db, projectId, endpointId, { now: now(), limit: roundSize })
    await Promise.all(due.map((delivery) => attemptDelivery(services, endpoint, delivery)))
    return due.length
  } finally {
    // If the database is away, the next job would find the endpoint locked, and nobody would deliver for a while.
    await retryWhileAway(() => releaseEndpoint(db, projectId, endpointId, until), claimMillis)
  }
}
