import { type Selectable, sql } from 'kysely'
import type { Owner } from '../../http/context.ts'
import { deleteInBatches } from '../../platform/db/batches.ts'
import { type BoundedList, readBounded } from '../../platform/db/bounded-list.ts'
import type { Db } from '../../platform/db/database.ts'
import { prepareQuery } from '../../platform/db/prepared.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { countryOf, type IpInfo } from '../../platform/ip-info.ts'
import { findTeamPolicy, listRequiredConnections, type RequiredConnection } from '../../projects/team-policy-queries.ts'
import type { AuditRow } from '../../records/audit/queries.ts'
import { endTrust } from '../../records/trusted-devices/queries.ts'
import { deleteSignInAttempts } from '../../records/verification-codes/queries.ts'
import { storeEvents, wakeDeliverers } from '../../webhooks/event-queries.ts'
import type { WebhookEvents } from '../../webhooks/events.ts'
import type { PolicyUser } from '../users/second-factor.ts'
import type { ShownKey } from './keys.ts'
import type { SessionBounds } from './policy.ts'

export type SessionRow = Selectable<Tables['sessions']>

/** When and how the user last authenticated; the method names are those of RFC 8176. */
export interface Proof {
  authenticatedAt: Date | null
  methods: string[]
}

export interface NewSession {
  id: string
  userId: string
  refreshTokenHash: Buffer
  isImpersonation: boolean
  /** The owner who impersonates the user. */
  impersonator: Owner | null
  now: Date
  expiresAt: Date
  ipInfo: IpInfo | null
  userAgent: string | null
  proof: Proof
  /** The key that the session is bound to, and the nonce of its first refresh. */
  key: { thumbprint: string; nonce: string } | null
  /** The app's server keeps the refresh token: the browser never sees it. */
  isKeptByServer: boolean
  /** Part of the same statement, because a separate transaction would double the time of a sign-in. */
  audit: AuditRow
  /** The data of the webhook event, which is part of it as well. */
  event: WebhookEvents['session.created']
  /** How many other sessions of the user stay. Null: all of them. */
  kept: number | null
  bounds: SessionBounds
  /** Whether the answer has to say what the user's teams require. */
  looksAtTeams: boolean
  /** The connection of a company that the user has signed in with. */
  connectionId: string | null
  /** Does not start if the user has a second factor by now. */
  isOneFactor: boolean
}

/**
 * Starting or refreshing a session counts as activity of its user in the project's metrics. It is part of the same
 * statement, because the user is locked by then.
 */
function noteActivity({ at, country }: { at: string; country: string }): string {
  return `noted AS (
    INSERT INTO user_activity AS a (project_id, user_id, last_active_at, country, is_anonymous)
    SELECT $1, id, ${at}, ${country}, is_anonymous FROM active_user
    ON CONFLICT (project_id, user_id) DO UPDATE
    SET last_active_at = greatest(a.last_active_at, excluded.last_active_at), country = coalesce(excluded.country, a.country)
  )`
}

/** What decides whether the user has to set up a second factor. Only looks at teams if the project has such ones. */
const policyColumns = (user: string, looksAtTeams: string) =>
  `${user}.requires_totp, ${user}.passkey_mfa_enabled, ${user}.is_anonymous, CASE WHEN ${looksAtTeams}::boolean THEN ${findTeamPolicy(`${user}.id`)} END AS team_policy`

const startSession = prepareQuery<PolicyUser>(
  'start session',
  `
  WITH active_user AS (
    UPDATE users SET last_active_at = $6
    WHERE project_id = $1 AND id = $3 AND ($9::text IS NULL OR password_hash = $9)
      AND (restricted_at IS NULL OR restricted_until <= $6)
      AND NOT ($35::boolean AND (requires_totp OR passkey_mfa_enabled))
    RETURNING id, is_anonymous, requires_totp, passkey_mfa_enabled
  ), started AS (
    INSERT INTO sessions (project_id, id, user_id, refresh_token_hash, is_impersonation, created_at, expires_at, last_used_at, last_used_ip_info, authenticated_at, authentication_methods, last_used_user_agent, impersonator_id, impersonator_session_id, key_thumbprint, key_nonce, is_kept_by_server, connection_id)
    SELECT $1, $2, id, $4, $5, $6, $7, $6, $8, $21, $22::text[], $23, $24, $25, $27, $28, $33::boolean, $34::uuid FROM active_user
  ), ended AS MATERIALIZED (
    SELECT e.id, u.id::text AS user_id FROM active_user u
    CROSS JOIN LATERAL end_oldest_sessions($1, u.id, $2, $29, $6, $30, $31) AS e (id)
    WHERE $29::integer IS NOT NULL
  ), ${noteActivity({ at: '$6', country: '$20' })}, audited AS (
    INSERT INTO audit_entries (project_id, id, happened_at, action, actor_type, actor_id, target_type, target_id, details, ip_address, user_agent, request_id)
    SELECT $1, $10::uuid, $6::timestamptz, $11::text, $12::text, $13::text, $14::text, $15::text, $16::json, $17::text, $18::text, $19::text FROM active_user
    UNION ALL
    SELECT $1, gen_random_uuid(), $6::timestamptz, 'session.revoked', 'system', NULL, 'user', user_id,
      json_build_object('session_id', id, 'is_own', false, 'reason', 'too_many_sessions'), NULL, NULL, $19::text FROM ended
  ), ${storeEvents({
    from: `SELECT gen_random_uuid() AS id, user_id AS object_id, 'session.ended' AS type,
      json_build_object('id', id, 'user_id', user_id, 'is_impersonation', false, 'reason', 'too_many_sessions') AS data FROM ended
    UNION ALL
    SELECT gen_random_uuid(), id::text, 'session.created', $26::json FROM active_user`,
    now: '$6',
  })}
  SELECT ${policyColumns('active_user', '$32')}, ${wakeDeliverers} FROM active_user`,
)

/**
 * Starts a session, and says what decides whether the user has to set up a second factor, unless the user has been deleted or
 * restricted, has set up a second factor after a sign-in with one or, if the hash of the used password is given, has changed the
 * password. One statement that locks the user's row:
 * a password change either sees the session or prevents it. It also ends those that the user then has too many.
 */
export async function insertSession(
  db: Db,
  projectId: string,
  session: NewSession,
  usedPasswordHash: string | null = null,
): Promise<PolicyUser | undefined> {
  const { audit } = session
  const { rows } = await startSession(db, [
    projectId,
    session.id,
    session.userId,
    session.refreshTokenHash,
    session.isImpersonation,
    session.now,
    session.expiresAt,
    session.ipInfo && JSON.stringify(session.ipInfo),
    usedPasswordHash,
    audit.id,
    audit.action,
    audit.actor_type,
    audit.actor_id,
    audit.target_type,
    audit.target_id,
    audit.details,
    audit.ip_address,
    audit.user_agent,
    audit.request_id,
    countryOf(session.ipInfo),
    session.proof.authenticatedAt,
    session.proof.methods,
    session.userAgent,
    session.impersonator?.id ?? null,
    session.impersonator?.sessionId ?? null,
    JSON.stringify(session.event),
    session.key?.thumbprint ?? null,
    session.key?.nonce ?? null,
    session.kept,
    session.bounds.startedAfter,
    session.bounds.usedAfter,
    session.looksAtTeams,
    session.isKeptByServer,
    session.connectionId,
    session.isOneFactor,
  ])
  return rows[0]
}

/** The owner who impersonates the user of a session, and the session of that owner. */
export interface Impersonation {
  impersonator_id: string | null
  impersonator_session_id: string | null
}

/** A session and its user's fields in access tokens. */
interface UsedSession extends Impersonation, PolicyUser {
  session_id: string
  is_bound: boolean
  is_impersonation: boolean
  connection_id: string | null
  required_connections: RequiredConnection[] | null
  user_id: string
  authenticated_at: Date | null
  authentication_methods: string[]
  display_name: string | null
  selected_team_id: string | null
  primary_email: string | null
  primary_email_verified: boolean
}

/** A session that has ended by the project's rules may still have its row. */
const isLiveAt = (now: string, startedAfter: string, usedAfter: string) =>
  `expires_at > ${now} AND created_at > ${startedAfter} AND coalesce(last_used_at, created_at) > ${usedAfter}`
/**
 * A session that is bound to a key needs a proof of it, with the nonce of the last refresh. Of the others, a project may
 * refuse those that began with a sign-in, which all but those of servers, command lines and anonymous users did, unless the
 * app's server has kept the token from the start and is the one that sends it.
 */
const isKeyShown = `(
  CASE WHEN key_thumbprint IS NULL THEN
    NOT $7::boolean OR authenticated_at IS NULL AND authentication_methods = '{}' OR is_kept_by_server AND $13::boolean
  ELSE key_thumbprint = $8 AND key_nonce = $9 END
)`

/** Subqueries and LIMIT instead of joins: every row is looked up by its key, even if the tables have no statistics yet. */
/**
 * Two statements: with a switch in one, PostgreSQL would plan it again for every refresh, because it is much cheaper without
 * the policies.
 */
const prepareUse = (name: string, policies: string) =>
  prepareQuery<UsedSession>(
    name,
    `
  WITH active_user AS (
    UPDATE users SET last_active_at = $3
    WHERE project_id = $1 AND id = (
      SELECT user_id FROM sessions
      WHERE project_id = $1 AND refresh_token_hash = $2 AND ${isLiveAt('$3', '$11', '$12')} AND ${isKeyShown}
    )
    RETURNING id, display_name, is_anonymous, requires_totp, passkey_mfa_enabled, selected_team_id
  ), ${noteActivity({ at: '$3', country: '$5' })}, used AS (
    UPDATE sessions SET last_used_at = $3, last_used_ip_info = coalesce($4, last_used_ip_info),
      last_used_user_agent = coalesce($6, last_used_user_agent),
      key_nonce = CASE WHEN key_thumbprint IS NOT NULL THEN $10 END
    WHERE project_id = $1 AND refresh_token_hash = $2 AND user_id = (SELECT id FROM active_user) AND ${isKeyShown}
    RETURNING id AS session_id, user_id, key_thumbprint IS NOT NULL AS is_bound, authenticated_at, authentication_methods, impersonator_id, impersonator_session_id, is_impersonation, connection_id
  )
  SELECT used.*, u.display_name, ${policies}, u.selected_team_id,
    c.value AS primary_email, coalesce(c.is_verified, false) AS primary_email_verified
  FROM used CROSS JOIN active_user u LEFT JOIN LATERAL (
    SELECT value, is_verified FROM contact_channels
    WHERE project_id = $1 AND user_id = u.id AND is_primary AND type = 'email' LIMIT 1
  ) AS c ON true`,
  )

const ofUser = 'u.requires_totp, u.passkey_mfa_enabled, u.is_anonymous'
const useSession = prepareUse('use session', `${ofUser}, NULL::json AS team_policy, NULL::json AS required_connections`)
const useSessionOfPolicies = prepareUse(
  'use session with policies',
  `${ofUser}, ${findTeamPolicy('u.id')} AS team_policy, ${listRequiredConnections('u.id')} AS required_connections`,
)

/**
 * Records the use of a session. Undefined if there is no such session, or no longer. Locks the user's row before the
 * session's, as everything that ends sessions does, which prevents deadlocks.
 */
export async function touchSession(
  db: Db,
  projectId: string,
  refreshTokenHash: Buffer,
  use: { bounds: SessionBounds; ipInfo: IpInfo | null; userAgent: string | null; looksAtTeams: boolean },
  keys: { isRequired: boolean; isRelayed: boolean; shown: ShownKey | undefined; nextNonce: string },
): Promise<UsedSession | undefined> {
  const query = use.looksAtTeams ? useSessionOfPolicies : useSession
  const { rows } = await query(db, [
    projectId,
    refreshTokenHash,
    use.bounds.now,
    use.ipInfo && JSON.stringify(use.ipInfo),
    countryOf(use.ipInfo),
    use.userAgent,
    keys.isRequired,
    keys.shown?.thumbprint ?? null,
    keys.shown?.nonce ?? null,
    keys.nextNonce,
    use.bounds.startedAfter,
    use.bounds.usedAfter,
    keys.isRelayed,
  ])
  return rows[0]
}

/** False if it was noted before. */
export async function noteRefusedCopy(db: Db, projectId: string, sessionId: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('sessions')
    .set({ copy_refused_at: now })
    .where('project_id', '=', projectId)
    .where('id', '=', sessionId)
    .where('copy_refused_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** What the rules for sessions leave, expired or not. */
function isWithin({ startedAfter, usedAfter }: SessionBounds) {
  return sql<boolean>`sessions.created_at > ${startedAfter}
    AND coalesce(sessions.last_used_at, sessions.created_at) > ${usedAfter}`
}

/** Existing clients also expect those that have expired and are not deleted yet. */
export async function listSessions(
  db: Db,
  projectId: string,
  userId: string,
  options: { bounds: SessionBounds; includeImpersonation: boolean; cursor: string | undefined },
): Promise<BoundedList<SessionRow>> {
  const query = db
    .selectFrom('sessions')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where(isWithin(options.bounds))
    .$if(!options.includeImpersonation, (query) => query.where('is_impersonation', '=', false))
    .orderBy('created_at', 'desc')
    .orderBy('id')
  return readBounded(db, query, options.cursor)
}

export async function findSession(db: Db, projectId: string, sessionId: string) {
  return db
    .selectFrom('sessions')
    .select(['id', 'user_id', 'is_impersonation', 'created_at', 'expires_at', 'last_used_at'])
    .select(['authenticated_at', 'authentication_methods'])
    .select(['impersonator_id', 'impersonator_session_id', 'connection_id'])
    .where('project_id', '=', projectId)
    .where('id', '=', sessionId)
    .executeTakeFirst()
}

/** The same. Whoever ends it waits until the end of the transaction. The user must be locked before. */
export async function holdSession(db: Db, projectId: string, sessionId: string) {
  return db
    .selectFrom('sessions')
    .select(['id', 'user_id', 'is_impersonation', 'created_at', 'expires_at', 'last_used_at', 'refresh_token_hash'])
    .where('project_id', '=', projectId)
    .where('id', '=', sessionId)
    .forShare()
    .executeTakeFirst()
}

/** False if the session has ended or belongs to another user. */
export async function updateProof(
  db: Db,
  projectId: string,
  session: { id: string; userId: string },
  proof: { authenticatedAt: Date; methods: string[] },
): Promise<boolean> {
  const result = await db
    .updateTable('sessions')
    .set({ authenticated_at: proof.authenticatedAt, authentication_methods: proof.methods })
    .where('project_id', '=', projectId)
    .where('id', '=', session.id)
    .where('user_id', '=', session.userId)
    .where('is_impersonation', '=', false)
    .where('expires_at', '>', proof.authenticatedAt)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export type EndedSession = Pick<SessionRow, (typeof endedColumns)[number]>
export const endedColumns = ['id', 'user_id', 'is_impersonation', 'created_at', 'expires_at', 'last_used_at'] as const

export async function deleteSession(db: Db, projectId: string, sessionId: string): Promise<EndedSession | undefined> {
  return db
    .deleteFrom('sessions')
    .where('project_id', '=', projectId)
    .where('id', '=', sessionId)
    .returning(endedColumns)
    .executeTakeFirst()
}

/**
 * Also everything that could still be exchanged for a session: confirmed CLI logins, codes waiting for an app and sign-ins
 * waiting for their second step. On no device is the next sign-in spared the second factor.
 */
export async function deleteSessionsOfUser(
  db: Db,
  projectId: string,
  userId: string,
  kept: { refreshTokenHash?: Buffer; id?: string } = {},
): Promise<EndedSession[]> {
  const ended = await db
    .deleteFrom('sessions')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .$if(kept.refreshTokenHash !== undefined, (query) =>
      query.where('refresh_token_hash', '!=', sql<Buffer>`${kept.refreshTokenHash}`),
    )
    .$if(kept.id !== undefined, (query) => query.where('id', '!=', kept.id!))
    .returning(endedColumns)
    .execute()
  await endTrust(db, projectId, userId)
  await deleteSignInAttempts(db, projectId, userId)
  for (const table of ['cli_auth_requests', 'oauth_codes'] as const) {
    await db
      .deleteFrom(table)
      .where('project_id', '=', projectId)
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .execute()
  }
  return ended
}

/** The live session of a refresh token, and the type of its user. */
export async function findSessionByToken(db: Db, projectId: string, refreshTokenHash: Buffer, bounds: SessionBounds) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', (join) =>
      join.onRef('users.project_id', '=', 'sessions.project_id').onRef('users.id', '=', 'sessions.user_id'),
    )
    .select(['sessions.id', 'sessions.user_id', 'sessions.is_impersonation', 'users.is_anonymous'])
    .select(['sessions.authenticated_at', 'sessions.authentication_methods'])
    .select(['sessions.key_thumbprint', 'sessions.key_nonce', 'sessions.connection_id'])
    .where('sessions.project_id', '=', projectId)
    .where('sessions.refresh_token_hash', '=', refreshTokenHash)
    .where('sessions.expires_at', '>', bounds.now)
    .where(isWithin(bounds))
    .executeTakeFirst()
}

/** The session of a refresh token, if the project's rules have ended it before it expired. */
export async function deleteOutlivedSession(
  db: Db,
  projectId: string,
  refreshTokenHash: Buffer,
  { now, startedAfter, usedAfter }: SessionBounds,
): Promise<EndedSession | undefined> {
  return db
    .deleteFrom('sessions')
    .where('project_id', '=', projectId)
    .where('refresh_token_hash', '=', refreshTokenHash)
    .where('expires_at', '>', now)
    .where(sql<boolean>`(created_at <= ${startedAfter} OR coalesce(last_used_at, created_at) <= ${usedAfter})`)
    .returning(endedColumns)
    .executeTakeFirst()
}

export async function deleteExpiredSessions(db: Db, before: Date): Promise<void> {
  await deleteInBatches(db, 'sessions', sql`expires_at < ${before}`)
}
