import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { inOrder, listed, recordsOf, type UserListOptions, upTo } from './page-queries.ts'
import type { UserRecord } from './queries.ts'
import { firstOfCrowd } from './search-crowd.ts'
import { cohortEdge, matchesOfCohort, placeOf, usersById, within } from './search-matches.ts'

/** A cohort in which this many times the users of a page have the text is crowded; fewer are soon sorted. */
const crowdPerUserOfPage = 10
const smallestCrowd = 500
/** Whether somebody is a member is looked up for each, and most are not. */
const crowdPerMemberOfPage = 2

/** The users of a page who have the text, and the one after them. */
export async function searchUsers(
  db: Db,
  projectId: string,
  options: UserListOptions,
  pieces: string[],
): Promise<UserRecord[]> {
  const { rows } = await usersWithPieces(projectId, options, pieces, true).execute(db)
  const place = rows.findIndex(({ record, bound }) => record.id === bound)
  const isComplete = place === -1 || place === rows.length - 1
  // Of a crowd, only those up to the bound are known. It was too close if the page goes on after it.
  const complete = isComplete ? rows : (await usersWithPieces(projectId, options, pieces, false).execute(db)).rows
  return complete.map(({ record }) => record)
}

/** One cohort after the other, looked up by the index of search texts until the page is full or one is crowded. */
export function usersWithPieces(projectId: string, options: UserListOptions, pieces: string[], isSampled: boolean) {
  const { cursor, isDescending, limit, query, teamId, includeAnonymous } = options
  const order = inOrder(isDescending)
  const id = readId(query)
  const crowd = crowdOf(options)
  const [oldest, newest] = cohortsOf(projectId, teamId)
  const ofCursor = sql`(SELECT cohort FROM users WHERE project_id = ${projectId} AND id = ${cursor})`
  const first = cursor ? ofCursor : isDescending ? newest : oldest
  const step = sql.lit(isDescending ? -1 : 1)
  const matches = (range?: RawBuilder<unknown>) =>
    matchesOfCohort(projectId, options, sql`search.cohort`, pieces, range)
  const upToCrowd = crowd === undefined ? sql`` : sql`LIMIT ${crowd}`
  const ofCohort = cursor
    ? sql`
      (${matches()} AND search.cohort <> ${ofCursor} ${upToCrowd}) UNION ALL
      (${matches(fromCursor(cursor))} AND search.cohort = ${ofCursor} ${upToCrowd})`
    : sql`${matches()} ${upToCrowd}`
  const {
    tables,
    ids: idsOfCrowd,
    bound,
  } = firstOfCrowd(projectId, options, pieces, { count: crowd, ofCursor, isSampled })
  // Beside the others rather than as another condition of theirs, which would keep the index from being used.
  const ids = sql`SELECT unnest(ids) FROM search ${idsOfCrowd} ${id ? sql`UNION SELECT ${id}::uuid` : sql``}`
  // Whoever was found by the text is listed already.
  const users = sql`
    SELECT u.* FROM (${usersById(projectId, sql`ARRAY(${ids})`)}) AS u
    ${id ? sql`WHERE ${listed(projectId, options)}` : sql``} ${order} ${upTo(options)}`
  const shape = [isDescending, !!cursor, limit === undefined, !!id, includeAnonymous, !!teamId, isSampled]
  return sql<{ record: UserRecord; bound: string | null }>`${preparedFor(shape)}
    WITH RECURSIVE search AS (
      SELECT NULL::integer AS found_in, ${first}::integer AS cohort, ARRAY[]::uuid[] AS ids, 0::bigint AS count, 0::bigint AS total
      UNION ALL
      SELECT search.cohort, search.cohort + ${step}, found.ids, found.count, search.total + found.count
      FROM search CROSS JOIN LATERAL (
        SELECT array_agg(u.id ${order}) AS ids, coalesce(max(u.count), 0) AS count FROM (
          SELECT u.id, u.signed_up_at, count(*) OVER () AS count FROM (${ofCohort}) AS u ${order} ${upTo(options)}
        ) AS u
      ) AS found
      WHERE search.cohort BETWEEN ${oldest} AND ${newest} ${limit === undefined ? sql`` : sql`AND search.total <= ${limit}`}
    ) ${tables}
    SELECT records.record, ${bound} AS bound FROM (${recordsOf(users, options)}) AS records`

  function fromCursor(start: string): RawBuilder<unknown> {
    const end = cohortEdge(projectId, ofCursor, isDescending ? 'start' : 'end')
    return within(isDescending, placeOf(projectId, start), end)
  }
}

/** The first and the last that have users, or members of the team. */
function cohortsOf(projectId: string, teamId: string | undefined): [RawBuilder<unknown>, RawBuilder<unknown>] {
  if (!teamId)
    return [sql`0`, sql`(SELECT coalesce(max(cohort), 0) FROM sign_up_cohorts WHERE project_id = ${projectId})`]
  const ofMember = (which: 'min' | 'max') => sql`(
    SELECT cohort_of(${projectId}, ${sql.raw(which)}(user_signed_up_at)) FROM team_memberships
    WHERE project_id = ${projectId} AND team_id = ${teamId}
  )`
  return [ofMember('min'), ofMember('max')]
}

function crowdOf({ limit, query, teamId }: UserListOptions): number | undefined {
  if (limit === undefined || readId(query)) return undefined
  return teamId ? (limit + 1) * crowdPerMemberOfPage : Math.max(smallestCrowd, (limit + 1) * crowdPerUserOfPage)
}

/** Planned once by each connection: the plan is the same whatever is searched for, and planning takes as long as many a search. */
function preparedFor(shape: boolean[]): RawBuilder<unknown> {
  return sql.raw(`/* prepared: search users ${shape.map(Number).join('')} */`)
}

const userId = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Whatever stands around it. */
export function readId(query: string): string | undefined {
  const id = query.replaceAll(/[^\p{L}\p{N}._-]/gu, '')
  return userId.test(id) ? id : undefined
}
