import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { toSearchText, type UserRecord, userColumns, userJoins } from './queries.ts'
import { surveySearch } from './search-survey.ts'

export interface UserListOptions {
  limit: number | undefined
  cursor: string | undefined
  isDescending: boolean
  query: string
  includeAnonymous: boolean
  teamId: string | undefined
}

/** Many times what a page of a common text takes, unless all who have it signed up together. */
const readPerUserOfPage = 50

/** One page in the order of sign-up, from the cursor on, and the id that the next page starts with. */
export async function listUserRecords(db: Db, projectId: string, options: UserListOptions) {
  const users = await readPage(db, projectId, options)
  const { limit } = options
  const hasMore = limit !== undefined && users.length > limit
  return { users: hasMore ? users.slice(0, limit) : users, nextCursor: hasMore ? users[limit]!.id : null }
}

async function readPage(db: Db, projectId: string, options: UserListOptions): Promise<UserRecord[]> {
  const read = async (users: RawBuilder<unknown>) =>
    (await recordsOf(users, options).execute(db)).rows.map(({ record }) => record)

  const survey = await surveySearch(db, projectId, toSearchText(options.query), options.teamId)
  if (!survey) return read(usersInOrder(projectId, options))
  const { pieces, isCommon } = survey
  if (!isCommon) return read(usersWithPieces(projectId, options, pieces))
  const { limit, teamId } = options
  if (limit === undefined || teamId) return read(usersInOrder(projectId, options))
  const users = await read(usersInOrder(projectId, options, (limit + 1) * readPerUserOfPage))
  return users.length > limit ? users : read(usersWithPieces(projectId, options, pieces))
}

/** What belongs to the users of a page is looked up once it is known who they are. */
export function recordsOf(users: RawBuilder<unknown>, { isDescending }: UserListOptions) {
  return sql<{ record: UserRecord }>`
    SELECT to_json(r) AS record FROM (
      SELECT ${sql.raw(userColumns)} FROM (${users}) AS u ${sql.raw(userJoins)} ${inOrder(isDescending)}
    ) AS r`
}

/** The users of a page and the one after them, read in their order; of no more than `maxRead`. */
export function usersInOrder(projectId: string, options: UserListOptions, maxRead?: number): RawBuilder<unknown> {
  const order = inOrder(options.isDescending)
  const matches = matchesQuery(options.query)
  if (maxRead === undefined) {
    return sql`SELECT u.* FROM users u WHERE ${listed(projectId, options)} AND ${matches} ${order} ${upTo(options)}`
  }
  return sql`
    SELECT u.* FROM (
      SELECT u.* FROM users u WHERE ${listed(projectId, options)} ${order} LIMIT ${maxRead}
    ) AS u WHERE ${matches} ${order} ${upTo(options)}`
}

/** The same users, looked up by the index of search texts in one cohort after the other until the page is full. */
export function usersWithPieces(projectId: string, options: UserListOptions, pieces: string[]): RawBuilder<unknown> {
  const { cursor, isDescending, query } = options
  const direction = sql.raw(isDescending ? 'DESC' : 'ASC')
  const order = inOrder(isDescending)
  const newest = sql`(SELECT coalesce(max(cohort), 0) FROM sign_up_cohorts WHERE project_id = ${projectId})`
  const ofCursor = sql`(SELECT cohort FROM users WHERE project_id = ${projectId} AND id = ${cursor})`
  const first = cursor && !isDescending ? ofCursor : sql`0`
  const last = cursor && isDescending ? ofCursor : newest
  const withText = sql`
    SELECT u.id FROM (
      SELECT cohort, ARRAY(SELECT ${projectId} || cohort || piece FROM unnest(${pieces}::text[]) AS piece) AS marked_pieces
      FROM generate_series(${first}, ${last}) AS cohort ORDER BY cohort ${direction}
    ) AS cohorts CROSS JOIN LATERAL (
      SELECT u.id, u.signed_up_at FROM users u
      WHERE ${listed(projectId, options)}
        AND search_pieces(u.project_id, u.cohort, u.search_text) COLLATE "C" @> cohorts.marked_pieces
        AND strpos(u.search_text, ${toSearchText(query)}) > 0
      ${order} ${upTo(options)}
    ) AS u ORDER BY cohorts.cohort ${direction}, u.signed_up_at ${direction}, u.id ${direction} ${upTo(options)}`
  const id = readId(query)
  // Beside the others rather than as another condition of theirs, which would keep the index from being used.
  const found = id ? sql`(${withText}) UNION ALL (SELECT ${id}::uuid)` : withText
  return sql`
    SELECT u.* FROM users u WHERE ${listed(projectId, options)} AND u.id = ANY (ARRAY(${found})) ${order} ${upTo(options)}`
}

function inOrder(isDescending: boolean): RawBuilder<unknown> {
  const direction = sql.raw(isDescending ? 'DESC' : 'ASC')
  return sql`ORDER BY u.signed_up_at ${direction}, u.id ${direction}`
}

function upTo({ limit }: UserListOptions): RawBuilder<unknown> {
  return limit === undefined ? sql`` : sql`LIMIT ${limit + 1}`
}

/** Everybody in question from the cursor on, whatever is searched for. */
function listed(projectId: string, options: UserListOptions): RawBuilder<unknown> {
  const { cursor, isDescending, includeAnonymous, teamId } = options
  const conditions = [sql`u.project_id = ${projectId}`]
  if (!includeAnonymous) conditions.push(sql`NOT u.is_anonymous`)
  if (cursor) {
    const from = sql.raw(isDescending ? '<=' : '>=')
    const start = sql`FROM users WHERE project_id = ${projectId} AND id = ${cursor}`
    conditions.push(sql`(u.signed_up_at, u.id) ${from} ((SELECT signed_up_at ${start}), (SELECT id ${start}))`)
  }
  if (teamId) {
    conditions.push(
      sql`EXISTS (SELECT 1 FROM team_memberships m WHERE m.project_id = u.project_id AND m.team_id = ${teamId} AND m.user_id = u.id)`,
    )
  }
  return sql.join(conditions, sql` AND `)
}

const userId = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** A literal part of the display name or of a contact channel is searched for, or a whole id. */
function matchesQuery(query: string): RawBuilder<unknown> {
  if (query === '') return sql`true`
  const matchesText = sql`u.search_text LIKE ${toPattern(toSearchText(query))}`
  const id = readId(query)
  return id ? sql`(${matchesText} OR u.id = ${id})` : matchesText
}

/** Whatever stands around it. */
function readId(query: string): string | undefined {
  const id = query.replaceAll(/[^\p{L}\p{N}._-]/gu, '')
  return userId.test(id) ? id : undefined
}

function toPattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
}
