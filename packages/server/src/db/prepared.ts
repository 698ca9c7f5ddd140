import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Db } from './database.ts'

const marker = /^\/\* prepared: (.+?) \*\//

/** Outside of a transaction the driver is asked directly, which takes half the time that the query builder takes. */
const pools = new WeakMap<Db, pg.Pool>()

export function rememberPool(db: Db, pool: pg.Pool): void {
  pools.set(db, pool)
}

/**
 * A statement that each connection parses and plans once, for what is asked at every request. Everything else is
 * planned each time, with the values at hand, which suits lists better.
 */
export function prepareQuery<Row>(name: string, text: string) {
  const marked = `/* prepared: ${name} */ ${text}`
  return async (db: Db, values: unknown[]) => {
    const pool = pools.get(db)
    if (pool) {
      const { rows, rowCount } = await pool.query({ name, text: marked, values })
      return { rows: rows as Row[], affected: rowCount ?? 0 }
    }
    const result = await db.executeQuery<Row>(CompiledQuery.raw(marked, values))
    return { rows: result.rows, affected: Number(result.numAffectedRows ?? 0n) }
  }
}

export function preparedName(text: string): string | undefined {
  return text.startsWith('/*') ? marker.exec(text)?.[1] : undefined
}
