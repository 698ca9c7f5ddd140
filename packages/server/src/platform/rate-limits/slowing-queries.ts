import { sql } from 'kysely'
import { deleteInBatches } from '../db/batches.ts'
import type { Db } from '../db/database.ts'
import { prepareQuery } from '../db/prepared.ts'

interface Tries {
  key: string
  points: number
  seconds: number
}

/** How long one attempt takes to come back. */
const step = 'make_interval(secs => $2)'

const takeQuery = prepareQuery<{ is_taken: boolean; wait: number | null }>(
  'take a try',
  `WITH taken AS (
     INSERT INTO guess_limits AS l (key, full_at) VALUES ($1, clock_timestamp() + ${step})
     ON CONFLICT (key) DO UPDATE SET full_at = greatest(l.full_at, clock_timestamp()) + ${step}
     WHERE l.full_at + ${step} <= clock_timestamp() + make_interval(secs => $3)
     RETURNING 1
   )
   SELECT EXISTS (SELECT FROM taken) AS is_taken,
     (SELECT extract(epoch FROM full_at + ${step} - clock_timestamp())::float8 FROM guess_limits WHERE key = $1) AS wait`,
)

const giveBackQuery = prepareQuery(
  'give a try back',
  `UPDATE guess_limits SET full_at = full_at - ${step} WHERE key = $1`,
)

/**
 * Takes one attempt, or returns after how many seconds there is one. The state is a single time: when all attempts
 * would be available again. It is the database's time, read after the row is locked, so that concurrent requests lose
 * no attempt.
 */
export async function takeTry(db: Db, { key, points, seconds }: Tries): Promise<number | undefined> {
  const { rows } = await takeQuery(db, [key, seconds / points, seconds])
  const { is_taken, wait } = rows[0]!
  if (is_taken) return undefined
  return Math.max((wait ?? 0) - seconds, 1)
}

export async function giveTryBack(db: Db, { key, points, seconds }: Tries): Promise<void> {
  await giveBackQuery(db, [key, seconds / points])
}

/** Deletes keys that have all their attempts again. */
export async function deleteFullLimits(db: Db): Promise<void> {
  await deleteInBatches(db, 'guess_limits', sql`full_at < now()`)
}
