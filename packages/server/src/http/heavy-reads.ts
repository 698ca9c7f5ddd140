import { createFairQueue } from '../platform/fair-queue.ts'
import { oncePerServer } from '../platform/platform.ts'

/**
 * Lists, searches and metrics can take the database and this process many times as long as other requests. Two of them
 * at once use both and leave time for everything else, such as sign-ins and health checks. Waiting projects take turns.
 */
export const heavyReadQueue = oncePerServer(() =>
  createFairQueue({
    maxRunning: 2,
    maxWaiting: 1_000,
    maxWaitingOfProject: 250,
    maxWaitingOfAddress: 50,
    fullMessage: 'Too many lists and searches at once. Please try again in a moment.',
  }),
)
