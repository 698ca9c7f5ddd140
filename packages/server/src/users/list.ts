import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { toSearchText, type UserRecord, userColumns, userJoins } from './queries.ts'
import { findRarePieces } from './rare-pieces.ts'

export interface UserListOptions {
  limit: number | undefined
  cursor: string | undefined
  isDescending: boolean
  query: string
  includeAnonymous: boolean
  teamId: string | undefined
}

/** One page in the order of sign-up, from the cursor on, and the id that the next page starts with. */
export async function listUserRecords(db: Db, projectId: string, options: UserListOptions) {
  const rarePieces = await findRarePieces(db, projectId, toSearchText(options.query))
  const { rows } = await userListQuery(projectId, options, rarePieces).execute(db)
  const users = rows.map(({ record }) => record)
  const { limit } = options
  const hasMore = limit !== undefined && users.length > limit
  return { users: hasMore ? users.slice(0, limit) : users, nextCursor: hasMore ? users[limit]!.id : null }
}

/** The users of a page and the one after them. What belongs to them is looked up once it is known who they are. */
export function userListQuery(projectId: string, options: UserListOptions, rarePieces?: string[]) {
  const { limit, cursor, isDescending, query, includeAnonymous, teamId } = options
  const direction = sql.raw(isDescending ? 'DESC' : 'ASC')
  const from = sql.raw(isDescending ? '<=' : '>=')
  const conditions = [sql`u.project_id = ${projectId}`]
  if (!includeAnonymous) conditions.push(sql`NOT u.is_anonymous`)
  if (cursor) {
    const start = sql`FROM users WHERE project_id = ${projectId} AND id = ${cursor}`
    conditions.push(sql`(u.signed_up_at, u.id) ${from} ((SELECT signed_up_at ${start}), (SELECT id ${start}))`)
  }
  if (query !== '') conditions.push(matchesSearch(projectId, query, rarePieces))
  if (teamId) {
    conditions.push(
      sql`EXISTS (SELECT 1 FROM team_memberships m WHERE m.project_id = u.project_id AND m.team_id = ${teamId} AND m.user_id = u.id)`,
    )
  }
  const order = sql`ORDER BY u.signed_up_at ${direction}, u.id ${direction}`
  return sql<{ record: UserRecord }>`
    SELECT to_json(r) AS record FROM (
      SELECT ${sql.raw(userColumns)} FROM (
        SELECT u.* FROM users u WHERE ${sql.join(conditions, sql` AND `)} ${order}
        ${limit === undefined ? sql`` : sql`LIMIT ${limit + 1}`}
      ) AS u ${sql.raw(userJoins)} ${order}
    ) AS r`
}

const userId = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** A literal part of the display name or of a contact channel, or a whole id, whatever stands around it. */
function matchesSearch(projectId: string, query: string, rarePieces: string[] | undefined) {
  const text = toSearchText(query)
  const matchesText = rarePieces
    ? sql`(${hasPieces(projectId, rarePieces)} AND strpos(u.search_text, ${text}) > 0)`
    : sql`u.search_text LIKE ${toPattern(text)}`
  const id = query.replaceAll(/[^\p{L}\p{N}._-]/gu, '')
  return userId.test(id) ? sql`(${matchesText} OR u.id = ${id})` : matchesText
}

/** As the index of search texts has them. */
function hasPieces(projectId: string, pieces: string[]) {
  const marked = pieces.map((piece) => projectId + piece)
  return sql`search_pieces(u.project_id, u.search_text) COLLATE "C" @> ${marked}::text[]`
}

function toPattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
}
