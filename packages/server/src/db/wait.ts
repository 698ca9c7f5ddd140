import { setTimeout as delay } from 'node:timers/promises'
import { isDatabaseAway } from './outages.ts'

interface WaitOptions {
  maxSeconds: number
  onProgress(message: string): void
  isStopping(): boolean
}

const pauseMillis = 500

/**
 * Does what needs the database, and does it again for as long as that is away: servers and databases may be started in
 * any order, and a database may be lost in the middle of a start.
 */
export async function waitForDatabase<T>(work: () => Promise<T>, options: WaitOptions): Promise<T> {
  const startedAt = performance.now()
  for (let isTold = false; ; isTold = true) {
    try {
      return await work()
    } catch (error) {
      const isLate = performance.now() - startedAt > options.maxSeconds * 1000
      if (isLate || options.isStopping() || !isOutage(error)) throw error
      if (!isTold) options.onProgress(`${error.message} Retrying for up to ${options.maxSeconds} seconds`)
      await delay(pauseMillis)
    }
  }
}

/** A wrong password or name of the database, which no waiting mends. */
const refusals = /^(28|3D)/

/** Some are told in other words, with the outage as their cause. */
function isOutage(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  return [error, error.cause].some(
    (reason) => isDatabaseAway(reason) && !refusals.test((reason as { code?: string }).code ?? ''),
  )
}
