import { retryWhileAway } from '../platform/db/retry.ts'
import { deliverFor } from '../platform/deliveries/run.ts'
import { enqueueJob, type JobHandlers, type Jobs } from '../platform/jobs/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { announceActivity } from '../projects/live-updates/queries.ts'
import { attemptDelivery } from './attempt.ts'
import {
  claimEndpoint,
  claimSeconds,
  findNextAttemptTime,
  findWaitingEndpoint,
  listDueDeliveries,
  releaseEndpoint,
} from './delivery-queries.ts'
import { findEvent } from './event-queries.ts'
import { webhookService } from './service.ts'

/** The number of objects in parallel, and how long one job runs before others get a turn. */
const roundSize = 16
const maxRunMillis = 15_000

export function createWebhookJobs(platform: Platform): Pick<JobHandlers, 'deliver-webhooks' | 'publish-webhook'> {
  const { db } = platform
  return {
    'deliver-webhooks': (job, { signal }) => deliverToEndpoint(platform, job, signal),

    'publish-webhook': async ({ project_id, event_id }) => {
      const event = await findEvent(db, project_id, event_id)
      if (event) await webhookService(platform)?.publish(project_id, event)
    },
  }
}

/**
 * Sends everything that is due, one job at a time per endpoint and a few per project, so that slow receivers occupy only
 * some of the workers. A job that finds its endpoint taken can stop, because the other one checks again after it has
 * released it. So can one that finds enough others of its project: whoever finishes wakes the next.
 */
async function deliverToEndpoint(
  platform: Platform,
  job: Jobs['deliver-webhooks'],
  signal: AbortSignal,
): Promise<void> {
  const { db, now, quotas } = platform
  const { project_id } = job
  let hasServed = false
  let isRefused = false
  const isLate = await deliverFor(maxRunMillis, signal, async () => {
    const sent = await deliverRound(platform, job)
    isRefused = sent === undefined
    hasServed ||= !isRefused
    return Boolean(sent)
  })
  // Over its quota, a project waits for `wake-deliveries`.
  if (!(hasServed || isLate) || quotas.secondsToWait('webhooks', project_id) !== undefined) return
  const next = isRefused ? null : await findNextAttemptTime(db, project_id, job.endpoint_id)
  if (next) await enqueueJob(db, 'deliver-webhooks', job, { runAt: next })
  const endpoint_id = await findWaitingEndpoint(db, project_id, { except: job.endpoint_id, now: now() })
  if (endpoint_id) await enqueueJob(db, 'deliver-webhooks', { project_id, endpoint_id })
}

/** The number of attempts. Undefined if the endpoint is disabled, or it or enough others are claimed by other jobs. */
async function deliverRound(
  platform: Platform,
  { project_id: projectId, endpoint_id: endpointId }: Jobs['deliver-webhooks'],
): Promise<number | undefined> {
  const { db, now, quotas } = platform
  const endpoint = await claimEndpoint(db, projectId, endpointId)
  if (!endpoint) return undefined
  try {
    const due = await listDueDeliveries(db, projectId, endpointId, { now: now(), limit: roundSize })
    const allowed = await quotas.take('webhooks', projectId, due.length)
    await Promise.all(due.slice(0, allowed).map((delivery) => attemptDelivery(platform, endpoint, delivery)))
    if (allowed > 0) await announceActivity(db, projectId, 'webhook_delivery.attempted')
    return allowed
  } finally {
    // If the database is away, the next job would find the endpoint claimed, and nobody would deliver for a while.
    await retryWhileAway(() => releaseEndpoint(db, endpoint), claimSeconds * 1000)
  }
}
