import type { Jobs } from './jobs.ts'

interface Queue {
  /** How many jobs a node runs at the same time. Most jobs only wait for other servers. */
  places: number
  /** After this, the node that took the job must have crashed, because jobs have a shorter time limit. */
  expireInSeconds: number
  maxAttempts: number
  repeats?: Repeats
}

export interface Repeats {
  everyMinutes: number
  /** Of the hour. */
  atMinute: number
}

const everyMinute = { places: 1, expireInSeconds: 90, maxAttempts: 1, repeats: { everyMinutes: 1, atMinute: 0 } }
const aboutTwoDays = 17
const aboutAWeek = 26

export const queues: Record<keyof Jobs, Queue> = {
  'send-code': { places: 8, expireInSeconds: 60, maxAttempts: aboutTwoDays },
  // Deliveries and their retries are in tables of their own, so a failed job is only a missed wake-up.
  'send-email': { places: 128, expireInSeconds: 60, maxAttempts: 4 },
  'send-bulk-email': { places: 32, expireInSeconds: 60, maxAttempts: 4 },
  'deliver-webhooks': { places: 128, expireInSeconds: 60, maxAttempts: 4 },
  'publish-webhook': { places: 32, expireInSeconds: 60, maxAttempts: aboutTwoDays },
  'delete-project': { places: 2, expireInSeconds: 60, maxAttempts: aboutAWeek },
  // Days, so that a subscription does not stay active forever only because the provider was down for an hour.
  'end-subscriptions': { places: 8, expireInSeconds: 60, maxAttempts: aboutAWeek },
  'clean-up': { places: 1, expireInSeconds: 900, maxAttempts: 1, repeats: hourlyAt(17) },
  'back-up': { places: 1, expireInSeconds: 6 * 3600, maxAttempts: 1, repeats: hourlyAt(37) },
  'end-test-subscriptions': everyMinute,
  'end-second-factors': everyMinute,
  'wake-deliveries': everyMinute,
}

function hourlyAt(atMinute: number): Repeats {
  return { everyMinutes: 60, atMinute }
}
