import { type RawBuilder, sql } from 'kysely'
import type { UserListOptions } from './page-queries.ts'
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
export function hasText(projectId: string, { query, includeAnonymous, teamId }: UserListOptions): RawBuilder<unknown> {
  const conditions = [sql`u.project_id = ${projectId}`, sql`strpos(u.search_text, ${toSearchText(query)}) > 0`]
  if (!includeAnonymous) conditions.push(sql`NOT u.is_anonymous`)
  if (teamId) {
    conditions.push(sql`(
      SELECT true FROM team_memberships m WHERE m.project_id = u.project_id AND m.team_id = ${teamId} AND m.user_id = u.id
    )`)
  }
  return sql.join(conditions, sql` AND `)
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
export function within(isDescending: boolean, start: Place, end: Place): RawBuilder<unknown> {
  const [lower, upper] = isDescending ? [end, start] : [start, end]
  return sql`(u.signed_up_at, u.id) >= (${lower.time}, ${lower.id}) AND (u.signed_up_at, u.id) <= (${upper.time}, ${upper.id})`
}
