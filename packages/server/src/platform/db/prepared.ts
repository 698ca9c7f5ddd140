import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Db } from './database.ts'

const marker = /^\/\* prepared: (.+?) \*\//

/** Outside of a transaction the driver is called directly, which takes half as long as the query builder. */
const pools = new WeakMap<Db, { pool: pg.Pool; isPrepared: boolean }>()

export function rememberPool(db: Db, pool: pg.Pool, { isPrepared }: { isPrepared: boolean }): void {
  pools.set(db, { pool, isPrepared })
}

/** All columns of a row, for prepared statements. A column that is missing here does not compile. */
export function listColumns<Row>(table: string, columns: Record<keyof Row, true>): string {
  return Object.keys(columns)
    .map((name) => `${table}.${name}`)
    .join()
}

/**
 * A prepared statement, which each connection parses and plans once, for queries that every request makes. All others are
 * planned each time with the actual values, which is better for lists. It must name its columns: the result of `*` changes
 * when a newer version adds a column, and PostgreSQL then refuses a statement that was prepared before.
 */
export function prepareQuery<Row>(name: string, text: string) {
  const marked = `/* prepared: ${name} */ ${text}`
  return async (db: Db, values: unknown[]) => {
    const direct = pools.get(db)
    if (direct) {
      const { rows, rowCount } = await direct.pool.query({
        ...(direct.isPrepared && { name }),
        text: marked,
        values,
      })
      return { rows: rows as Row[], affected: rowCount ?? 0 }
    }
    const result = await db.executeQuery<Row>(CompiledQuery.raw(marked, values))
    return { rows: result.rows, affected: Number(result.numAffectedRows ?? 0n) }
  }
}

export function preparedName(text: string): string | undefined {
  return text.startsWith('/*') ? marker.exec(text)?.[1] : undefined
}
