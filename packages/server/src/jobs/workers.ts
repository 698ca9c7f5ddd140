import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import PgBoss from 'pg-boss'
import type { Notifications } from '../db/notifications.ts'
import { isDatabaseAway } from '../db/outages.ts'
import { retryWhileAway } from '../db/retry.ts'
import type { Log } from '../log.ts'
import type { Attempt, JobHandlers, Jobs } from './jobs.ts'
import { queues } from './queues.ts'

interface WorkerOptions {
  pool: pg.Pool
  notifications: Notifications
  handlers: Partial<JobHandlers>
  log: Log
}

/** How often jobs are looked for that nobody announced, such as those that were left for later. */
const pollMillis = 2_000
/** What a stopping server waits for. Who needs longer loses the job to another node when it expires. */
const maxStopMillis = 10_000
const maxStartMillis = 60_000

/** Does the enqueued work on this node. Any number of nodes share the queues. */
export async function startJobs(options: WorkerOptions): Promise<{ stop(): Promise<void> }> {
  const { notifications, handlers } = options
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
  return {
    async stop() {
      unsubscribe()
      clearInterval(timer)
      const timeUp = delay(maxStopMillis, undefined, { ref: false })
      await Promise.race([timeUp, Promise.all([...workers.values()].map((worker) => worker.stop()))])
      await boss.stop()
    },
  }
}

/**
 * Schedules, and gives jobs of nodes that are gone back to the queue. The library leaves some of its promises to themselves,
 * and one that is rejected would end the process: once it runs it is told of a failure by getting no result.
 */
async function startBoss({ pool, log }: WorkerOptions) {
  let state: 'starting' | 'running' | 'stopped' = 'starting'
  const report = (error: unknown) => {
    if (state === 'stopped' || isDatabaseAway(error)) log.debug('The job queue has no database', { error })
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
    maintenanceIntervalSeconds: 20,
    archiveCompletedAfterSeconds: 300,
    archiveFailedAfterSeconds: 7 * 24 * 3600,
    deleteAfterMinutes: 5,
    retentionDays: 30,
  })
  // What failed was reported with its statement.
  queue.on('error', (error) => log.debug('The job queue could not be looked after', { error }))
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

/** Keeps as many jobs of a kind going as there are places. */
function startWorker<N extends keyof Jobs>(queue: PgBoss, name: N, { pool, handlers, log }: WorkerOptions) {
  const handle = handlers[name]!
  const { places } = queues[name]
  const db = { executeSql: (text: string, values: unknown[]) => pool.query(text, values) }
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
      .catch((error) => log.debug('What became of a job could not be recorded', { job: name, error }))
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
    log.debug('A job was done', { job: name })
    return record(() => queue.complete(name, job.id, {}, { db }))
  }

  /** Later than this somebody else has the job. */
  async function record(work: () => Promise<void>): Promise<void> {
    await retryWhileAway(work, queues[name].expireInSeconds * 1000)
  }

  function report(error: unknown, { isLast }: Attempt): void {
    if (isDatabaseAway(error)) log.debug('A job lost its database', { job: name, error })
    else if (isLast) log.error('A job failed for the last time', { job: name, error })
    else log.warn('A job failed and is tried again', { job: name, error })
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
