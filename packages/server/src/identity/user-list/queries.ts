import { type RawBuilder, sql } from 'kysely'
import type { Place } from '../../accounts/users/page-queries.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Start } from './cursor.ts'
import { isRestrictedAt, lastActivity, matchesFilter, type Range, type UserFilter } from './filter-queries.ts'
import { isIndexed, type Source, usersByActivity, usersBySignUp } from './source-queries.ts'

/** How many users a request reads at most to find those that match; with a text, how many of those who have it. */
const mostRead = { inOrder: 5_000, withText: 1_000 }

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
  signed_up_at_millis: number
  last_active_at_millis: number | null
}

interface UserListOptions {
  filter: UserFilter
  isDescending: boolean
  start: Start
  limit: number
  now: Date
  most?: typeof mostRead
}

interface UserList {
  users: ListedUser[]
  next: Start | null
}

/** The users of a page who were found among those that were read, and where the next page starts. */
export async function listUsers(db: Db, projectId: string, options: UserListOptions): Promise<UserList> {
  const { filter, start, limit } = options
  const page = await readPart(db, projectId, options)
  const { from, until } = filter.lastActive
  if (start.part !== 'active' || page.next || from !== undefined || until !== undefined) return page
  const rest: Start = { part: 'never-active', after: undefined }
  const missing = limit - page.users.length
  const { users, next } = await readPart(db, projectId, { ...options, start: rest, limit: missing || 1 })
  if (missing) return { users: [...page.users, ...users], next }
  return { users: page.users, next: users.length > 0 || next ? rest : null }
}

async function readPart(db: Db, projectId: string, options: UserListOptions): Promise<UserList> {
  const { filter, start, limit, now, most = mostRead } = options
  const { part } = start
  // Whoever has never been active comes last in both directions, newest first.
  const isDescending = part === 'never-active' || options.isDescending
  const range = part === 'active' ? filter.lastActive : filter.signedUp
  const after = start.after ?? startOf(range, isDescending)
  const hasIndexedText = isIndexed(filter.query)
  const mostCount = hasIndexedText ? most.withText : most.inOrder
  const sourceOptions = { filter, isDescending, after }
  const source =
    part === 'active'
      ? await usersByActivity(db, projectId, sourceOptions, mostCount)
      : usersBySignUp(projectId, sourceOptions)
  const conditions = [...source.conditions, ...matchesFilter(projectId, filter, now)]
  if (part === 'never-active') conditions.push(sql`${lastActivity(projectId)} IS NULL`)
  // If everybody matches, no more are read than are shown.
  const count = conditions.length === 0 ? limit + 1 : mostCount
  const query = pageOf(projectId, {
    source,
    conditions,
    count,
    isDescending,
    limit,
    now,
    isReadOnce: hasIndexedText,
  })
  const { users, read } = (await query.execute(db)).rows[0]!
  const shown = users.slice(0, limit)
  const last = users.length > limit ? shown.at(-1)!.place : read
  const next = last && !isPast(range, last, isDescending) ? { part, after: last } : null
  return { users: shown, next }
}

interface PageOptions {
  source: Source
  conditions: RawBuilder<unknown>[]
  /** How many users are read at most. */
  count: number
  isDescending: boolean
  limit: number
  now: Date
  /** A search takes long; what is read in order stops when the page is full. */
  isReadOnce: boolean
}

/** The users of a page and the one after them. If they are fewer, also the last user who was read, unless all were. */
function pageOf(projectId: string, options: PageOptions) {
  const { source, conditions, count, isDescending, limit, now, isReadOnce } = options
  const direction = sql.raw(isDescending ? 'DESC' : 'ASC')
  const order = sql`ORDER BY u.place_time ${direction}, u.id ${direction}`
  const place = sql`json_build_object('micros', (extract(epoch FROM u.place_time) * 1000000)::bigint::text, 'id', u.id)`
  const millis = (time: RawBuilder<unknown>) => sql`(extract(epoch FROM ${time}) * 1000)::bigint`
  return sql<{ users: (ListedUser & { place: Place })[]; read: Place | null }>`
    WITH source AS ${sql.raw(isReadOnce ? 'MATERIALIZED' : 'NOT MATERIALIZED')} (${source.read(count)}),
    page AS MATERIALIZED (
      SELECT u.* FROM source u WHERE ${sql.join([sql`true`, ...conditions], sql` AND `)} ${order} LIMIT ${limit + 1}
    )
    SELECT coalesce((SELECT json_agg(r) FROM (
      SELECT u.id, u.display_name, c.value AS primary_email, coalesce(c.is_verified, false) AS primary_email_verified,
        -- Longer ones would make the response too large.
        CASE WHEN length(u.profile_image_url) <= 2000 THEN u.profile_image_url END AS profile_image_url,
        u.is_anonymous, ${isRestrictedAt(now)} AS is_restricted, u.requires_totp AS requires_totp_mfa,
        array_remove(ARRAY[
          CASE WHEN u.password_hash IS NOT NULL THEN 'password' END,
          CASE WHEN u.otp_auth_enabled THEN 'otp' END,
          CASE WHEN u.has_passkey THEN 'passkey' END
        ], NULL) || ARRAY(SELECT link ->> 'id' FROM json_array_elements(u.oauth_providers) AS link) AS auth_methods,
        ${millis(sql`u.signed_up_at`)} AS signed_up_at_millis,
        ${millis(lastActivity(projectId))} AS last_active_at_millis,
        ${place} AS place
      FROM page u LEFT JOIN LATERAL (
        SELECT c.value, c.is_verified FROM contact_channels c
        WHERE c.project_id = ${projectId} AND c.user_id = u.id AND c.is_primary AND c.type = 'email' OFFSET 0
      ) AS c ON true
      ${order}
    ) AS r), '[]') AS users,
    CASE WHEN (SELECT count(*) FROM page) <= ${limit} THEN (
      SELECT ${place} FROM source u ${order} OFFSET ${count - 1} LIMIT 1
    ) END AS read`
}

const firstId = '00000000-0000-0000-0000-000000000000'
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
/** In the year 2255. Nobody has signed up after it, and larger numbers would be too large for the database. */
const latest = 9_000_000_000_000

/** A list begins at the end of its range that comes first in its order. */
function startOf({ from, until }: Range, isDescending: boolean): Place | undefined {
  if (isDescending) return until === undefined ? undefined : { micros: toMicros(until), id: firstId }
  return from === undefined ? undefined : { micros: String(BigInt(toMicros(from)) - 1n), id: lastId }
}

/** Nobody after it is in the range. */
function isPast({ from, until }: Range, { micros }: Place, isDescending: boolean): boolean {
  if (isDescending) return from !== undefined && BigInt(micros) < BigInt(toMicros(from))
  return until !== undefined && BigInt(micros) >= BigInt(toMicros(until))
}

function toMicros(millis: number): string {
  return `${Math.min(millis, latest)}000`
}
