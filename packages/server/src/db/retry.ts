import { setTimeout as delay } from 'node:timers/promises'
import { isDatabaseAway } from './outages.ts'

const gapMillis = 250
/** What became of an email is worth waiting for the database: nobody else knows that it has left. */
export const maxRecordMillis = 10 * 60_000

/** For what must be written although the database is away for a moment. `work` must be repeatable. */
export async function retryWhileAway<T>(work: () => Promise<T>, maxMillis: number): Promise<T> {
  const late = performance.now() + maxMillis
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseAway(error) || performance.now() > late) throw error
      await delay(gapMillis)
    }
  }
}
