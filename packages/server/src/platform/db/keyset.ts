import { type RawBuilder, sql } from 'kysely'
import { maxListedBytes } from './bounded-list.ts'
import { isBeyond, type Place, selectMicros } from './cursor.ts'
import type { Db } from './database.ts'

type Sql = RawBuilder<unknown>

/** Rows of the table that a list shows, and the time that it is ordered by. */
export interface Source {
  from: Sql
  where: Sql
  time: Sql
  id: Sql
}

export interface KeysetList {
  projectId: string
  /** Of the table, in the sources as well as in the conditions. */
  alias: string
  isDescending: boolean
  /** Together they have every row of the list, each by an index in its order. */
  inOrder: Source[]
  /** Each includes every row that matches and has an index of its own. */
  sets: Source[]
  /** What rows must match; none if those of `inOrder` all belong to the list. */
  conditions: Sql[]
  /** What a page shows of a row. */
  columns: Sql
  joins: Sql
}

export interface KeysetPage<Row> {
  rows: Row[]
  /** Where the next page starts; null at the end. */
  next: Place | null
}

/** How many rows a page reads in order at first, how many a small set has, and how many more are read in order. */
export const readingBounds = { first: 1_000, set: 50_000, more: 10_000 }

interface PageOptions {
  limit: number
  start?: Place | undefined
  bounds?: typeof readingBounds
}

/**
 * Reads the first rows in order. If they do not fill the page, it reads and sorts a set with all matches, if there is a
 * small one, or else more rows in order. Then the page may have fewer rows than the limit, even none, and the next one
 * goes on from there.
 */
export async function readPage<Row>(db: Db, list: KeysetList, options: PageOptions): Promise<KeysetPage<Row>> {
  const { limit, start, bounds = readingBounds } = options
  const isFiltered = list.conditions.length > 0
  const wanted = { limit, start, bytes: 0 }
  const first = await readInOrder<Row>(db, list, wanted, isFiltered ? bounds.first : limit)
  if (!isFiltered || isComplete(first)) return first
  const set = await readSmallSet<Row>(db, list, wanted, bounds.set)
  if (set) return set
  const missing = { limit: limit - first.rows.length, start: first.next!, bytes: first.bytes }
  const { rows, next } = await readInOrder<Row>(db, list, missing, bounds.more)
  return { rows: [...first.rows, ...rows], next }
}

interface Wanted {
  limit: number
  start: Place | undefined
  /** Of the rows that the page has already. */
  bytes: number
}

interface Found<Row> extends KeysetPage<Row> {
  /** The next row belongs to the list, but not to this page. Otherwise nobody has looked at it. */
  isFull: boolean
  bytes: number
}

const isComplete = ({ isFull, next }: Found<unknown>) => isFull || next === null

async function readSmallSet<Row>(db: Db, list: KeysetList, wanted: Wanted, count: number) {
  for (const set of list.sets) {
    const read = sql`${selectFrom(list, set)} LIMIT ${count + 1}`
    const found = await readRows<Row>(db, list, read, { ...wanted, count, isWhole: true })
    if (isComplete(found)) return found
  }
  return undefined
}

function readInOrder<Row>(db: Db, list: KeysetList, wanted: Wanted, count: number): Promise<Found<Row>> {
  const direction = directionOf(list)
  const inOrder = (source: Source) => sql`(
    ${selectFrom(list, source)} AND ${fromStart(list, [source.time, source.id], wanted.start)}
    ORDER BY ${source.time} ${direction}, ${source.id} ${direction} LIMIT ${count + 1})`
  const read = sql`
    SELECT * FROM (${sql.join(list.inOrder.map(inOrder), sql` UNION ALL `)}) AS merged
    ORDER BY list_time ${direction}, id ${direction} LIMIT ${count + 1}`
  return readRows(db, list, read, { ...wanted, count, isWhole: false })
}

const selectFrom = ({ alias }: KeysetList, { from, where, time }: Source) =>
  sql`SELECT ${sql.id(alias)}.*, ${time} AS list_time FROM ${from} WHERE ${where}`

const directionOf = ({ isDescending }: KeysetList) => sql.raw(isDescending ? 'DESC' : 'ASC')

const fromStart = ({ isDescending }: KeysetList, place: readonly [Sql, Sql], start: Place | undefined) =>
  isBeyond(place, isDescending ? '<=' : '>=', start)

/** The matches among the first `count` rows of a read. If it has to be whole and has more, none of them. */
async function readRows<Row>(
  db: Db,
  list: KeysetList,
  read: Sql,
  { limit, start, bytes, count, isWhole }: Wanted & { count: number; isWhole: boolean },
): Promise<Found<Row>> {
  const row = sql.id(list.alias)
  const direction = directionOf(list)
  const order = sql`ORDER BY ${row}.list_time ${direction}, ${row}.id ${direction}`
  const micros = sql`${selectMicros(sql`${row}.list_time`)} AS list_micros`
  const { rows } = await sql<ReadRow>`
    WITH read AS (${read}), unread AS (
      SELECT ${row}.id, ${row}.list_time FROM read AS ${row} ${order} OFFSET ${count}
    ), page AS (
      SELECT ${row}.* FROM read AS ${row}
      WHERE NOT EXISTS (SELECT FROM unread ${isWhole ? sql`` : sql`WHERE unread.id = ${row}.id`})
        AND ${row}.project_id = ${list.projectId} AND ${fromStart(list, [sql`${row}.list_time`, sql`${row}.id`], start)}
        AND ${sql.join([sql`true`, ...list.conditions], sql` AND `)}
      ${order} LIMIT ${limit + 1}
    ), records AS MATERIALIZED (
      SELECT id, list_micros, to_json(shown)::text AS record FROM (
        SELECT ${list.columns}, ${micros} FROM page AS ${row} ${list.joins} ${order}
      ) AS shown
    )
    SELECT id, list_micros, number, bytes,
      CASE WHEN number <= ${limit} AND (bytes <= ${maxListedBytes} OR bytes = octet_length(record)) THEN record END AS record
    FROM (
      SELECT id, list_micros, record, (row_number() OVER w)::integer AS number,
        ${bytes} + (sum(octet_length(record)) OVER w)::float8 AS bytes
      FROM records WINDOW w AS (ROWS UNBOUNDED PRECEDING)
    ) AS numbered
    UNION ALL SELECT ${row}.id, ${micros}, NULL, ${bytes}, NULL FROM unread AS ${row}
    ORDER BY number`.execute(db)
  const shown = rows.filter(({ record }) => record !== null)
  const next = rows[shown.length]
  return {
    rows: shown.map(({ record }) => JSON.parse(record!)),
    next: next ? { micros: next.list_micros, id: next.id } : null,
    isFull: typeof next?.number === 'number',
    bytes: shown.at(-1)?.bytes ?? bytes,
  }
}

interface ReadRow {
  id: string
  list_micros: number
  /** Null for the row that nobody has looked at. */
  number: number | null
  bytes: number
  /** Null for rows that are not shown. */
  record: string | null
}
