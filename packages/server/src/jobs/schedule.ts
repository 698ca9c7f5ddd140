import type pg from 'pg'
import type { Log } from '../log.ts'
import type { Jobs } from './jobs.ts'

interface Times {
  every: '1 minute' | '1 hour'
  /** How long after each full minute or hour. */
  after: string
}

/**
 * What happens without being asked for: once an hour what nobody needs any more is removed, and every minute somebody
 * looks for webhooks that a crash has left behind, for what has ended of the items of customers, and for teams that have
 * become large.
 */
const schedule: Partial<Record<keyof Jobs, Times>> = {
  'clean-up': { every: '1 hour', after: '17 minutes' },
  'wake-webhooks': { every: '1 minute', after: '0' },
  'keep-items-up': { every: '1 minute', after: '0' },
  'enter-large-teams': { every: '1 minute', after: '0' },
}

/**
 * One node enqueues each, by the clock of the database, into a queue of its own: what is still being done when it is due again
 * is not done twice at a time. A job that is seen for the first time waits for its next time, because a server that starts
 * has better things to do.
 */
const enqueueDue = `
  WITH times AS (
    SELECT name, date_bin(every::interval, now(), timestamptz '2024-01-01' + after::interval) AS came_at
    FROM json_to_recordset($1::json) AS times (name text, every text, after text)
  ), due AS (
    UPDATE scheduled_jobs SET came_at = times.came_at FROM times
    WHERE scheduled_jobs.name = times.name AND scheduled_jobs.came_at < times.came_at
    RETURNING scheduled_jobs.name
  ), first_seen AS (
    INSERT INTO scheduled_jobs (name, came_at)
    SELECT name, came_at FROM times WHERE name NOT IN (SELECT name FROM scheduled_jobs)
    ON CONFLICT DO NOTHING
  )
  SELECT graphile_worker.add_job(name, '{}'::json, name, job_key => name, max_attempts => 3) FROM due`

const minuteMillis = 60_000
const againMillis = 5_000

export interface ScheduleOptions {
  /** How long to wait for the next look after one, and after one that failed. */
  millisToNext?: () => number
  againMillis?: number
}

/**
 * Enqueues what is due, once a minute. The queue has a schedule of its own, which ends the process when the database is away
 * at the wrong moment.
 */
export function followSchedule(pool: pg.Pool, names: string[], log: Log, options: ScheduleOptions = {}) {
  const times = JSON.stringify(
    Object.entries(schedule)
      .filter(([name]) => names.includes(name))
      .map(([name, { every, after }]) => ({ name, every, after })),
  )
  const millisToNext = options.millisToNext ?? (() => minuteMillis - (Date.now() % minuteMillis))
  let timer: NodeJS.Timeout
  let looking: Promise<void> | undefined
  let isStopped = false

  function lookIn(millis: number): void {
    if (isStopped) return
    timer = setTimeout(() => {
      looking = look()
    }, millis).unref()
  }

  async function look(): Promise<void> {
    try {
      await pool.query(enqueueDue, [times])
      lookIn(millisToNext())
    } catch (error) {
      log.debug('Scheduled jobs could not be enqueued', { error })
      lookIn(options.againMillis ?? againMillis)
    }
  }

  lookIn(millisToNext())
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await looking
    },
  }
}
