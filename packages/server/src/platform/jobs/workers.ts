import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import PgBoss from 'pg-boss'
import type { Notifications } from '../db/notifications.ts'
import { isDatabaseAway } from '../db/outages.ts'
import { retryWhileAway } from '../db/retry.ts'
import type { Log } from '../log.ts'
import type { Attempt, JobHandlers, Jobs } from './jobs.ts'
import { queues } from './queues.ts'
import { startSchedule } from './schedule.ts'

interface WorkerOptions {
  pool: pg.Pool
  notifications: Notifications
  handlers: Partial<JobHandlers>
  log: Log
}

/** How often to poll for jobs without a notification, such as delayed ones. */
const pollMillis = 2_000
/** How long a stopping server waits for jobs. Longer jobs expire and are run again by another node. */
const maxStopMillis = 10_000
const maxStartMillis = 60_000

/** Runs jobs on this node. Any number of nodes share the queues. */
export async function startJobs(options: WorkerOptions): Promise<{ stop(): Promise<void> }> {
  const { pool, notifications, handlers, log } = options
  const boss = await retryWhileAway(() => startBoss(options), maxStartMillis)
  const names = Object.keys(handlers) as (keyof Jobs)[]
  const workers = new Map(names.map((name) => [name as string, startWorker(boss.queue, name, options)]))
  const lookEverywhere = () => {
    for (const worker of workers.values()) worker.look()
  }
  const unsubscribe = notifications.subscribe('latchkey_job_added', (name) => {
    if (name === undefined) lookEverywhere()
    else workers.get(name)?.look()
  })
  const timer = setInterval(lookEverywhere, pollMillis)
  lookEverywhere()
  const schedule = startSchedule({ queue: boss.queue, db: dbOf(pool), names, now: notifications.now, log })
  return {
    async stop() {
      unsubscribe()
      clearInterval(timer)
      schedule.stop()
      const timeUp = delay(maxStopMillis, undefined, { ref: false })
      await Promise.race([timeUp, Promise.all([...workers.values()].map((worker) => worker.stop()))])
      await boss.stop()
    },
  }
}

/**
 * Puts jobs of crashed nodes back into the queue, and clears it of old ones. The library does not handle all of its promises, and
 * an unhandled rejection would end the process, so once it is running a failed query returns no result instead.
 */
async function startBoss({ pool, log }: WorkerOptions) {
  let state: 'starting' | 'running' | 'stopped' = 'starting'
  const report = (error: unknown) => {
    if (state === 'stopped' || isDatabaseAway(error)) log.debug('The job queue cannot reach the database', { error })
    else log.error('The job queue failed', { error })
  }
  const executeSql = async (text: string, values: unknown[]) => {
    try {
      return await pool.query(text, values)
    } catch (error) {
      if (state === 'starting') throw error
      report(error)
      return undefined as never
    }
  }
  const queue = new PgBoss({
    db: { executeSql },
    migrate: false,
    schedule: false,
    maintenanceIntervalSeconds: 20,
    archiveCompletedAfterSeconds: 300,
    archiveFailedAfterSeconds: 7 * 24 * 3600,
    deleteAfterMinutes: 5,
    retentionDays: 30,
  })
  // The failed statement has already been logged.
  queue.on('error', (error) => log.debug('Maintenance of the job queue failed', { error }))
  await queue.start()
  state = 'running'
  return {
    queue,
    async stop() {
      await queue.stop({ graceful: false })
      state = 'stopped'
    },
  }
}

/** For statements whose failure must be known. */
function dbOf(pool: pg.Pool): PgBoss.Db {
  return { executeSql: (text, values) => pool.query(text, values) }
}

/** Runs jobs of one queue, up to its concurrency. */
function startWorker<N extends keyof Jobs>(queue: PgBoss, name: N, { pool, handlers, log }: WorkerOptions) {
  const handle = handlers[name]!
  const { places } = queues[name]
  const db = dbOf(pool)
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  let looking: Promise<void> | undefined
  let isAskedAgain = false
  let isFull = false

  function look(): void {
    isAskedAgain = true
    looking ??= takeJobs().finally(() => {
      looking = undefined
    })
  }

  async function takeJobs(): Promise<void> {
    while (isAskedAgain && !stopping.signal.aborted) {
      isAskedAgain = false
      const batchSize = places - running.size
      isFull = batchSize === 0
      if (isFull) return
      const jobs = await queue.fetch<Jobs[N]>(name, { batchSize, includeMetadata: true, priority: false })
      isFull = jobs.length === batchSize
      for (const job of jobs) begin(job)
    }
  }

  function begin(job: PgBoss.JobWithMetadata<Jobs[N]>): void {
    const done = perform(job)
      .catch((error) => log.debug('The result of a job could not be recorded', { job: name, error }))
      .finally(() => {
        running.delete(done)
        if (isFull) look()
      })
    running.add(done)
  }

  async function perform(job: PgBoss.JobWithMetadata<Jobs[N]>): Promise<void> {
    const attempt: Attempt = { isLast: job.retryCount >= job.retryLimit, signal: stopping.signal }
    try {
      await handle(job.data, attempt)
    } catch (error) {
      report(error, attempt)
      const reason = { message: error instanceof Error ? error.message : String(error) }
      return record(() => queue.fail(name, job.id, reason, { db }))
    }
    log.debug('A job was completed', { job: name })
    return record(() => queue.complete(name, job.id, {}, { db }))
  }

  /** After this, the job has expired and may run elsewhere. */
  async function record(work: () => Promise<void>): Promise<void> {
    await retryWhileAway(work, queues[name].expireInSeconds * 1000)
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
