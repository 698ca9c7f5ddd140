import { existsSync, readFileSync, readlinkSync } from 'node:fs'

export interface Limits {
  /** The limit of CPU time. */
  maxMillis: number
  /** The limit of elapsed time. */
  maxClockMillis: number
}

/** The CPU time of a thread since it started, in milliseconds. */
export type ThreadClock = () => number

/** On an overloaded machine, this much CPU time is granted even if the elapsed time is over. */
const owedMillis = 500
/** How long the elapsed time may be extended for that. */
const maxLateMillis = 5_000

/** Starts measuring. The returned function tells whether the time is over. */
export function startAllowance({ maxMillis, maxClockMillis }: Limits, readBusyMillis: ThreadClock): () => boolean {
  const startedAt = performance.now()
  const busyBefore = readBusyMillis()
  return () => {
    const millis = performance.now() - startedAt
    // CPU time is never longer than elapsed time, so most of the time it does not have to be read.
    if (millis < maxMillis && millis < maxClockMillis) return false
    const busyMillis = readBusyMillis() - busyBefore
    const isLate = millis >= maxClockMillis
    return busyMillis >= maxMillis || (isLate && busyMillis >= owedMillis) || millis >= maxClockMillis + maxLateMillis
  }
}

/** The file in which Linux shows the CPU time of the calling thread. */
export function findThreadPath(): string | undefined {
  const folder = '/proc/thread-self'
  return existsSync(`${folder}/schedstat`) ? `/proc/${readlinkSync(folder)}/schedstat` : undefined
}

/** On other systems, elapsed time is used instead. A thread that has exited uses no CPU time. */
export function createThreadClock(path: string | undefined): ThreadClock {
  if (path === undefined) return () => performance.now()
  return () => {
    try {
      // The first number is the CPU time in nanoseconds.
      return Number.parseInt(readFileSync(path, 'latin1'), 10) / 1e6
    } catch {
      return 0
    }
  }
}
