import { setTimeout as delay } from 'node:timers/promises'
import { isDatabaseAway } from './outages.ts'

const gapMillis = 250
/** Long, because the result of sending an email or a webhook is not known anywhere else. */
export const maxRecordMillis = 10 * 60_000

/** For writes that must succeed even if the database is unavailable for a moment. `work` must be repeatable. */
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
