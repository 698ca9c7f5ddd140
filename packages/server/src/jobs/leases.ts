import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import pg from 'pg'
import type { Log } from '../log.ts'

const sweepMillis = 10_000

/**
 * Gives the jobs of a process that died back to the queue, which by itself would wait four hours. Every worker holds a
 * lock in the database for as long as its process lives; whose lock is free is dead, and what it was at can be done by
 * somebody else.
 */
export async function holdLeases(databaseUrl: string, log: Log) {
  const events: WorkerEvents = new EventEmitter()
  const workerIds: string[] = []
  let client: pg.Client | undefined
  let sweeping: Promise<void> = Promise.resolve()

  async function connect(): Promise<pg.Client> {
    const candidate = new pg.Client({ connectionString: databaseUrl, application_name: 'latchkey leases' })
    candidate.on('error', () => {
      client = undefined
    })
    await candidate.connect()
    for (const id of workerIds) await lock(candidate, id)
    client = candidate
    return candidate
  }

  async function sweep(): Promise<void> {
    const connection = client ?? (await connect())
    await connection.query(releaseDead, [workerIds])
  }

  function sweepSoon(): Promise<void> {
    sweeping = sweeping.then(sweep).catch((error: unknown) => {
      client = undefined
      log.debug('Jobs of dead processes could not be looked for', { error })
    })
    return sweeping
  }

  events.on('worker:create', ({ worker }) => {
    workerIds.push(worker.workerId)
    sweeping = sweeping.then(async () => lock(client ?? (await connect()), worker.workerId)).catch(() => undefined)
  })
  events.on('worker:stop', ({ worker }) => {
    const index = workerIds.indexOf(worker.workerId)
    if (index >= 0) workerIds.splice(index, 1)
    sweeping = sweeping.then(() => client && unlock(client, worker.workerId)).catch(() => undefined)
  })
  await sweepSoon()
  const timer = setInterval(() => void sweepSoon(), sweepMillis)
  timer.unref()
  return {
    events,
    async stop() {
      clearInterval(timer)
      await sweeping
      await client?.end().catch(() => undefined)
    },
  }
}

const lockKey = (id: string) => `hashtextextended('latchkey worker ' || ${id}, 0)`

async function lock(client: pg.Client, workerId: string): Promise<void> {
  await client.query(`SELECT pg_advisory_lock(${lockKey('$1')})`, [workerId])
}

async function unlock(client: pg.Client, workerId: string): Promise<void> {
  await client.query(`SELECT pg_advisory_unlock(${lockKey('$1')})`, [workerId])
}

/** A worker needs a moment to take its lock, so only what has been held for a few seconds is looked at. */
const releaseDead = `
  WITH holders AS (
    SELECT DISTINCT locked_by AS id FROM graphile_worker.jobs
    WHERE locked_at < now() - interval '3 seconds' AND locked_by <> ALL ($1::text[])
  ), dead AS (
    SELECT id FROM holders WHERE CASE WHEN pg_try_advisory_lock(${lockKey('id')})
      THEN pg_advisory_unlock(${lockKey('id')}) ELSE false END
  )
  SELECT graphile_worker.force_unlock_workers(array_agg(id)) FROM dead HAVING count(*) > 0`
