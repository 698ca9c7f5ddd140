import { type RawBuilder, sql } from 'kysely'
import { maxListed } from '../../platform/db/bounded-list.ts'
import { selectMicros } from '../../platform/db/cursor.ts'
import type { Db } from '../../platform/db/database.ts'
import { type KeysetList, type readingBounds, readPage, type Source } from '../../platform/db/keyset.ts'
import { isMember, isWithin, lastActivity, matchesFilter, type UserFilter } from './filter-queries.ts'
import { type UserRecord, userColumns, userJoins } from './queries.ts'
import { searchFor } from './search-queries.ts'

interface UserListOptions {
  filter: UserFilter
  /** `active` has only users who have been active, `never-active` has the others in the order of sign-up. */
  order: 'signed-up' | 'active' | 'never-active' | 'name'
  isDescending: boolean
  now: Date
}

export function usersInOrder(projectId: string, options: UserListOptions): Omit<KeysetList, 'columns' | 'joins'> {
  const { filter, order, isDescending, now } = options
  const { query, anonymous, teamId } = filter
  const search = query ? searchFor(projectId, 'u', query) : undefined
  const isBySignUp = order === 'signed-up' || order === 'never-active'
  const members = teamId ? teamMembers(projectId, teamId) : undefined
  const sets = [
    ...(search?.isIndexed ? [users(search.isIndexed)] : []),
    ...(members && !isBySignUp ? [members] : []),
    ...(filter.isRestricted ? [users(sql`u.project_id = ${projectId} AND u.restricted_at IS NOT NULL`)] : []),
  ]
  const ofKind = { exclude: sql`NOT u.is_anonymous`, include: sql`true`, only: sql`u.is_anonymous` }[anonymous]
  const conditions = [...(search ? [search.matches] : []), ...matchesFilter(projectId, filter, now)]
  if (order === 'never-active') conditions.push(sql`${lastActivity(projectId)} IS NULL`)
  if (sets.length > 0) conditions.push(ofKind, ...(teamId ? [isMember(projectId, teamId)] : []))
  const bySignUp = members ?? users(sql`u.project_id = ${projectId}`)
  const list = { projectId, alias: 'u', isDescending, conditions }
  if (order === 'active') return { ...list, inOrder: usersByActivity(projectId, filter), sets: sets.map(withActivity) }
  if (order === 'name') {
    return { ...list, isByText: true, inOrder: usersByName(projectId, filter), sets: sets.map(withName) }
  }
  const where = and([bySignUp.where, ofKind, ...isWithin(bySignUp.key, filter.signedUp)])
  return { ...list, inOrder: [{ ...bySignUp, where }], sets }
}

function users(condition: RawBuilder<unknown>): Source {
  return { from: sql`users u`, where: condition, key: sql`u.signed_up_at`, id: sql`u.id` }
}

function teamMembers(projectId: string, teamId: string): Source {
  return {
    from: sql`team_memberships m JOIN users u ON u.project_id = m.project_id AND u.id = m.user_id`,
    where: sql`m.project_id = ${projectId} AND m.team_id = ${teamId}`,
    key: sql`m.user_signed_up_at`,
    id: sql`m.user_id`,
  }
}

/** The kinds of users of a list. Each is a source: there may be millions of one between two of the other. */
const kinds = { exclude: [false], include: [false, true], only: [true] }

function usersByActivity(projectId: string, { anonymous, lastActive }: UserFilter): Source[] {
  const time = sql`a.last_active_at`
  return kinds[anonymous].map((isAnonymous) => ({
    from: sql`user_activity a JOIN users u ON u.project_id = a.project_id AND u.id = a.user_id`,
    where: and([
      sql`a.project_id = ${projectId} AND a.is_anonymous = ${sql.lit(isAnonymous)}`,
      ...isWithin(time, lastActive),
    ]),
    key: time,
    id: sql`a.user_id`,
  }))
}

function withActivity(source: Source): Source {
  const from = sql`${source.from} JOIN user_activity a ON a.project_id = u.project_id AND a.user_id = u.id`
  return { ...source, from, key: sql`a.last_active_at`, id: sql`a.user_id` }
}

/** As in the index, byte by byte. */
const nameKey = sql`(name_key(u.display_name) COLLATE "C")`

function usersByName(projectId: string, { anonymous }: UserFilter): Source[] {
  return kinds[anonymous].map((isAnonymous) =>
    withName(users(sql`u.project_id = ${projectId} AND u.is_anonymous = ${sql.lit(isAnonymous)}`)),
  )
}

const withName = (source: Source): Source => ({ ...source, key: nameKey, id: sql`u.id` })

const and = (conditions: RawBuilder<unknown>[]) => sql.join(conditions, sql` AND `)

interface UserPageOptions {
  filter: UserFilter
  isDescending: boolean
  limit: number | undefined
  /** The ID of the first user of the page. */
  cursor: string | undefined
  now: Date
  bounds?: typeof readingBounds
}

/** One page in sign-up order, and the ID that the next page starts with. */
export async function listUserRecords(db: Db, projectId: string, { cursor, bounds, ...options }: UserPageOptions) {
  const limit = Math.min(options.limit ?? maxListed, maxListed)
  const start = cursor === undefined ? undefined : await findPlace(db, projectId, cursor)
  if (cursor !== undefined && !start) return { users: [], nextCursor: null }
  const shown = { columns: sql.raw(userColumns), joins: sql.raw(userJoins) }
  const list = { ...usersInOrder(projectId, { ...options, order: 'signed-up' }), ...shown }
  const { rows, next } = await readPage<UserRecord>(db, list, { limit, start, ...(bounds && { bounds }) })
  return { users: rows, nextCursor: next?.id ?? null }
}

async function findPlace(db: Db, projectId: string, id: string) {
  return db
    .selectFrom('users')
    .select(['id', selectMicros(sql.ref('signed_up_at')).as('micros')])
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
}
