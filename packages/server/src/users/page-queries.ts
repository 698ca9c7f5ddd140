import { type RawBuilder, sql } from 'kysely'
import { type UserRecord, userColumns, userJoins } from './queries.ts'

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

/** Everybody in question from the cursor on, whatever is searched for. */
export function listed(projectId: string, options: UserListOptions): RawBuilder<unknown> {
  const { cursor, isDescending, includeAnonymous, teamId } = options
  const conditions = [sql`u.project_id = ${projectId}`]
  if (!includeAnonymous) conditions.push(sql`NOT u.is_anonymous`)
  if (cursor) conditions.push(sql`(u.signed_up_at, u.id) ${fromCursor(projectId, cursor, isDescending)}`)
  if (teamId) {
    conditions.push(
      sql`EXISTS (SELECT 1 FROM team_memberships m WHERE m.project_id = u.project_id AND m.team_id = ${teamId} AND m.user_id = u.id)`,
    )
  }
  return sql.join(conditions, sql` AND `)
}

function fromCursor(projectId: string, cursor: string, isDescending: boolean): RawBuilder<unknown> {
  const start = sql`FROM users WHERE project_id = ${projectId} AND id = ${cursor}`
  return sql`${sql.raw(isDescending ? '<=' : '>=')} ((SELECT signed_up_at ${start}), (SELECT id ${start}))`
}

/** The same, of whom `condition` holds, read in their order until there are enough or `maxRead` have been read. */
export function listedInOrder(
  projectId: string,
  options: UserListOptions,
  condition: RawBuilder<unknown>,
  maxRead?: number,
): RawBuilder<unknown> {
  const order = inOrder(options.isDescending)
  const everybody = sql`SELECT u.* FROM users u WHERE ${listed(projectId, options)}`
  if (options.teamId) return membersInOrder(projectId, options, options.teamId, condition, maxRead)
  if (maxRead === undefined) return sql`${everybody} AND ${condition} ${order} ${upTo(options)}`
  return sql`SELECT u.* FROM (${everybody} ${order} LIMIT ${maxRead}) AS u WHERE ${condition} ${order} ${upTo(options)}`
}

/** From the index of the team. The inner SELECT keeps the planner from reading all users for those who are members. */
function membersInOrder(
  projectId: string,
  { cursor, isDescending, includeAnonymous, limit }: UserListOptions,
  teamId: string,
  condition: RawBuilder<unknown>,
  maxRead: number | undefined,
): RawBuilder<unknown> {
  const direction = sql.raw(isDescending ? 'DESC' : 'ASC')
  const order = sql`ORDER BY m.user_signed_up_at ${direction}, m.user_id ${direction}`
  const members = sql`
    SELECT m.user_signed_up_at, m.user_id FROM team_memberships m
    WHERE m.project_id = ${projectId} AND m.team_id = ${teamId}
      ${cursor ? sql`AND (m.user_signed_up_at, m.user_id) ${fromCursor(projectId, cursor, isDescending)}` : sql``}`
  return sql`
    SELECT u.* FROM (
      ${maxRead === undefined ? members : sql`${members} ${order} LIMIT ${maxRead}`}
    ) AS m CROSS JOIN LATERAL (
      SELECT u.* FROM users u WHERE u.project_id = ${projectId} AND u.id = m.user_id OFFSET 0
    ) AS u WHERE ${includeAnonymous ? sql`true` : sql`NOT u.is_anonymous`} AND ${condition}
    ${order} ${limit === undefined ? sql`` : sql`LIMIT ${limit + 1}`}`
}

/** What belongs to the users of a page is looked up once it is known who they are. */
export function recordsOf(users: RawBuilder<unknown>, { isDescending }: UserListOptions) {
  return sql<{ record: UserRecord }>`
    SELECT to_json(r) AS record FROM (
      SELECT ${sql.raw(userColumns)} FROM (${users}) AS u ${sql.raw(userJoins)} ${inOrder(isDescending)}
    ) AS r`
}
