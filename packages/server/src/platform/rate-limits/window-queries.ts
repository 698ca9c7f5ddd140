import { sql } from 'kysely'
import { deleteInBatches } from '../db/batches.ts'
import type { Db } from '../db/database.ts'
import { prepareQuery } from '../db/prepared.ts'

/** The database's clock: nodes with differing clocks would end each other's windows, or never see them end. */
const now = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint'

/** Counts in the key's current window, or opens one. Returns its count and the seconds until it ends. */
const countQuery = prepareQuery<{ points: number; wait: number }>(
  'count in a window',
  `INSERT INTO rate_limits AS l (key, points, expire) VALUES ($1, $2, ${now} + $3 * 1000)
   ON CONFLICT (key) DO UPDATE SET
     points = CASE WHEN l.expire <= ${now} THEN excluded.points ELSE l.points + excluded.points END,
     expire = CASE WHEN l.expire <= ${now} THEN excluded.expire ELSE l.expire END
   RETURNING points, (expire - ${now})::float8 / 1000 AS wait`,
)

interface Tries {
  key: string
  points: number
  seconds: number
}

/** Returns the count of the window, and the seconds until it ends. */
export async function countInWindow(db: Db, { key, seconds }: Omit<Tries, 'points'>, added: number) {
  const { rows } = await countQuery(db, [key, added, seconds])
  return rows[0]!
}

/** Takes attempts, or returns after how many seconds there are some. */
export async function takeFromWindow(db: Db, limit: Tries, taken = 1): Promise<number | undefined> {
  const { points, wait } = await countInWindow(db, limit, taken)
  return points > limit.points ? wait : undefined
}

const giveBackQuery = prepareQuery(
  'give back to a window',
  'UPDATE rate_limits SET points = points - 1 WHERE key = $1 AND points > 0',
)

export async function giveBackToWindow(db: Db, key: string): Promise<void> {
  await giveBackQuery(db, [key])
}

export async function deleteEndedWindows(db: Db): Promise<void> {
  await deleteInBatches(db, 'rate_limits', sql`expire <= ${sql.raw(now)}`)
}
