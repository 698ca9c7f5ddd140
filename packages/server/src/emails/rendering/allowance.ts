import { existsSync, readFileSync, readlinkSync } from 'node:fs'

export interface Limits {
  /** How long a thread may be busy with it. */
  maxMillis: number
  /** How long it may take on the clock. */
  maxClockMillis: number
}

/** How long a thread has been busy since it started, in milliseconds. */
export type ThreadClock = () => number

/** On a machine that has more to do than it can, this much is granted even if the clock says that it is late. */
const owedMillis = 500
/** And this is how much later it may get. */
const maxLateMillis = 5_000

/** Starts to measure. The answer tells whether the time is over. */
export function startAllowance({ maxMillis, maxClockMillis }: Limits, readBusyMillis: ThreadClock): () => boolean {
  const startedAt = performance.now()
  const busyBefore = readBusyMillis()
  return () => {
    const millis = performance.now() - startedAt
    // A thread is never busy for longer than the clock goes on, so most of the time nobody has to ask for that.
    if (millis < maxMillis && millis < maxClockMillis) return false
    const busyMillis = readBusyMillis() - busyBefore
    const isLate = millis >= maxClockMillis
    return busyMillis >= maxMillis || (isLate && busyMillis >= owedMillis) || millis >= maxClockMillis + maxLateMillis
  }
}

/** Where Linux tells how busy the thread is that calls this. */
export function findThreadPath(): string | undefined {
  const folder = '/proc/thread-self'
  return existsSync(`${folder}/schedstat`) ? `/proc/${readlinkSync(folder)}/schedstat` : undefined
}

/** Elsewhere the clock has to do. A thread that has ended is not busy. */
export function createThreadClock(path: string | undefined): ThreadClock {
  if (path === undefined) return () => performance.now()
  return () => {
    try {
      // The first number is its time on a processor, in nanoseconds.
      return Number.parseInt(readFileSync(path, 'latin1'), 10) / 1e6
    } catch {
      return 0
    }
  }
}
