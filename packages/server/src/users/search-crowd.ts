import { type RawBuilder, sql } from 'kysely'
import { inOrder, type UserListOptions, upTo } from './page-queries.ts'
import { cohortEdge, hasText, matchesOfCohort, type Place, placeOf, within } from './search-matches.ts'
import type { SearchScope } from './search-scope.ts'

/** One in so many users is in the index of samples. */
const usersPerSampled = 32
const firstUnsampledId = '08000000-0000-0000-0000-000000000000'

interface CrowdOptions {
  /** As many as were read of a crowded cohort. Undefined when all are read of any. */
  count: number | undefined
  ofCursor: RawBuilder<unknown>
  isSampled: boolean
}

interface FirstOfCrowd {
  /** To follow the table `search`. */
  tables: RawBuilder<unknown>
  /** To be added to the ids in `search`. */
  ids: RawBuilder<unknown>
  /** The last one up to whom everybody is known, if there is a crowd. */
  bound: RawBuilder<unknown>
}

/**
 * Who of a crowded cohort belongs to the page. Those read of it are any of the many who have the text, and it takes long to
 * read and sort them all. But the page ends at the latest with the last of a page of those read. So everybody is looked up
 * from where it begins to there, by the index of search texts and that of sign-ups together. The last of those read may be
 * the last of all, as when rows lie the other way round: a sample of the crowd has somebody who is closer, with a page of
 * others before them in all likelihood, though not for certain.
 */
export function firstOfCrowd(
  projectId: string,
  scope: SearchScope,
  options: UserListOptions,
  pieces: string[],
  { count, ofCursor, isSampled }: CrowdOptions,
): FirstOfCrowd {
  const { cursor, isDescending, limit } = options
  if (count === undefined || limit === undefined) return { tables: sql``, ids: sql``, bound: sql`NULL::uuid` }
  const order = inOrder(isDescending)
  const cohort = sql`(SELECT cohort FROM crowded)`
  const edge = cohortEdge(projectId, cohort, isDescending ? 'end' : 'start')
  const start = cursor ? placeOf(projectId, cursor) : edge
  const crowded = sql`
      crowded AS MATERIALIZED (
        SELECT found_in AS cohort, ids[array_upper(ids, 1)] AS last_id FROM search WHERE count = ${count}
      ),
      first AS MATERIALIZED (
        SELECT start.* FROM crowded CROSS JOIN LATERAL (
          SELECT ${start.time} AS time, ${start.id}::uuid AS id WHERE ${cursor ? sql`crowded.cohort = ${ofCursor}` : sql`true`}
          ${cursor ? sql`UNION ALL SELECT ${edge.time}, ${edge.id}::uuid WHERE crowded.cohort <> ${ofCursor}` : sql``}
        ) AS start
      )`
  const isCrowded = sql`EXISTS (SELECT FROM crowded)`
  const skipped = 2 * Math.ceil((limit + 1) / usersPerSampled) + 2
  const sampled = sql`
    SELECT u.signed_up_at AS time, u.id FROM ${scope.table} u
    WHERE u.id < ${sql.lit(firstUnsampledId)}::uuid AND ${hasText(scope, options)}
      AND ${within(isDescending, placeIn('first'), placeIn('last'))}
    ${order} OFFSET ${skipped} LIMIT 1`
  const upToBound = within(isDescending, placeIn('first'), placeIn('bound'))
  // One piece is enough to find them among the few up to the bound.
  const matches = matchesOfCohort(scope, options, cohort, pieces.slice(0, 1), upToBound)
  return {
    tables: sql`,
      ${crowded},
      last AS MATERIALIZED (
        SELECT u.signed_up_at AS time, u.id FROM crowded JOIN users u ON u.project_id = ${projectId} AND u.id = last_id
      ),
      sampled AS MATERIALIZED (${isSampled ? sampled : sql`SELECT time, id FROM last`}),
      bound AS MATERIALIZED (
        SELECT time, id FROM sampled UNION ALL SELECT time, id FROM last WHERE NOT EXISTS (SELECT FROM sampled)
      )`,
    ids: sql`UNION (SELECT u.id FROM (${matches} AND ${isCrowded}) AS u ${order} ${upTo(options)})`,
    bound: sql`(SELECT id FROM bound)`,
  }
}

function placeIn(table: string): Place {
  return { time: sql`(SELECT time FROM ${sql.raw(table)})`, id: sql`(SELECT id FROM ${sql.raw(table)})` }
}
