import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../db/database.ts'
import type { Notifications } from '../db/notifications.ts'
import { isDatabaseAway } from '../db/outages.ts'
import { retryWhileAway } from '../db/retry.ts'
import { secondsToRetry } from '../deliveries/retries.ts'
import type { Log } from '../log.ts'
import type { Attempt, JobHandlers, Jobs } from './jobs.ts'
import { type ClaimedJob, claimJobs, deleteJob, failJob } from './queries.ts'
import { queues } from './queues.ts'
import { startSchedule } from './schedule.ts'

interface WorkerOptions {
  db: Db
  notifications: Notifications
  handlers: Partial<JobHandlers>
  log: Log
}

/** How often to poll for jobs without a notification, such as delayed ones and those of crashed nodes. */
const pollMillis = 2_000
/** How long a stopping server waits for jobs. Longer jobs expire and are run again by another node. */
const maxStopMillis = 10_000

/** Runs jobs on this node. Any number of nodes share the queues. */
export function startJobs(options: WorkerOptions): { stop(): Promise<void> } {
  const { db, notifications, handlers, log } = options
  const names = Object.keys(handlers) as (keyof Jobs)[]
  const workers = new Map(names.map((name) => [name as string, startWorker(name, options)]))
  const lookEverywhere = () => {
    for (const worker of workers.values()) worker.look()
  }
  const unsubscribe = notifications.subscribe('latchkey_job_added', (name) => {
    if (name === undefined) lookEverywhere()
    else workers.get(name)?.look()
  })
  const timer = setInterval(lookEverywhere, pollMillis)
  lookEverywhere()
  const schedule = startSchedule({ db, names, now: notifications.now, log })
  return {
    async stop() {
      unsubscribe()
      clearInterval(timer)
      schedule.stop()
      const timeUp = delay(maxStopMillis, undefined, { ref: false })
      await Promise.race([timeUp, Promise.all([...workers.values()].map((worker) => worker.stop()))])
    },
  }
}

/** Runs jobs of one queue, up to its concurrency. */
function startWorker<N extends keyof Jobs>(name: N, { db, handlers, log }: WorkerOptions) {
  const handle = handlers[name]!
  const { places, expireInSeconds, retries } = queues[name]
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  let looking: Promise<void> | undefined
  let isAskedAgain = false
  let isFull = false

  function look(): void {
    isAskedAgain = true
    looking ??= takeJobs()
      .catch((error) => {
        if (isDatabaseAway(error) || stopping.signal.aborted) log.debug('Jobs cannot be claimed', { job: name, error })
        else log.error('Jobs could not be claimed', { job: name, error })
      })
      .finally(() => {
        looking = undefined
      })
  }

  async function takeJobs(): Promise<void> {
    while (isAskedAgain && !stopping.signal.aborted) {
      isAskedAgain = false
      const limit = places - running.size
      isFull = limit === 0
      if (isFull) return
      const jobs = await claimJobs(db, name, { limit, seconds: expireInSeconds })
      isFull = jobs.length === limit
      for (const job of jobs) begin(job)
    }
  }

  function begin(job: ClaimedJob): void {
    const done = perform(job)
      .catch((error) => log.debug('The result of a job could not be recorded', { job: name, error }))
      .finally(() => {
        running.delete(done)
        if (isFull) look()
      })
    running.add(done)
  }

  async function perform(job: ClaimedJob): Promise<void> {
    const attempt: Attempt = { isLast: job.attempts >= job.max_attempts, signal: stopping.signal }
    try {
      if (job.attempts > job.max_attempts) throw new Error('The server ended during the last attempt.')
      await handle(job.payload as Jobs[N], attempt)
    } catch (error) {
      report(error, attempt)
      const message = error instanceof Error ? error.message : String(error)
      const retrySeconds = attempt.isLast ? undefined : secondsToRetry(retries, job.attempts)
      return record(() => failJob(db, job, { error: message, retrySeconds }))
    }
    log.debug('A job was completed', { job: name })
    return record(() => deleteJob(db, job))
  }

  /** After this, the job has expired and may run elsewhere. */
  async function record(work: () => Promise<void>): Promise<void> {
    await retryWhileAway(work, expireInSeconds * 1000)
  }

  function report(error: unknown, { isLast }: Attempt): void {
    if (isDatabaseAway(error)) log.debug('A job lost its database connection', { job: name, error })
    else if (isLast) log.error('A job failed for the last time', { job: name, error })
    else log.warn('A job failed and will be retried', { job: name, error })
  }

  return {
    look,
    async stop() {
      stopping.abort()
      await looking
      await Promise.all(running)
    },
  }
}
