import type { Worker, WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import type { Log } from '../log.ts'

const lookMillis = 1_000
const maxCounted = 16

/** By the index of jobs that nobody is at. All of ours have the same priority. */
const countDue = `
  SELECT count(*)::integer AS due FROM (
    SELECT FROM graphile_worker._private_jobs WHERE is_available AND priority = 0 AND run_at <= now() LIMIT ${maxCounted}
  ) AS jobs`

/**
 * Wakes workers for jobs whose time has come. New jobs are announced by the database, but not those that were left for
 * later, and dozens of workers would each look for these by themselves, which is most of what an idle server does.
 */
export function watchDueJobs(pool: pg.Pool, events: WorkerEvents, log: Log) {
  const groups = new Map<unknown, Set<Worker>>()
  let looking: Promise<void> | undefined

  events.on('worker:create', ({ worker }) => {
    const group = groups.get(worker.workerPool) ?? new Set()
    groups.set(worker.workerPool, group.add(worker))
  })
  events.on('worker:stop', ({ worker }) => {
    const group = groups.get(worker.workerPool)
    group?.delete(worker)
    if (group?.size === 0) groups.delete(worker.workerPool)
  })

  async function look(): Promise<void> {
    try {
      const { rows } = await pool.query<{ due: number }>({ name: 'count due jobs', text: countDue })
      for (const group of groups.values()) wake(group, rows[0]!.due)
    } catch (error) {
      log.debug('Jobs that are due could not be looked for', { error })
    }
  }

  const timer = setInterval(() => {
    looking ??= look().finally(() => {
      looking = undefined
    })
  }, lookMillis)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await looking
    },
  }
}

function wake(workers: Iterable<Worker>, count: number): void {
  let left = count
  for (const worker of workers) {
    if (left <= 0) return
    // False if it is at work: then it looks for the next job by itself.
    if (worker.nudge()) left--
  }
}
