import type pg from 'pg'
import PgBoss from 'pg-boss'
import type { Jobs } from './jobs.ts'

interface Queue {
  /** How many a node does at the same time. Most of them wait for somebody else's server, which costs next to nothing. */
  places: number
  /** The node that took the job is gone by then: what a job does is bounded by less. */
  expireInSeconds: number
  /** With gaps that double from a second to some hours. */
  retryLimit: number
  /** For what happens without being asked for. */
  cron?: string
}

const everyMinute = { places: 1, expireInSeconds: 90, retryLimit: 0, cron: '* * * * *' }
const aboutTwoDays = 16
const aboutAWeek = 25

export const queues: Record<keyof Jobs, Queue> = {
  'send-code': { places: 8, expireInSeconds: 60, retryLimit: aboutTwoDays },
  // What is to be sent, and when again, is in tables of our own: a job that fails is only a wake-up that was missed.
  'send-email': { places: 128, expireInSeconds: 60, retryLimit: 3 },
  'send-bulk-email': { places: 32, expireInSeconds: 60, retryLimit: 3 },
  'deliver-webhooks': { places: 128, expireInSeconds: 60, retryLimit: 3 },
  'publish-webhook': { places: 32, expireInSeconds: 60, retryLimit: aboutTwoDays },
  'delete-project': { places: 2, expireInSeconds: 60, retryLimit: aboutAWeek },
  // Days, because nobody may be charged for ever only because the provider could not be asked for an hour.
  'end-subscriptions': { places: 8, expireInSeconds: 60, retryLimit: aboutAWeek },
  'clean-up': { places: 1, expireInSeconds: 900, retryLimit: 0, cron: '17 * * * *' },
  'end-test-subscriptions': everyMinute,
  'wake-emails': everyMinute,
  'wake-webhooks': everyMinute,
}

/** Makes the tables of the queue and what is in them from the start. To be called by one node at a time. */
export async function migrateQueues(client: pg.ClientBase): Promise<void> {
  const db = { executeSql: (text: string, values: unknown[]) => client.query(text, values) }
  const boss = new PgBoss({ db, supervise: false, schedule: false })
  await boss.start()
  for (const [name, { cron, retryLimit, expireInSeconds }] of Object.entries(queues)) {
    await boss.createQueue(name)
    if (cron) await boss.schedule(name, cron, {}, { retryLimit, expireInSeconds })
  }
  for (const { name } of await boss.getSchedules()) {
    if (!queues[name as keyof Jobs]?.cron) await boss.unschedule(name)
  }
  await boss.stop()
}
