import { type RawBuilder, sql } from 'kysely'
import { maxListedBytes } from './bounded-list.ts'
import { isBeyond, type Place, selectMicros, type TextPlace } from './cursor.ts'
import type { Db } from './database.ts'

type Sql = RawBuilder<unknown>

type AnyPlace = Place | TextPlace

/** Rows of the table that a list shows, and the time or text that it is ordered by. */
export interface Source {
  from: Sql
  where: Sql
  key: Sql
  id: Sql
}

export interface KeysetList {
  projectId: string
  /** Of the table, in the sources as well as in the conditions. */
  alias: string
  isDescending: boolean
  /** Whether it is ordered by a text instead of a time. */
  isByText?: boolean
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

export interface KeysetPage<Row, At extends AnyPlace = Place> {
  rows: Row[]
  /** Where the next page starts; null at the end. */
  next: At | null
}

/** How many rows a page reads in order at first, how many a small set has, and how many more are read in order. */
export const readingBounds = { first: 1_000, set: 50_000, more: 10_000 }

interface PageOptions<At extends AnyPlace> {
  limit: number
  start?: At | undefined
  bounds?: typeof readingBounds
}

/**
 * Reads the first rows in order. If they do not fill the page, it reads and sorts a set with all matches, if there is a
 * small one, or else more rows in order. Then the page may have fewer rows than the limit, even none, and the next one
 * goes on from there.
 */
export async function readPage<Row, At extends AnyPlace = Place>(
  db: Db,
  list: KeysetList,
  options: PageOptions<At>,
): Promise<KeysetPage<Row, At>> {
  const { limit, start, bounds = readingBounds } = options
  const isFiltered = list.conditions.length > 0
  const wanted = { limit, start, bytes: 0 }
  const first = await readInOrder<Row, At>(db, list, wanted, isFiltered ? bounds.first : limit)
  if (!isFiltered || isComplete(first)) return first
  const set = await readSmallSet<Row, At>(db, list, wanted, bounds.set)
  if (set) return set
  const missing = { limit: limit - first.rows.length, start: first.next!, bytes: first.bytes }
  const { rows, next } = await readInOrder<Row, At>(db, list, missing, bounds.more)
  return { rows: [...first.rows, ...rows], next }
}

interface Wanted {
  limit: number
  start: AnyPlace | undefined
  /** Of the rows that the page has already. */
  bytes: number
}

interface Found<Row, At extends AnyPlace> extends KeysetPage<Row, At> {
  /** The next row belongs to the list, but not to this page. Otherwise nobody has looked at it. */
  isFull: boolean
  bytes: number
}

const isComplete = ({ isFull, next }: Found<unknown, AnyPlace>) => isFull || next === null

async function readSmallSet<Row, At extends AnyPlace>(db: Db, list: KeysetList, wanted: Wanted, count: number) {
  for (const set of list.sets) {
    const read = sql`${selectFrom(list, set)} LIMIT ${count + 1}`
    const found = await readRows<Row, At>(db, list, read, { ...wanted, count, isWhole: true })
    if (isComplete(found)) return found
  }
  return undefined
}

function readInOrder<Row, At extends AnyPlace>(
  db: Db,
  list: KeysetList,
  wanted: Wanted,
  count: number,
): Promise<Found<Row, At>> {
  const direction = directionOf(list)
  const inOrder = (source: Source) => sql`(
    ${selectFrom(list, source)} AND ${fromStart(list, [source.key, source.id], wanted.start)}
    ORDER BY ${source.key} ${direction}, ${source.id} ${direction} LIMIT ${count + 1})`
  const read = sql`
    SELECT * FROM (${sql.join(list.inOrder.map(inOrder), sql` UNION ALL `)}) AS merged
    ORDER BY list_key ${direction}, id ${direction} LIMIT ${count + 1}`
  return readRows(db, list, read, { ...wanted, count, isWhole: false })
}

const selectFrom = ({ alias }: KeysetList, { from, where, key }: Source) =>
  sql`SELECT ${sql.id(alias)}.*, ${key} AS list_key FROM ${from} WHERE ${where}`

const directionOf = ({ isDescending }: KeysetList) => sql.raw(isDescending ? 'DESC' : 'ASC')

const fromStart = ({ isDescending }: KeysetList, place: readonly [Sql, Sql], start: AnyPlace | undefined) =>
  isBeyond(place, isDescending ? '<=' : '>=', start)

/** The matches among the first `count` rows of a read. If it has to be whole and has more, none of them. */
async function readRows<Row, At extends AnyPlace>(
  db: Db,
  list: KeysetList,
  read: Sql,
  { limit, start, bytes, count, isWhole }: Wanted & { count: number; isWhole: boolean },
): Promise<Found<Row, At>> {
  const row = sql.id(list.alias)
  const direction = directionOf(list)
  const order = sql`ORDER BY ${row}.list_key ${direction}, ${row}.id ${direction}`
  const listKey = sql`${row}.list_key`
  const place = sql`${list.isByText ? listKey : selectMicros(listKey)} AS list_place`
  const { rows } = await sql<ReadRow>`
    WITH read AS (${read}), unread AS (
      SELECT ${row}.id, ${row}.list_key FROM read AS ${row} ${order} OFFSET ${count}
    ), page AS (
      SELECT ${row}.* FROM read AS ${row}
      WHERE NOT EXISTS (SELECT FROM unread ${isWhole ? sql`` : sql`WHERE unread.id = ${row}.id`})
        AND ${row}.project_id = ${list.projectId} AND ${fromStart(list, [sql`${row}.list_key`, sql`${row}.id`], start)}
        AND ${sql.join([sql`true`, ...list.conditions], sql` AND `)}
      ${order} LIMIT ${limit + 1}
    ), records AS MATERIALIZED (
      SELECT id, list_place, to_json(shown)::text AS record FROM (
        SELECT ${list.columns}, ${place} FROM page AS ${row} ${list.joins} ${order}
      ) AS shown
    )
    SELECT id, list_place, number, bytes,
      CASE WHEN number <= ${limit} AND (bytes <= ${maxListedBytes} OR bytes = octet_length(record)) THEN record END AS record
    FROM (
      SELECT id, list_place, record, (row_number() OVER w)::integer AS number,
        ${bytes} + (sum(octet_length(record)) OVER w)::float8 AS bytes
      FROM records WINDOW w AS (ROWS UNBOUNDED PRECEDING)
    ) AS numbered
    UNION ALL SELECT ${row}.id, ${place}, NULL, ${bytes}, NULL FROM unread AS ${row}
    ORDER BY number`.execute(db)
  const shown = rows.filter(({ record }) => record !== null)
  const next = rows[shown.length]
  return {
    rows: shown.map(({ record }) => JSON.parse(record!)),
    next: next ? (toPlace(next) as At) : null,
    isFull: typeof next?.number === 'number',
    bytes: shown.at(-1)?.bytes ?? bytes,
  }
}

const toPlace = ({ id, list_place: at }: ReadRow): AnyPlace =>
  typeof at === 'string' ? { text: at, id } : { micros: at, id }

interface ReadRow {
  id: string
  list_place: number | string
  /** Null for the row that nobody has looked at. */
  number: number | null
  bytes: number
  /** Null for rows that are not shown. */
  record: string | null
}
