import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { readCursor, toCursor } from './cursor.ts'
import type { Db } from './database.ts'

/** Limits the items and roughly the bytes of a response, so that it does not delay other requests. */
export const maxListed = 1_000
export const maxListedBytes = 1_000_000

export interface BoundedList<Row> {
  rows: Row[]
  /** The cursor of the next page; null at the end. */
  nextCursor: string | null
}

/**
 * The rows of an ordered query from the cursor on, as many as fit into a response. The cursor is an offset, because these
 * lists are read whole; a list that people page through continues after a row (`cursor.ts`).
 */
export async function readBounded<Row>(
  db: Db,
  query: RawBuilder<Row> | { as(name: string): unknown },
  cursor: string | undefined,
): Promise<BoundedList<Row>> {
  const offset = readOffset(cursor)
  const { rows } = await sql<Row & { found: number }>`
    SELECT listed.* FROM (
      SELECT q.*, sum(octet_length(row_to_json(q)::text)) OVER w AS bytes, row_number() OVER w AS place,
        (count(*) OVER ())::integer AS found
      FROM (SELECT * FROM (${query}) AS ordered LIMIT ${maxListed + 1} OFFSET ${offset}) AS q
      WINDOW w AS (ROWS UNBOUNDED PRECEDING)
    ) AS listed
    WHERE place = 1 OR (place <= ${maxListed} AND bytes <= ${maxListedBytes})
    ORDER BY place`.execute(db)
  const hasMore = rows.length > 0 && rows[0]!.found > rows.length
  return { rows, nextCursor: hasMore ? toCursor(offset + rows.length) : null }
}

/** How many rows the pages before the cursor had. */
export function readOffset(cursor: string | undefined): number {
  const [offset] = readCursor(cursor, z.tuple([z.int().min(0)])) ?? [0]
  return offset
}

/** A complete list has no pagination, as existing clients expect. */
export function toListBody<Item>(items: Item[], nextCursor: string | null, cursor: string | undefined) {
  if (nextCursor === null && cursor === undefined) return { items, is_paginated: false }
  return { items, is_paginated: true, pagination: { next_cursor: nextCursor } }
}
