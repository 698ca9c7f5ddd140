import { type RawBuilder, sql } from 'kysely'

export interface UserPageOptions {
  limit: number
  cursor: string | undefined
  isDescending: boolean
  query: string
  includeAnonymous: boolean
  teamId: string | undefined
  /** Instead of a cursor: the page starts after this place, whether or not somebody is there. */
  after?: Place | undefined
}

/** In a list that is ordered by a time and, among equal times, by ID. */
export interface Place {
  /** Microseconds since the Unix epoch, as precise as the database is. */
  micros: string
  id: string
}

export function isAfter(
  [time, id]: readonly [time: RawBuilder<unknown>, id: RawBuilder<unknown>],
  place: Place | undefined,
  isDescending: boolean,
): RawBuilder<unknown> {
  if (!place) return sql`true`
  const moment = sql`timestamptz 'epoch' + ${place.micros}::bigint * interval '1 microsecond'`
  return sql`(${time}, ${id}) ${sql.raw(isDescending ? '<' : '>')} (${moment}, ${place.id}::uuid)`
}

export function inOrder(isDescending: boolean): RawBuilder<unknown> {
  return isDescending ? sql`ORDER BY u.signed_up_at DESC, u.id DESC` : sql`ORDER BY u.signed_up_at, u.id`
}

/**
 * The first users from the cursor on, read in index order: from all users or from the team's members. The limit is
 * hidden from the planner, which would otherwise sort all users if its statistics are too low, as after an import.
 */
export function usersInOrder(
  projectId: string,
  { cursor, after, isDescending, includeAnonymous, teamId }: Omit<UserPageOptions, 'limit' | 'query'>,
  condition: RawBuilder<unknown>,
  limit: number,
): RawBuilder<unknown> {
  const [direction, compared] = isDescending ? [sql`DESC`, sql`<=`] : [sql`ASC`, sql`>=`]
  const [time, id] = teamId ? [sql`m.user_signed_up_at`, sql`m.user_id`] : [sql`u.signed_up_at`, sql`u.id`]
  const start = sql`FROM users WHERE project_id = ${projectId} AND id = ${cursor}`
  return sql`
    SELECT u.* FROM ${teamId ? sql`team_memberships m ${joinUser(projectId, sql`m.user_id`)}` : sql`users u`}
    WHERE ${teamId ? sql`m.project_id = ${projectId} AND m.team_id = ${teamId}` : sql`u.project_id = ${projectId}`}
      ${cursor ? sql`AND (${time}, ${id}) ${compared} ((SELECT signed_up_at ${start}), (SELECT id ${start}))` : sql``}
      AND ${isAfter([time, id], after, isDescending)}
      ${includeAnonymous ? sql`` : sql`AND NOT u.is_anonymous`} AND ${condition}
    ORDER BY ${time} ${direction}, ${id} ${direction} LIMIT (SELECT ${limit}::integer)`
}

/** Looked up by key: the inner SELECT keeps the planner from reading all users for a few. */
export function joinUser(projectId: string, id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`CROSS JOIN LATERAL (SELECT u.* FROM users u WHERE u.project_id = ${projectId} AND u.id = ${id} OFFSET 0) AS u`
}
