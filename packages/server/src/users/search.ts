import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import {
  inOrder,
  isUserListed,
  type ListedUser,
  recordsOf,
  type UserListOptions,
  upTo,
  usersById,
} from './page-queries.ts'
import { firstOfCrowd } from './search-crowd.ts'
import { cohortEdge, matchesOfCohort, placeOf, within } from './search-matches.ts'
import type { SearchScope } from './search-scope.ts'

/** A cohort in which this many times the users of a page have the text is crowded; fewer are soon sorted. */
const crowdPerUserOfPage = 10
const smallestCrowd = 500

/** The users of a page who have the text, and the one after them. */
export async function searchUsers(
  db: Db,
  projectId: string,
  scope: SearchScope,
  options: UserListOptions,
  pieces: string[],
): Promise<ListedUser[]> {
  const find = (isSampled: boolean) => usersWithPieces(projectId, scope, options, pieces, isSampled).execute(db)
  const { rows } = await find(true)
  const place = rows.findIndex(({ id, bound }) => id === bound)
  const isComplete = place === -1 || place === rows.length - 1
  // Of a crowd, only those up to the bound are known. It was too close if the page goes on after it.
  return isComplete ? rows : (await find(false)).rows
}

/** One cohort after the other, looked up by the index of search texts until the page is full or one is crowded. */
export function usersWithPieces(
  projectId: string,
  scope: SearchScope,
  options: UserListOptions,
  pieces: string[],
  isSampled: boolean,
) {
  const { cursor, isDescending, limit, query, includeAnonymous } = options
  const order = inOrder(isDescending)
  const id = readId(query)
  const crowd = crowdOf(options)
  const [oldest, newest] = cohortsOf(projectId, scope)
  const ofCursor = sql`(SELECT cohort FROM users WHERE project_id = ${projectId} AND id = ${cursor})`
  // Who has left a team may still be where a page begins, before or after everybody who is in it.
  const [atOldest, atNewest] = cursor
    ? [sql`greatest(${ofCursor}, ${oldest})`, sql`least(${ofCursor}, ${newest})`]
    : [oldest, newest]
  const first = isDescending ? atNewest : atOldest
  const step = sql.lit(isDescending ? -1 : 1)
  const matches = (range?: RawBuilder<unknown>) => matchesOfCohort(scope, options, sql`search.cohort`, pieces, range)
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
  } = firstOfCrowd(projectId, scope, options, pieces, { count: crowd, ofCursor, isSampled })
  // Beside the others rather than as another condition of theirs, which would keep the index from being used.
  const ids = sql`SELECT unnest(ids) FROM search ${idsOfCrowd} ${id ? sql`UNION SELECT ${id}::uuid` : sql``}`
  // Whoever was found by the text is listed already.
  const users = sql`
    SELECT u.* FROM (${usersById(projectId, ids)}) AS u
    ${id ? sql`WHERE ${isUserListed(projectId, options)}` : sql``} ${order} ${upTo(options)}`
  const shape = [isDescending, !!cursor, limit === undefined, !!id, includeAnonymous, scope.isOfUsers, isSampled]
  return sql<ListedUser & { bound: string | null }>`${preparedFor(shape)}
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
    SELECT records.id, records.record, ${bound} AS bound FROM (${recordsOf(users, options)}) AS records`

  function fromCursor(start: string): RawBuilder<unknown> {
    const end = cohortEdge(projectId, ofCursor, isDescending ? 'start' : 'end')
    return within(isDescending, placeOf(projectId, start), end)
  }
}

/** The first and the last cohort that may have any of them. */
function cohortsOf(projectId: string, scope: SearchScope): [RawBuilder<unknown>, RawBuilder<unknown>] {
  if (scope.isOfUsers)
    return [sql`0`, sql`(SELECT coalesce(max(cohort), 0) FROM sign_up_cohorts WHERE project_id = ${projectId})`]
  const ofFirst = (isDescending: boolean) =>
    sql`(SELECT u.cohort FROM ${scope.table} u WHERE ${scope.has} ${inOrder(isDescending)} LIMIT 1)`
  return [ofFirst(false), ofFirst(true)]
}

function crowdOf({ limit, query }: UserListOptions): number | undefined {
  if (limit === undefined || readId(query)) return undefined
  return Math.max(smallestCrowd, (limit + 1) * crowdPerUserOfPage)
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
