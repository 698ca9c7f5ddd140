import { setTimeout as delay } from 'node:timers/promises'
import { isDatabaseAway } from './outages.ts'

interface WaitOptions {
  maxSeconds: number
  onProgress(message: string): void
  isStopping(): boolean
}

const pauseMillis = 500

/**
 * Runs what needs the database, and retries while it is unavailable: servers and databases may be started in any order,
 * and the database may fail during the start.
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

/** A wrong password or database name, which waiting does not fix. */
const refusals = /^(28|3D)/

/** Some errors have the outage as their cause. */
function isOutage(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  return [error, error.cause].some(
    (reason) => isDatabaseAway(reason) && !refusals.test((reason as { code?: string }).code ?? ''),
  )
}
