import { sql } from 'kysely'
import { isRestrictedAt, lastActivity, type UserFilter, usesConnection } from '../../accounts/users/filter-queries.ts'
import { usersInOrder } from '../../accounts/users/list-queries.ts'
import { joinPrimaryEmail } from '../../accounts/users/queries.ts'
import type { Place, TextPlace } from '../../platform/db/cursor.ts'
import type { Db } from '../../platform/db/database.ts'
import { type KeysetPage, type readingBounds, readPage } from '../../platform/db/keyset.ts'

/** Users in the order of activity, then those who have never been active, or all of them by sign-up or name. */
export const parts = {
  signed_up_at: ['signed-up'],
  last_active_at: ['active', 'never-active'],
  name: ['name'],
} as const

export interface Start {
  part: (typeof parts)[keyof typeof parts][number]
  /** Undefined at the beginning of the part. */
  place?: Place | TextPlace | undefined
}

export interface ListedUser {
  id: string
  display_name: string | null
  profile_image_url: string | null
  primary_email: string | null
  primary_email_verified: boolean
  is_anonymous: boolean
  is_restricted: boolean
  auth_methods: string[]
  requires_totp_mfa: boolean
  passkey_mfa_enabled: boolean
  signed_up_at_millis: number
  last_active_at_millis: number | null
}

interface UserListOptions {
  filter: UserFilter
  isDescending: boolean
  start: Start
  limit: number
  now: Date
  bounds?: typeof readingBounds
}

/** How many users of these kinds the project has, from the counters of its metrics. */
export async function countUsers(db: Db, projectId: string, anonymous: UserFilter['anonymous']): Promise<number> {
  const isOfKind = { exclude: sql`NOT is_anonymous`, include: sql`true`, only: sql`is_anonymous` }[anonymous]
  const { rows } = await sql<{ count: number }>`
    SELECT coalesce(sum(count), 0)::integer AS count FROM metric_counters
    WHERE project_id = ${projectId} AND name = 'users' AND ${isOfKind}`.execute(db)
  return rows[0]!.count
}

interface UserList {
  users: ListedUser[]
  next: Start | null
}

/** The users of a page who were found among those that were read, and where the next page starts. */
export async function listUsers(db: Db, projectId: string, options: UserListOptions): Promise<UserList> {
  const { filter, start, limit } = options
  const { rows, next } = await readPart(db, projectId, options)
  if (next) return { users: rows, next: { part: start.part, place: next } }
  const { from, until } = filter.lastActive ?? {}
  if (start.part !== 'active' || from !== undefined || until !== undefined) return { users: rows, next: null }
  const rest = { ...options, start: { part: 'never-active' as const }, limit: limit - rows.length }
  const never = await listUsers(db, projectId, rest)
  return { users: [...rows, ...never.users], next: never.next }
}

function readPart(
  db: Db,
  projectId: string,
  options: UserListOptions,
): Promise<KeysetPage<ListedUser, Place | TextPlace>> {
  const { filter, start, now, ...page } = options
  // Users who have never been active come last in both directions, newest first.
  const isDescending = start.part === 'never-active' || options.isDescending
  const columns = sql`
    u.id, u.display_name, c.value AS primary_email, coalesce(c.is_verified, false) AS primary_email_verified,
    -- Longer ones would make the response too large.
    CASE WHEN length(u.profile_image_url) <= 2000 THEN u.profile_image_url END AS profile_image_url,
    u.is_anonymous, ${isRestrictedAt(now)} AS is_restricted, u.requires_totp AS requires_totp_mfa,
    u.passkey_mfa_enabled,
    array_remove(ARRAY[
      CASE WHEN u.password_hash IS NOT NULL THEN 'password' END,
      CASE WHEN u.otp_auth_enabled THEN 'otp' END,
      CASE WHEN u.has_passkey THEN 'passkey' END,
      CASE WHEN ${usesConnection} THEN 'connection' END
    ], NULL) || ARRAY(SELECT link ->> 'id' FROM json_array_elements(u.oauth_providers) AS link) AS auth_methods,
    (extract(epoch FROM u.signed_up_at) * 1000)::bigint AS signed_up_at_millis,
    (extract(epoch FROM ${lastActivity(projectId)}) * 1000)::bigint AS last_active_at_millis`
  const list = { ...usersInOrder(projectId, { filter, order: start.part, isDescending, now }), columns }
  return readPage(db, { ...list, joins: sql.raw(joinPrimaryEmail) }, { ...page, start: start.place })
}
