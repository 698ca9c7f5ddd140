import type pg from 'pg'
import PgBoss from 'pg-boss'
import type { Jobs } from './jobs.ts'

interface Queue {
  /** How many jobs a node runs at the same time. Most jobs only wait for other servers. */
  places: number
  /** After this, the node that took the job must have crashed, because jobs have a shorter time limit. */
  expireInSeconds: number
  /** With delays that double from a second to a few hours. */
  retryLimit: number
  repeats?: Repeats
}

export interface Repeats {
  everyMinutes: number
  /** Of the hour. */
  atMinute: number
}

const everyMinute = { places: 1, expireInSeconds: 90, retryLimit: 0, repeats: { everyMinutes: 1, atMinute: 0 } }
const aboutTwoDays = 16
const aboutAWeek = 25

export const queues: Record<keyof Jobs, Queue> = {
  'send-code': { places: 8, expireInSeconds: 60, retryLimit: aboutTwoDays },
  // Deliveries and their retries are in our own tables, so a failed job is only a missed wake-up.
  'send-email': { places: 128, expireInSeconds: 60, retryLimit: 3 },
  'send-bulk-email': { places: 32, expireInSeconds: 60, retryLimit: 3 },
  'deliver-webhooks': { places: 128, expireInSeconds: 60, retryLimit: 3 },
  'publish-webhook': { places: 32, expireInSeconds: 60, retryLimit: aboutTwoDays },
  'delete-project': { places: 2, expireInSeconds: 60, retryLimit: aboutAWeek },
  // Days, so that a subscription does not stay active forever only because the provider was down for an hour.
  'end-subscriptions': { places: 8, expireInSeconds: 60, retryLimit: aboutAWeek },
  'clean-up': { places: 1, expireInSeconds: 900, retryLimit: 0, repeats: hourlyAt(17) },
  'back-up': { places: 1, expireInSeconds: 6 * 3600, retryLimit: 0, repeats: hourlyAt(37) },
  'end-test-subscriptions': everyMinute,
  'end-second-factors': everyMinute,
  'wake-emails': everyMinute,
  'wake-webhooks': everyMinute,
}

function hourlyAt(atMinute: number): Repeats {
  return { everyMinutes: 60, atMinute }
}

/** Creates the tables of the queue and their initial rows. Must only run on one node at a time. */
export async function migrateQueues(client: pg.ClientBase, { isInTransaction = false } = {}): Promise<void> {
  const executeSql = (text: string, values: unknown[]) =>
    client.query(isInTransaction ? withoutTransaction(text) : text, values)
  const db = { executeSql }
  const boss = new PgBoss({ db, supervise: false, schedule: false })
  await boss.start()
  for (const name of Object.keys(queues)) await boss.createQueue(name)
  await boss.stop()
}

/** The library wraps what it creates in a transaction, which would end that of the caller. */
function withoutTransaction(text: string): string {
  return text.replace(/^\s*BEGIN;/, '').replace(/COMMIT;\s*$/, '')
}
