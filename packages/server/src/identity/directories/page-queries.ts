import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export interface PlaceInList {
  /** How many come before. */
  offset: number
  limit: number
}

export interface PageOfList<Row> {
  rows: Row[]
  total: number
}

type Sql = RawBuilder<unknown>

/**
 * In the order of creation, which never changes. SCIM's pages are counted from the start, so the skipped ones are read too,
 * but only from the index, and never more than the directory has.
 */
export async function readPage<Row>(
  db: Db,
  { columns, found, order }: { columns: Sql; found: Sql; order: Sql },
  { offset, limit }: PlaceInList,
): Promise<PageOfList<Row>> {
  const counted = await sql<{ total: number }>`SELECT count(*)::int AS total ${found}`.execute(db)
  const total = counted.rows[0]!.total
  if (limit === 0 || offset >= total) return { rows: [], total }
  const { rows } = await sql<Row>`SELECT ${columns} ${found} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`.execute(
    db,
  )
  return { rows, total }
}
