import { KnownError } from '@latchkey/contract'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'

/** Opaque to clients. What its parts mean is up to the list that made it. */
export function toCursor(...parts: (string | number)[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

/** The parts of a cursor that `toCursor` made; undefined for the first page. */
export function readCursor<Parts>(cursor: string | undefined, shape: z.ZodType<Parts>): Parts | undefined {
  if (cursor === undefined) return undefined
  const { success, data } = shape.safeParse(parse(cursor))
  if (success) return data
  throw new KnownError('SCHEMA_ERROR', { message: 'query.cursor must be the next_cursor of an earlier response' })
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return undefined
  }
}

/** The page itself, of rows that were read with one more than fits. */
export function toPage<Row>(rows: Row[], limit: number, partsOf: (row: Row) => (string | number)[]) {
  const next = rows[limit]
  return { rows: rows.slice(0, limit), nextCursor: next ? toCursor(...partsOf(next)) : null }
}

/** For lists that look up where the row of this ID is. */
export const idShape = z.tuple([z.guid()]).transform(([id]) => id)

/** In a list that is ordered by a time and, among equal times, by ID. */
export interface Place {
  /** Microseconds since the Unix epoch: the precision of the database. */
  micros: number
  id: string
}

/** In a list that is ordered by a text and, among equal texts, by ID. */
export interface TextPlace {
  text: string
  id: string
}

export const placeShape = z.tuple([z.int(), z.guid()]).transform(([micros, id]): Place => ({ micros, id }))

export const selectMicros = (time: RawBuilder<unknown>) => sql<number>`(extract(epoch FROM ${time}) * 1000000)::float8`

export function isBeyond(
  [key, id]: readonly [key: RawBuilder<unknown>, id: RawBuilder<unknown>],
  operator: '<' | '<=' | '>' | '>=',
  place: Place | TextPlace | undefined,
): RawBuilder<unknown> {
  if (!place) return sql`true`
  const start =
    'text' in place
      ? sql`${place.text}::text`
      : sql`timestamptz 'epoch' + ${place.micros}::bigint * interval '1 microsecond'`
  return sql`(${key}, ${id}) ${sql.raw(operator)} (${start}, ${place.id})`
}
