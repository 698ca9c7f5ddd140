import type { Log } from './log.ts'
import { oncePerServer } from './platform.ts'

const gapMillis = 10_000

/** Warns at once, and then only says every ten seconds how often it happened again, so that an outage does not fill the log. */
export function createRepeatedWarning(log: Log, message: string): (fields: Record<string, unknown>) => void {
  let timer: NodeJS.Timeout | undefined
  let repeated = 0
  let latest: Record<string, unknown> = {}

  function summarize(): void {
    if (repeated > 0) log.warn(message, { ...latest, timesSinceLastLine: repeated })
    else {
      clearInterval(timer)
      timer = undefined
    }
    repeated = 0
  }

  return (fields) => {
    if (timer) {
      repeated++
      latest = fields
      return
    }
    log.warn(message, fields)
    timer = setInterval(summarize, gapMillis).unref()
  }
}

/** For requests that fail because the database is unavailable. */
export const outageWarning = oncePerServer(({ log }) => createRepeatedWarning(log, 'The database is unavailable'))
