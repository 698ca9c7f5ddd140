import { type RawBuilder, sql } from 'kysely'
import { type UserListOptions, upTo } from './page-queries.ts'
import { toSearchText } from './queries.ts'

/**
 * Who of a cohort has the text, in no order. The inner SELECT keeps every other index away from the one of search texts:
 * the planner, which cannot know how few a piece finds, would read all users of the project to have fewer.
 */
export function matchesOfCohort(
  projectId: string,
  options: UserListOptions,
  cohort: RawBuilder<unknown>,
  pieces: string[],
  range?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    SELECT u.id, u.signed_up_at FROM (
      SELECT u.project_id, u.id, u.signed_up_at, u.is_anonymous, u.search_text FROM users u
      WHERE search_pieces(u.project_id, u.cohort, u.search_text) COLLATE "C"
        @> ARRAY(SELECT ${projectId} || ${cohort} || piece FROM unnest(${pieces}::text[]) AS piece)
        ${range ? sql`AND u.project_id = ${projectId} AND ${range}` : sql``}
      OFFSET 0
    ) AS u WHERE ${hasText(projectId, options)}`
}

/** Of the users read. Whether somebody is a member is looked up for each of them rather than for the whole team at once. */
export function hasText(projectId: string, options: UserListOptions): RawBuilder<unknown> {
  const { teamId } = options
  if (!teamId) return hasTextAnywhere(projectId, options)
  return sql`${hasTextAnywhere(projectId, options)} AND (
    SELECT true FROM team_memberships m WHERE m.project_id = u.project_id AND m.team_id = ${teamId} AND m.user_id = u.id
  )`
}

/** Whatever teams they are in. */
function hasTextAnywhere(projectId: string, { query, includeAnonymous }: UserListOptions): RawBuilder<unknown> {
  return sql`u.project_id = ${projectId} AND strpos(u.search_text, ${toSearchText(query)}) > 0
    ${includeAnonymous ? sql`` : sql`AND NOT u.is_anonymous`}`
}

/** Who of a team has the text, read in the order of the team until the page is full. */
export function membersWithText(
  projectId: string,
  options: UserListOptions,
  teamId: string,
  start: Place,
  end: Place,
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { isDescending } = options
  const direction = sql.raw(isDescending ? 'DESC' : 'ASC')
  return sql`
    SELECT m.user_id FROM team_memberships m CROSS JOIN LATERAL (
      SELECT u.project_id, u.is_anonymous, u.search_text FROM users u
      WHERE u.project_id = ${projectId} AND u.id = m.user_id OFFSET 0
    ) AS u
    WHERE m.project_id = ${projectId} AND m.team_id = ${teamId}
      AND ${within(isDescending, start, end, sql`(m.user_signed_up_at, m.user_id)`)}
      AND ${hasTextAnywhere(projectId, options)} AND ${condition}
    ORDER BY m.user_signed_up_at ${direction}, m.user_id ${direction} ${upTo(options)}`
}

/** Each by their key, whatever the database believes about how many there are. */
export function usersById(projectId: string, ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    SELECT u.* FROM unnest(${ids}) AS found (id)
    CROSS JOIN LATERAL (SELECT u.* FROM users u WHERE u.project_id = ${projectId} AND u.id = found.id OFFSET 0) AS u`
}

/** In the order of sign-up. */
export interface Place {
  time: RawBuilder<unknown>
  id: RawBuilder<unknown>
}

export function placeOf(projectId: string, userId: string): Place {
  return {
    time: sql`(SELECT signed_up_at FROM users WHERE project_id = ${projectId} AND id = ${userId})`,
    id: sql`${userId}::uuid`,
  }
}

export function cohortEdge(projectId: string, cohort: RawBuilder<unknown>, edge: 'start' | 'end'): Place {
  const starting = edge === 'start' ? cohort : sql`${cohort} + 1`
  const start = sql`SELECT starts_at FROM sign_up_cohorts WHERE project_id = ${projectId} AND cohort = ${starting}`
  return {
    time: sql`coalesce((${start}), ${sql.lit(edge === 'start' ? '-infinity' : 'infinity')}::timestamptz)`,
    id: sql.lit('00000000-0000-0000-0000-000000000000'),
  }
}

/**
 * Compared as rows, which the planner takes for a ninth of the project: many enough to use the index of sign-ups together
 * with that of search texts.
 */
export function within(
  isDescending: boolean,
  start: Place,
  end: Place,
  place = sql`(u.signed_up_at, u.id)`,
): RawBuilder<unknown> {
  const [lower, upper] = isDescending ? [end, start] : [start, end]
  return sql`${place} >= (${lower.time}, ${lower.id}) AND ${place} <= (${upper.time}, ${upper.id})`
}
