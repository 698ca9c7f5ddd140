import { type RawBuilder, sql } from 'kysely'
import type { UserListOptions } from './page-queries.ts'
import { toSearchText } from './queries.ts'
import type { SearchScope } from './search-scope.ts'

/**
 * Who of a cohort has the text, in no order. The inner SELECT keeps every other index away from the one of search texts:
 * the planner, which cannot know how few a piece finds, would read all users of the project to have fewer.
 */
export function matchesOfCohort(
  scope: SearchScope,
  options: UserListOptions,
  cohort: RawBuilder<unknown>,
  pieces: string[],
  range?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    SELECT u.id, u.signed_up_at FROM (
      SELECT u.* FROM ${scope.table} u
      WHERE ${scope.pieces} @> ARRAY(SELECT ${scope.mark} || ${cohort} || piece FROM unnest(${pieces}::text[]) AS piece)
        ${range ? sql`AND ${scope.has} AND ${range}` : sql``}
      OFFSET 0
    ) AS u WHERE ${hasText(scope, options)}`
}

/** Of the users read. */
export function hasText(scope: SearchScope, { query, includeAnonymous }: UserListOptions): RawBuilder<unknown> {
  return sql`${scope.has} AND strpos(u.search_text, ${toSearchText(query)}) > 0
    ${includeAnonymous ? sql`` : sql`AND NOT u.is_anonymous`}`
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
  const place = sql`(u.signed_up_at, u.id)`
  return sql`${place} >= (${lower.time}, ${lower.id}) AND ${place} <= (${upper.time}, ${upper.id})`
}
