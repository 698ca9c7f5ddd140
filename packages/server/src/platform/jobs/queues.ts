import { doublingRetries, noRetries, type RetrySchedule } from '../deliveries/retries.ts'
import type { Jobs } from './jobs.ts'

interface Queue {
  /** How many jobs a node runs at the same time. Most jobs only wait for other servers. */
  places: number
  /** After this, the node that took the job must have crashed, because jobs have a shorter time limit. */
  expireInSeconds: number
  retries: RetrySchedule
  repeats?: Repeats
}

export interface Repeats {
  everyMinutes: number
  /** Of the hour. */
  atMinute: number
}

const everyMinute = { places: 1, expireInSeconds: 90, retries: noRetries, repeats: { everyMinutes: 1, atMinute: 0 } }
const few = doublingRetries(3)
const aboutADay = doublingRetries(16)
const aboutAWeek = doublingRetries(25)

export const queues: Record<keyof Jobs, Queue> = {
  // Deliveries and their retries are in tables of their own, so a failed job is only a missed wake-up.
  'send-email': { places: 128, expireInSeconds: 60, retries: few },
  'send-bulk-email': { places: 32, expireInSeconds: 60, retries: few },
  'deliver-webhooks': { places: 128, expireInSeconds: 60, retries: few },
  'publish-webhook': { places: 32, expireInSeconds: 60, retries: aboutADay },
  'delete-project': { places: 2, expireInSeconds: 60, retries: aboutAWeek },
  // Days, so that a subscription does not stay active forever only because the provider was down for an hour.
  'end-subscriptions': { places: 8, expireInSeconds: 60, retries: aboutAWeek },
  'clean-up': { places: 1, expireInSeconds: 900, retries: noRetries, repeats: hourlyAt(17) },
  'back-up': { places: 1, expireInSeconds: 6 * 3600, retries: noRetries, repeats: hourlyAt(37) },
  'announce-break-glass': { places: 2, expireInSeconds: 60, retries: few },
  'send-oauth-logout': { places: 16, expireInSeconds: 60, retries: doublingRetries(8) },
  'end-resource-grants': { places: 2, expireInSeconds: 600, retries: aboutADay },
  'check-domains': { places: 1, expireInSeconds: 900, retries: noRetries, repeats: hourlyAt(47) },
  'read-metadata': { places: 1, expireInSeconds: 900, retries: noRetries, repeats: hourlyAt(27) },
  'end-test-subscriptions': everyMinute,
  'end-second-factors': everyMinute,
  'export-audit-log': everyMinute,
  'wake-deliveries': everyMinute,
}

export const queueNames = Object.keys(queues)

export function attemptsOf(name: keyof Jobs): number {
  return queues[name].retries.length + 1
}

function hourlyAt(atMinute: number): Repeats {
  return { everyMinutes: 60, atMinute }
}
