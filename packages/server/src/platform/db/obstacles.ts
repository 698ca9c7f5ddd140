import type pg from 'pg'
import { isSqlState } from './database.ts'

/** Why nothing can be written. */
export type Obstacle = 'database away' | 'database read-only' | 'database disk full'

const diskFullState = '53100'
/** The least that can be set, so that few rows are enough. */
export const smallWorkMemory = "SET work_mem = '64kB'"

/**
 * Whether the database accepts writes, without changing anything: rows that do not fit into `work_mem` are written to
 * its disk.
 */
export async function findWriteObstacle(client: pg.ClientBase): Promise<Obstacle | undefined> {
  try {
    const { rows } = await client.query(
      "SELECT current_setting('transaction_read_only') = 'on' AS is_read_only, count(*) FROM generate_series(1, 10000)",
    )
    return rows[0].is_read_only ? 'database read-only' : undefined
  } catch (error) {
    return isSqlState(error, diskFullState) ? 'database disk full' : 'database away'
  }
}

const goodMillis = 3_000
const badMillis = 500

/** Remembers the answer for a moment, so that anybody may ask as often as they like. */
export function rememberObstacle(ask: () => Promise<Obstacle | undefined>): () => Promise<Obstacle | undefined> {
  let known: { answer: Promise<Obstacle | undefined>; until: number } | undefined
  return () => {
    if (known && performance.now() < known.until) return known.answer
    const current = { answer: ask(), until: Number.POSITIVE_INFINITY }
    known = current
    void current.answer.then((obstacle) => {
      current.until = performance.now() + (obstacle ? badMillis : goodMillis)
    })
    return current.answer
  }
}
