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

/** Objects that are told about at the same time, and how long one job goes on before others have a turn. */
const roundSize = 8
const maxRunMillis = 15_000
/** Longer than a round can take. */
const claimMillis = 60_000

type WebhookJobs = Pick<JobHandlers, 'deliver-webhooks' | 'publish-webhook' | 'wake-webhooks'>

export function createWebhookJobs(services: Services): WebhookJobs {
  const { db, now } = services
  return {
    'deliver-webhooks': (job, { signal }) => deliverToEndpoint(services, job, signal),

    'publish-webhook': async ({ project_id, event_id }) => {
      const event = await findEvent(db, project_id, event_id)
      if (event) await services.webhookService?.publish(project_id, event)
    },

    // What a crash has left behind. Everything else has a job of its own.
    'wake-webhooks': async () => {
      const endpoints = await listOverdueEndpoints(db, new Date(now().getTime() - claimMillis))
      for (const endpoint of endpoints) {
        await enqueueJob(db, 'deliver-webhooks', endpoint)
      }
    },
  }
}

/**
 * Sends what is due, one job at a time for an endpoint: a slow receiver takes one worker and not all of them. A job that
 * finds another at work can go, because that one looks again after it has let go of the endpoint.
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

/** How many attempts were made, unless the endpoint is in other hands or disabled. */
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
    await releaseEndpoint(db, projectId, endpointId, until)
  }
}
