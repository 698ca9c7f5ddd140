import { type RawBuilder, sql } from 'kysely'
import { inOrder, isAfter, joinUser, type Place, usersInOrder } from '../../accounts/users/page-queries.ts'
import { toSearchText } from '../../accounts/users/queries.ts'
import { usersWithText } from '../../accounts/users/search-queries.ts'
import type { Db } from '../../platform/db/database.ts'
import { hasTextOrId, isMember, type UserFilter } from './filter-queries.ts'

/** Where the users of a list are read from, in its order. */
export interface Source {
  /** At most so many rows of `users`, with the `place_time` that the list is ordered by. */
  read: (count: number) => RawBuilder<unknown>
  /** What the rows still have to match. */
  conditions: RawBuilder<unknown>[]
}

interface SourceOptions {
  filter: UserFilter
  isDescending: boolean
  after: Place | undefined
}

/** In the order of sign-up. */
export function usersBySignUp(projectId: string, options: SourceOptions): Source {
  const { read, conditions } = findBySignUp(projectId, options)
  const withTime = (count: number) => sql`SELECT u.*, u.signed_up_at AS place_time FROM (${read(count)}) AS u`
  return { read: withTime, conditions }
}

/** From the index with the fewest users who do not match. Without `place_time`. */
function findBySignUp(projectId: string, { filter, isDescending, after }: SourceOptions): Source {
  const { query, anonymous, teamId, isRestricted } = filter
  const page = { cursor: undefined, after, isDescending, includeAnonymous: anonymous !== 'exclude', teamId }
  const isOnly = anonymous === 'only' ? [sql`u.is_anonymous`] : []
  if (isIndexed(query)) {
    const find = (count: number) => sql`
      SELECT u.* FROM (${usersWithText(projectId, { ...page, query, limit: count })}) AS u
      ${inOrder(isDescending)} LIMIT ${count}`
    return { read: find, conditions: isOnly }
  }
  const hasText = query ? [hasTextOrId(query)] : []
  // Anonymous and restricted users have indexes of their own, so that only those are read.
  const indexed = teamId ? [] : [...isOnly, ...(isRestricted ? [sql`u.restricted_at IS NOT NULL`] : [])]
  const condition = sql.join([sql`true`, ...indexed], sql` AND `)
  return {
    read: (count) => usersInOrder(projectId, page, condition, count),
    conditions: teamId ? [...hasText, ...isOnly] : hasText,
  }
}

/**
 * In the order of their last activity, without those who have never been active. Few users, such as the members of a
 * small team, are all read and sorted. Otherwise the index of activity is read, whoever its users are.
 */
export async function usersByActivity(
  db: Db,
  projectId: string,
  options: SourceOptions,
  fewest: number,
): Promise<Source> {
  const { filter, isDescending, after } = options
  const isNarrow = isIndexed(filter.query) || filter.teamId !== undefined || filter.isRestricted === true
  if (isNarrow) {
    const few = findBySignUp(projectId, { filter, isDescending: true, after: undefined })
    if ((await countUsers(db, few.read(fewest))) < fewest) {
      const read = () => sql`
        SELECT u.*, a.last_active_at AS place_time FROM (${few.read(fewest)}) AS u CROSS JOIN LATERAL (
          SELECT a.last_active_at FROM user_activity a WHERE a.project_id = ${projectId} AND a.user_id = u.id OFFSET 0
        ) AS a WHERE ${isAfter([sql`a.last_active_at`, sql`u.id`], after, isDescending)}`
      return { read, conditions: few.conditions }
    }
  }
  const direction = sql.raw(isDescending ? 'DESC' : 'ASC')
  const order = sql`ORDER BY a.last_active_at ${direction}, a.user_id ${direction}`
  // Anonymous and other users are read separately: there may be millions of one kind between two of the other.
  const readKind = (isAnonymous: boolean, count: number) => sql`(
    SELECT a.user_id, a.last_active_at FROM user_activity a
    WHERE a.project_id = ${projectId} AND a.is_anonymous = ${sql.lit(isAnonymous)}
      AND ${isAfter([sql`a.last_active_at`, sql`a.user_id`], after, isDescending)}
    ${order} LIMIT (SELECT ${count}::integer))`
  const kinds = { exclude: [false], include: [false, true], only: [true] }[filter.anonymous]
  return {
    read: (count) => sql`
      SELECT u.*, a.last_active_at AS place_time FROM (
        SELECT * FROM (
          ${sql.join(
            kinds.map((kind) => readKind(kind, count)),
            sql` UNION ALL `,
          )}
        ) AS a ${order} LIMIT ${count}
      ) AS a ${joinUser(projectId, sql`a.user_id`)}`,
    conditions: [
      ...(filter.query ? [hasTextOrId(filter.query)] : []),
      ...(filter.teamId ? [isMember(projectId, filter.teamId)] : []),
    ],
  }
}

export function isIndexed(query: string): boolean {
  return Array.from(toSearchText(query)).length >= 3
}

async function countUsers(db: Db, users: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM (SELECT u.id FROM (${users}) AS u) AS u`.execute(db)
  return rows[0]!.count
}
