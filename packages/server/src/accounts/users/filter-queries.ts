import { type RawBuilder, sql } from 'kysely'

export interface UserFilter {
  query: string
  anonymous: 'exclude' | 'include' | 'only'
  teamId?: string | undefined
  isVerified?: boolean | undefined
  authMethod?: string | undefined
  isRestricted?: boolean | undefined
  signedUp?: Range
  lastActive?: Range
}

/** In milliseconds, with its start but without its end. */
interface Range {
  from: number | undefined
  until: number | undefined
}

/**
 * What users have to match besides text, team and anonymity. Related rows are looked up by subqueries that cannot become
 * joins, because a join might read the rows of all users.
 */
export function matchesFilter(projectId: string, filter: UserFilter, now: Date): RawBuilder<unknown>[] {
  const { isVerified, isRestricted, signedUp, lastActive } = filter
  const conditions: RawBuilder<unknown>[] = []
  if (isRestricted !== undefined) conditions.push(sql`${isRestrictedAt(now)} = ${isRestricted}`)
  if (isVerified !== undefined) {
    conditions.push(sql`(
      SELECT c.is_verified FROM contact_channels c
      WHERE c.project_id = ${projectId} AND c.user_id = u.id AND c.is_primary AND c.type = 'email'
    ) = ${isVerified}`)
  }
  if (filter.authMethod !== undefined) conditions.push(signsInWith(projectId, filter.authMethod))
  conditions.push(...isWithin(sql`u.signed_up_at`, signedUp), ...isWithin(lastActivity(projectId), lastActive))
  return conditions
}

export const isRestrictedAt = (now: Date) =>
  sql`(u.restricted_at IS NOT NULL AND coalesce(u.restricted_until > ${now}, true))`

/** Null if the user has never been active. */
export const lastActivity = (projectId: string) =>
  sql`(SELECT a.last_active_at FROM user_activity a WHERE a.project_id = ${projectId} AND a.user_id = u.id)`

export function isMember(projectId: string, teamId: string): RawBuilder<unknown> {
  return sql`(SELECT count(*) FROM team_memberships m
    WHERE m.project_id = ${projectId} AND m.team_id = ${teamId} AND m.user_id = u.id) = 1`
}

/** Whether a user `u` has an account at the identity provider of a company. */
export const usesConnection: RawBuilder<unknown> = sql`(SELECT count(*) FROM provider_links l
  WHERE l.project_id = u.project_id AND l.user_id = u.id AND l.provider_config_id LIKE 'sso\\_%' AND l.allow_sign_in) > 0`

function signsInWith(projectId: string, method: string): RawBuilder<unknown> {
  if (method === 'password') return sql`u.password_hash IS NOT NULL`
  if (method === 'otp') return sql`u.otp_auth_enabled`
  if (method === 'passkey') return sql`u.has_passkey`
  if (method === 'connection') return usesConnection
  return sql`(SELECT count(*) FROM provider_links l WHERE l.project_id = ${projectId} AND l.user_id = u.id
    AND l.provider_config_id = ${method} AND l.allow_sign_in) = 1`
}

export function isWithin(time: RawBuilder<unknown>, range?: Range): RawBuilder<unknown>[] {
  const moment = (millis: number) => sql`to_timestamp(${millis}::double precision / 1000)`
  return [
    ...(range?.from === undefined ? [] : [sql`${time} >= ${moment(range.from)}`]),
    ...(range?.until === undefined ? [] : [sql`${time} < ${moment(range.until)}`]),
  ]
}
