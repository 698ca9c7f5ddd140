import { sql } from 'kysely'
import { deleteInBatches } from '../db/batches.ts'
import type { Db } from '../db/database.ts'
import { prepareQuery } from '../db/prepared.ts'
import type { Rule } from './rules.ts'

/** A limit for one subject. */
export interface Counter extends Rule {
  key: string
}

const limitsQuery = prepareQuery<{ refused: number | null; wait: number }>(
  'count limits',
  'CALL count_limits($1, $2, $3, $4, $5, NULL, NULL)',
)

/**
 * Counts in the given order, not in a transaction. Returns the first that is exhausted, and for how many seconds; those
 * after it are not counted. With -1, it gives attempts back.
 */
export async function countInOrder<C extends Counter>(
  db: Db,
  counters: C[],
  added: number,
): Promise<{ counter: C; wait: number } | undefined> {
  const { rows } = await limitsQuery(db, [
    counters.map(({ key }) => key),
    counters.map(({ kind }) => kind === 'slowing'),
    counters.map(({ points }) => points),
    counters.map(({ seconds }) => seconds),
    added,
  ])
  const { refused, wait } = rows[0]!
  return refused === null ? undefined : { counter: counters[refused - 1]!, wait }
}

const windowQuery = prepareQuery<{ used: number; wait: number }>(
  'count in a window',
  'SELECT used, wait FROM count_in_window($1, $2, $3)',
)

/** Returns the count of the window, and the seconds until it ends. */
export async function countInWindow(db: Db, { key, seconds }: Counter, added: number) {
  const { rows } = await windowQuery(db, [key, added, seconds])
  return rows[0]!
}

/** Deletes windows that have ended, and keys that have all their attempts again. */
export async function deleteUnusedLimits(db: Db): Promise<void> {
  await deleteInBatches(db, 'rate_limits', sql`expire <= clock_millis()`)
  await deleteInBatches(db, 'guess_limits', sql`full_at < now()`)
}
