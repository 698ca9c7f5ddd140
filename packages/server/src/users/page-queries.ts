import { type RawBuilder, sql } from 'kysely'
import { maxListedBytes } from '../db/bounded-list.ts'
import { type UserRecord, userColumns, userJoins } from './queries.ts'
import type { SearchScope } from './search-scope.ts'

export interface UserListOptions {
  limit: number | undefined
  cursor: string | undefined
  isDescending: boolean
  query: string
  includeAnonymous: boolean
  teamId: string | undefined
}

export function inOrder(isDescending: boolean): RawBuilder<unknown> {
  const direction = sql.raw(isDescending ? 'DESC' : 'ASC')
  return sql`ORDER BY u.signed_up_at ${direction}, u.id ${direction}`
}

/** The users of a page and the one after them. */
export function upTo({ limit }: UserListOptions): RawBuilder<unknown> {
  return limit === undefined ? sql`` : sql`LIMIT ${limit + 1}`
}

/** From the cursor on, whatever is searched for. */
function isListed(projectId: string, { cursor, isDescending, includeAnonymous }: UserListOptions): RawBuilder<unknown> {
  return sql`${includeAnonymous ? sql`true` : sql`NOT u.is_anonymous`}
    ${cursor ? sql`AND (u.signed_up_at, u.id) ${fromCursor(projectId, cursor, isDescending)}` : sql``}`
}

/** Whether a user is in question, of whom nothing is known yet. */
export function isUserListed(projectId: string, options: UserListOptions): RawBuilder<unknown> {
  const isMember = sql`EXISTS (
    SELECT FROM team_memberships m WHERE m.project_id = u.project_id AND m.team_id = ${options.teamId} AND m.user_id = u.id
  )`
  return sql`u.project_id = ${projectId} AND ${isListed(projectId, options)} ${options.teamId ? sql`AND ${isMember}` : sql``}`
}

function fromCursor(projectId: string, cursor: string, isDescending: boolean): RawBuilder<unknown> {
  const start = sql`FROM users WHERE project_id = ${projectId} AND id = ${cursor}`
  return sql`${sql.raw(isDescending ? '<=' : '>=')} ((SELECT signed_up_at ${start}), (SELECT id ${start}))`
}

/** Who is in question and has what `condition` says, read in their order until there are enough or `maxRead` have been read. */
export function listedInOrder(
  projectId: string,
  scope: SearchScope,
  options: UserListOptions,
  condition: RawBuilder<unknown>,
  maxRead?: number,
): RawBuilder<unknown> {
  const order = inOrder(options.isDescending)
  const everybody = sql`SELECT u.* FROM ${scope.table} u WHERE ${scope.has} AND ${isListed(projectId, options)}`
  if (maxRead === undefined) return sql`${everybody} AND ${condition} ${order} ${upTo(options)}`
  return sql`SELECT u.* FROM (${everybody} ${order} LIMIT ${maxRead}) AS u WHERE ${condition} ${order} ${upTo(options)}`
}

/** The same of a team that is not large, from its own index. The inner SELECT keeps the planner from reading all users for them. */
export function membersInOrder(
  projectId: string,
  teamId: string,
  { cursor, isDescending, includeAnonymous, limit }: UserListOptions,
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const direction = sql.raw(isDescending ? 'DESC' : 'ASC')
  return sql`
    SELECT u.* FROM team_memberships m CROSS JOIN LATERAL (
      SELECT u.* FROM users u WHERE u.project_id = ${projectId} AND u.id = m.user_id OFFSET 0
    ) AS u
    WHERE m.project_id = ${projectId} AND m.team_id = ${teamId}
      ${cursor ? sql`AND (m.user_signed_up_at, m.user_id) ${fromCursor(projectId, cursor, isDescending)}` : sql``}
      AND ${includeAnonymous ? sql`true` : sql`NOT u.is_anonymous`} AND ${condition}
    ORDER BY m.user_signed_up_at ${direction}, m.user_id ${direction} ${limit === undefined ? sql`` : sql`LIMIT ${limit + 1}`}`
}

/** Each by their key, whatever the database believes about how many there are. */
export function usersById(projectId: string, ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    SELECT u.* FROM unnest(ARRAY(${ids})) AS found (id)
    CROSS JOIN LATERAL (SELECT u.* FROM users u WHERE u.project_id = ${projectId} AND u.id = found.id OFFSET 0) AS u`
}

/** What belongs to the users of a page is looked up once it is known who they are. */
export function recordsOf(users: RawBuilder<unknown>, { isDescending }: UserListOptions) {
  return sql<ListedUser>`
    SELECT s.id, CASE WHEN s.place = 1 OR s.bytes <= ${maxListedBytes} THEN s.record END AS record FROM (
      SELECT j.id, j.record, sum(octet_length(j.record::text)) OVER w AS bytes, row_number() OVER w AS place FROM (
        SELECT r.id, to_json(r) AS record FROM (
          SELECT ${sql.raw(userColumns)} FROM (${users}) AS u ${sql.raw(userJoins)} ${inOrder(isDescending)}
        ) AS r OFFSET 0
      ) AS j WINDOW w AS (ROWS UNBOUNDED PRECEDING)
    ) AS s`
}

/** Without a record: those who have no room in the answer any more. */
export interface ListedUser {
  id: string
  record: UserRecord | null
}
