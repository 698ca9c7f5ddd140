import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Log } from '../log.ts'
import { connectDatabase, type Db, isSqlState, type PoolOptions } from './database.ts'
import { isDatabaseAway } from './outages.ts'

/** A copy of the database for lists, searches and metrics. */
export interface Replica {
  /**
   * Runs the read on the replica if that has everything the primary had when the read began, so that everybody sees their
   * own changes on every node; otherwise on the primary.
   */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Read from the replica, or from the primary because the replica was behind or lost. */
type ReadOutcome = 'replica' | 'behind' | 'lost'

interface ReplicaOptions {
  url: string
  primary: Db
  log: Log
  onRead: (outcome: ReadOutcome) => void
  pool?: PoolOptions | undefined
}

/** A replica is usually a few milliseconds behind. Waiting longer than this would cost more than the primary. */
const maxWaitMillis = 50
const pauseMillis = 3
/** How long all reads go to the primary after the replica was lost. */
const restMillis = 5_000

/** A replica cancels reads of rows that the primary has removed in the meantime. */
const cancelledByReplay = '40001'
/** The primary would not be faster. */
const timedOut = '57014'

export function connectReplica({ url, primary, log, onRead, pool }: ReplicaOptions): Replica {
  const { db, close } = connectDatabase(url, log, pool)
  let restUntil = 0

  async function read<T>(work: (db: Db) => Promise<T>): Promise<T> {
    if (performance.now() < restUntil) return readPrimary('lost', work)
    const position = await findPosition(primary)
    const behind = Symbol('behind')
    try {
      // One connection, because the URL may lead to several replicas.
      const result = await db.connection().execute(async (connection) => {
        return (await hasReached(connection, position)) ? work(connection) : behind
      })
      if (result === behind) return readPrimary('behind', work)
      onRead('replica')
      return result as T
    } catch (error) {
      if (isSqlState(error, cancelledByReplay)) return readPrimary('behind', work)
      if (isSqlState(error, timedOut) || !isDatabaseAway(error)) throw error
      restUntil = performance.now() + restMillis
      log.warn('The read replica is unavailable. The primary is used instead', { reason: (error as Error).message })
      return readPrimary('lost', work)
    }
  }

  function readPrimary<T>(outcome: 'behind' | 'lost', work: (db: Db) => Promise<T>): Promise<T> {
    onRead(outcome)
    return work(primary)
  }

  return { read, close }
}

/** How far the primary has written its log. Everything that has been committed comes before. */
async function findPosition(primary: Db): Promise<string> {
  const { rows } = await sql<{ position: string }>`SELECT pg_current_wal_insert_lsn()::text AS position`.execute(
    primary,
  )
  return rows[0]!.position
}

async function hasReached(replica: Db, position: string): Promise<boolean> {
  for (const deadline = performance.now() + maxWaitMillis; ; await delay(pauseMillis)) {
    // A server that was promoted is no copy of the primary.
    const { rows } = await sql<{ has_reached: boolean }>`
      SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= ${position}::pg_lsn AS has_reached`.execute(replica)
    if (rows[0]!.has_reached) return true
    if (performance.now() > deadline) return false
  }
}
