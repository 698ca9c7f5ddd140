import { sql } from 'kysely'
import { batchReads } from '../../platform/db/batched.ts'
import type { Db } from '../../platform/db/database.ts'
import { prepareQuery } from '../../platform/db/prepared.ts'
import { findTeamPolicy, type TeamPolicy } from '../../projects/team-policy-queries.ts'
import { isSignInAddress } from '../contact-channels/queries.ts'

/** A user with all fields of the wire. */
export interface UserRecord {
  id: string
  display_name: string | null
  profile_image_url: string | null
  locale: string | null
  is_anonymous: boolean
  client_metadata: unknown
  client_read_only_metadata: unknown
  server_metadata: unknown
  has_password: boolean
  otp_auth_enabled: boolean
  passkey_auth_enabled: boolean
  requires_totp: boolean
  passkey_mfa_enabled: boolean
  signed_up_at_millis: number
  last_active_at_millis: number
  primary_email: string | null
  primary_email_verified: boolean
  primary_email_auth_enabled: boolean
  selected_team: SelectedTeam | null
  oauth_providers: { id: string; account_id: string; email: string | null }[]
  /** Also after its end: see `isRestricted`. */
  restriction: Restriction | null
  /** Read for requests of a user whose project has such teams: the first policy that applies to the user. */
  team_policy?: TeamPolicy | null
}

export interface Restriction {
  restricted_at_millis: number
  /** Null: without an end. */
  until_millis: number | null
  reason: string
  message: string | null
}

interface SelectedTeam {
  id: string
  display_name: string
  profile_image_url: string | null
  client_metadata: unknown
  client_read_only_metadata: unknown
  server_metadata: unknown
  created_at_millis: number
  second_factor_required_from_millis: number | null
}

/** Of the user `u`. */
export const restrictionColumn = `
  CASE WHEN u.restricted_at IS NULL THEN NULL ELSE json_build_object(
    'restricted_at_millis', (extract(epoch FROM u.restricted_at) * 1000)::bigint,
    'until_millis', (extract(epoch FROM u.restricted_until) * 1000)::bigint,
    'reason', u.restriction_reason,
    'message', u.restriction_message
  ) END AS restriction`

export const userColumns = `
  u.id, u.display_name, u.profile_image_url, u.locale, u.is_anonymous,
  u.client_metadata, u.client_read_only_metadata, u.server_metadata,
  u.password_hash IS NOT NULL AS has_password, u.otp_auth_enabled, u.requires_totp, u.passkey_mfa_enabled,
  u.has_passkey AS passkey_auth_enabled, u.oauth_providers, ${restrictionColumn},
  (extract(epoch FROM u.signed_up_at) * 1000)::bigint AS signed_up_at_millis,
  (extract(epoch FROM u.last_active_at) * 1000)::bigint AS last_active_at_millis,
  c.value AS primary_email,
  coalesce(c.is_verified, false) AS primary_email_verified,
  coalesce(c.used_for_auth, false) AS primary_email_auth_enabled,
  CASE WHEN t.id IS NULL THEN NULL ELSE json_build_object(
    'id', t.id, 'display_name', t.display_name, 'profile_image_url', t.profile_image_url,
    'client_metadata', t.client_metadata, 'client_read_only_metadata', t.client_read_only_metadata,
    'server_metadata', t.server_metadata,
    'created_at_millis', (extract(epoch FROM t.created_at) * 1000)::bigint,
    'second_factor_required_from_millis', (extract(epoch FROM t.second_factor_required_from) * 1000)::bigint
  ) END AS selected_team`

export const joinPrimaryEmail = `
  LEFT JOIN contact_channels c ON c.project_id = u.project_id AND c.user_id = u.id AND c.is_primary AND c.type = 'email'`

export const userJoins = `${joinPrimaryEmail}
  LEFT JOIN teams t ON t.project_id = u.project_id AND t.id = u.selected_team_id`

/** One JSON column is read faster than twenty separate ones, in the database and here. */
const asRecord = (select: string) => `SELECT to_json(r) AS record FROM (${select}) AS r`

const selectUser = (id: string, columns = userColumns) =>
  `SELECT ${columns} FROM users u ${userJoins} WHERE u.project_id = $1 AND u.id = ${id}`

/**
 * Each user is looked up by key, whatever the table statistics say. The inner SELECT hides the number of ids from the
 * planner, which would otherwise plan the query again each time.
 */
const eachAsRecord = (select: string) => `
  SELECT to_json(r) AS record FROM unnest((SELECT $2::uuid[])) AS asked (id)
  CROSS JOIN LATERAL (${select} OFFSET 0) AS r`

function readUsers(name: string, columns?: string) {
  const queryUser = prepareQuery<{ record: UserRecord }>(`find user${name}`, asRecord(selectUser('$2', columns)))
  const queryUsers = prepareQuery<{ record: UserRecord }>(
    `find users${name}`,
    eachAsRecord(selectUser('asked.id', columns)),
  )
  return batchReads<Readonly<UserRecord>>(async (db, projectId, userIds) => {
    const isOne = userIds.length === 1
    const { rows } = isOne ? await queryUser(db, [projectId, userIds[0]]) : await queryUsers(db, [projectId, userIds])
    return new Map(rows.map(({ record }) => [record.id, record]))
  })
}

const columnsWithPolicy = `${userColumns}, ${findTeamPolicy('u.id')} AS team_policy`

/** Records of a batch are shared by several callers, so they must not be changed. */
export const findUserRecord = readUsers('')

/** The same with what the user's teams require, in the same statement. */
export const findUserWithPolicy = readUsers(' with policy', columnsWithPolicy)

/** The user of a session, and what says whether the session is still live. */
export type UserOfSession = UserRecord & {
  session: {
    created_at_millis: number
    expires_at_millis: number
    last_used_at_millis: number | null
    impersonator_id: string | null
    impersonator_session_id: string | null
  }
}

const selectUserOfSession = (id: string, columns = userColumns) => `
  SELECT ${columns}, json_build_object(
    'created_at_millis', (extract(epoch FROM s.created_at) * 1000)::bigint,
    'expires_at_millis', (extract(epoch FROM s.expires_at) * 1000)::bigint,
    'last_used_at_millis', (extract(epoch FROM s.last_used_at) * 1000)::bigint,
    'impersonator_id', s.impersonator_id, 'impersonator_session_id', s.impersonator_session_id
  ) AS session, s.id AS session_id
  FROM sessions s JOIN users u ON u.project_id = s.project_id AND u.id = s.user_id ${userJoins}
  WHERE s.project_id = $1 AND s.id = ${id}`

function readUsersOfSessions(name: string, columns?: string) {
  const queryUserOfSession = prepareQuery<{ record: UserOfSession & { session_id: string } }>(
    `find user of session${name}`,
    asRecord(selectUserOfSession('$2', columns)),
  )
  const queryUsersOfSessions = prepareQuery<{ record: UserOfSession & { session_id: string } }>(
    `find users of sessions${name}`,
    eachAsRecord(selectUserOfSession('asked.id', columns)),
  )
  return batchReads<Readonly<UserOfSession>>(async (db, projectId, sessionIds) => {
    const isOne = sessionIds.length === 1
    const { rows } = isOne
      ? await queryUserOfSession(db, [projectId, sessionIds[0]])
      : await queryUsersOfSessions(db, [projectId, sessionIds])
    return new Map(rows.map(({ record: { session_id, ...user } }) => [session_id, user]))
  })
}

/** The same by the session, in one statement with it. */
export const findUserOfSession = readUsersOfSessions('')
export const findUserOfSessionWithPolicy = readUsersOfSessions(' with policy', columnsWithPolicy)

/** The user's fields in access tokens, and whether the user exists. */
export type SessionUser = Pick<
  UserRecord,
  | 'id'
  | 'display_name'
  | 'is_anonymous'
  | 'requires_totp'
  | 'passkey_mfa_enabled'
  | 'primary_email'
  | 'primary_email_verified'
  | 'restriction'
> & { selected_team: Pick<SelectedTeam, 'id'> | null }

/** A user and the email they sign in with, which may not be the primary one. */
export type SignInUser = SessionUser &
  Pick<UserRecord, 'locale' | 'otp_auth_enabled'> & {
    password_hash: string | null
    sign_in_email_verified: boolean
    /** The account may have been created by somebody who does not own the address. */
    is_unclaimed: boolean
  }

const queryBySignInEmail = prepareQuery<{ record: SignInUser }>(
  'find user by sign-in email',
  asRecord(`
    SELECT u.id, u.display_name, u.locale, u.is_anonymous, u.requires_totp, u.passkey_mfa_enabled, u.otp_auth_enabled,
      u.password_hash,
      s.is_verified AS sign_in_email_verified, s.signs_in_unverified AND s.claimed_at IS NULL AS is_unclaimed,
      ${restrictionColumn}, c.value AS primary_email,
      coalesce(c.is_verified, false) AS primary_email_verified,
      CASE WHEN u.selected_team_id IS NOT NULL THEN json_build_object('id', u.selected_team_id) END AS selected_team
    FROM contact_channels s
    JOIN users u ON u.project_id = s.project_id AND u.id = s.user_id ${joinPrimaryEmail}
    WHERE s.project_id = $1 AND s.type = 'email' AND s.value = $2 AND ${isSignInAddress('s')}`),
)

/** The user who signs in with this email, whether or not it is their primary one. */
export async function findUserBySignInEmail(db: Db, projectId: string, email: string) {
  const { rows } = await queryBySignInEmail(db, [projectId, email])
  return rows[0]?.record
}

/** A character that does not occur in names, so that no search matches across two texts. */
const separator = '\uFFFF'

/**
 * Lower-cased here rather than in the database, whose locale may support only ASCII. The final form of sigma is
 * normalized, so that parts of a word are found.
 */
export function toSearchText(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ').replaceAll(separator, '')
}

/** Must be called in the transaction that changes the display name or a contact channel. */
export async function refreshSearchText(db: Db, projectId: string, userId: string): Promise<void> {
  const { rows } = await sql<{ display_name: string | null; contacts: string[] }>`
    SELECT display_name, ARRAY(
      SELECT value FROM contact_channels WHERE project_id = u.project_id AND user_id = u.id ORDER BY created_at, id
    ) AS contacts
    FROM users u WHERE project_id = ${projectId} AND id = ${userId}`.execute(db)
  if (!rows[0]) return
  await db
    .updateTable('users')
    .set({ search_text: joinSearchText(rows[0].display_name, rows[0].contacts) })
    .where('project_id', '=', projectId)
    .where('id', '=', userId)
    .execute()
}

export function joinSearchText(displayName: string | null, contacts: string[]): string {
  return [displayName ?? '', ...contacts].map(toSearchText).join(separator)
}

/** Locks the user until the end of the transaction, so that changes run one after the other. */
export async function findUserForUpdate(db: Db, projectId: string, userId: string) {
  return db
    .selectFrom('users')
    .select([
      'id',
      'display_name',
      'locale',
      'password_hash',
      'otp_auth_enabled',
      'requires_totp',
      'is_anonymous',
      'has_passkey',
      'passkey_mfa_enabled',
      'totp_secret_encrypted',
      'earlier_totp_secret_encrypted',
      'second_factor_ends_at',
    ])
    .where('project_id', '=', projectId)
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
}

/** Prevents the user from being deleted until the end of the transaction, without blocking other writes. */
export async function findUserForShare(db: Db, projectId: string, userId: string) {
  return db
    .selectFrom('users')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', '=', userId)
    .forKeyShare()
    .executeTakeFirst()
}

export async function findPasswordHash(db: Db, projectId: string, userId: string): Promise<string | null | undefined> {
  const user = await db
    .selectFrom('users')
    .select('password_hash')
    .where('project_id', '=', projectId)
    .where('id', '=', userId)
    .executeTakeFirst()
  return user?.password_hash
}

export async function deleteUser(db: Db, projectId: string, userId: string): Promise<boolean> {
  const result = await db
    .deleteFrom('users')
    .where('project_id', '=', projectId)
    .where('id', '=', userId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}
