import { type Selectable, sql } from 'kysely'
import type { AuditRow } from '../audit/record.ts'
import { type BoundedList, readBounded } from '../db/bounded-list.ts'
import type { Db } from '../db/database.ts'
import { prepareQuery } from '../db/prepared.ts'
import type { Tables } from '../db/tables.ts'
import { countryOf, type IpInfo } from '../ip-info.ts'

export type SessionRow = Selectable<Tables['sessions']>

/** When and how the person last proved who they are; the names are those of RFC 8176. */
export interface Proof {
  authenticatedAt: Date | null
  methods: string[]
}

export interface NewSession {
  id: string
  userId: string
  refreshTokenHash: Buffer
  isImpersonation: boolean
  now: Date
  expiresAt: Date
  ipInfo: IpInfo | null
  proof: Proof
  /** Written by the same statement, because a transaction around two would take twice the time of a sign-in. */
  audit: AuditRow
}

/**
 * A session that starts or is refreshed is the activity of its user, which the figures of the project count. Part of the
 * statement that does it: by then the user is locked.
 */
function noteActivity({ at, country }: { at: string; country: string }): string {
  return `noted AS (
    INSERT INTO user_activity AS a (project_id, user_id, last_active_at, country, is_anonymous)
    SELECT $1, id, ${at}, ${country}, is_anonymous FROM active_user
    ON CONFLICT (project_id, user_id) DO UPDATE
    SET last_active_at = greatest(a.last_active_at, excluded.last_active_at), country = coalesce(excluded.country, a.country)
  )`
}

const startSession = prepareQuery(
  'start session',
  `
  WITH active_user AS (
    UPDATE users SET last_active_at = $6
    WHERE project_id = $1 AND id = $3 AND ($9::text IS NULL OR password_hash = $9)
    RETURNING id, is_anonymous
  ), started AS (
    INSERT INTO sessions (project_id, id, user_id, refresh_token_hash, is_impersonation, created_at, expires_at, last_used_at, last_used_ip_info, authenticated_at, authentication_methods)
    SELECT $1, $2, id, $4, $5, $6, $7, $6, $8, $21, $22::text[] FROM active_user
  ), ${noteActivity({ at: '$6', country: '$20' })}
  INSERT INTO audit_entries (project_id, id, happened_at, action, actor_type, actor_id, target_type, target_id, details, ip_address, user_agent, request_id)
  SELECT $1, $10, $6, $11, $12, $13, $14, $15, $16, $17, $18, $19 FROM active_user`,
)

/**
 * Starts a session unless the user is gone or, when the hash of the password they used is given, has another password
 * by now. One statement, and it locks the user's row: a password change either sees the session or stops it.
 */
export async function insertSession(
  db: Db,
  projectId: string,
  session: NewSession,
  usedPasswordHash: string | null = null,
): Promise<boolean> {
  const { audit } = session
  const { affected } = await startSession(db, [
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
  ])
  return affected === 1
}

interface UsedSession {
  session_id: string
  user_id: string
  authenticated_at: Date | null
  authentication_methods: string[]
}

const useSession = prepareQuery<UsedSession>(
  'use session',
  `
  WITH active_user AS (
    UPDATE users SET last_active_at = $3 FROM sessions s
    WHERE s.project_id = $1 AND s.refresh_token_hash = $2 AND s.expires_at > $3
      AND users.project_id = $1 AND users.id = s.user_id
    RETURNING users.id, users.is_anonymous
  ), ${noteActivity({ at: '$3', country: '$5' })}
  UPDATE sessions SET last_used_at = $3, last_used_ip_info = coalesce($4, last_used_ip_info) FROM active_user
  WHERE project_id = $1 AND refresh_token_hash = $2 AND user_id = active_user.id
  RETURNING sessions.id AS session_id, user_id, authenticated_at, authentication_methods`,
)

/**
 * Records that the session is used. Undefined when there is no such session, or not anymore. The user's row is locked
 * before the session's, as in everything that ends sessions, so that they wait for each other and never in a circle.
 */
export async function touchSession(
  db: Db,
  projectId: string,
  refreshTokenHash: Buffer,
  use: { now: Date; ipInfo: IpInfo | null },
): Promise<UsedSession | undefined> {
  const { rows } = await useSession(db, [
    projectId,
    refreshTokenHash,
    use.now,
    use.ipInfo && JSON.stringify(use.ipInfo),
    countryOf(use.ipInfo),
  ])
  return rows[0]
}

export async function listSessions(
  db: Db,
  projectId: string,
  userId: string,
  options: { includeImpersonation: boolean; cursor: string | undefined },
): Promise<BoundedList<SessionRow>> {
  const query = db
    .selectFrom('sessions')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .$if(!options.includeImpersonation, (query) => query.where('is_impersonation', '=', false))
    .orderBy('created_at', 'desc')
    .orderBy('id')
  return readBounded(db, query, options.cursor)
}

export async function findSession(db: Db, projectId: string, sessionId: string) {
  return db
    .selectFrom('sessions')
    .select(['id', 'user_id', 'is_impersonation', 'expires_at', 'authenticated_at'])
    .where('project_id', '=', projectId)
    .where('id', '=', sessionId)
    .executeTakeFirst()
}

/** False when the session has ended, or is not the user's own. */
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

/** Whose session it was; undefined when there is none. */
export async function deleteSession(db: Db, projectId: string, sessionId: string): Promise<string | undefined> {
  const session = await db
    .deleteFrom('sessions')
    .where('project_id', '=', projectId)
    .where('id', '=', sessionId)
    .returning('user_id')
    .executeTakeFirst()
  return session?.user_id
}

/**
 * Ends every session of the user, but for the one of this refresh token if it is given, and whatever someone could still
 * pick a session up with: confirmed logins of command lines, and codes that wait for an app.
 */
export async function deleteSessionsOfUser(
  db: Db,
  projectId: string,
  userId: string,
  keptRefreshTokenHash?: Buffer,
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .$if(keptRefreshTokenHash !== undefined, (query) =>
      query.where('refresh_token_hash', '!=', sql<Buffer>`${keptRefreshTokenHash}`),
    )
    .execute()
  for (const table of ['cli_auth_requests', 'oauth_codes'] as const) {
    await db
      .deleteFrom(table)
      .where('project_id', '=', projectId)
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .execute()
  }
}

/** The session of a refresh token, if it is still alive, and what kind of user it belongs to. */
export async function findSessionByToken(db: Db, projectId: string, refreshTokenHash: Buffer, now: Date) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', (join) =>
      join.onRef('users.project_id', '=', 'sessions.project_id').onRef('users.id', '=', 'sessions.user_id'),
    )
    .select(['sessions.user_id', 'sessions.is_impersonation', 'users.is_anonymous'])
    .where('sessions.project_id', '=', projectId)
    .where('sessions.refresh_token_hash', '=', refreshTokenHash)
    .where('sessions.expires_at', '>', now)
    .executeTakeFirst()
}
