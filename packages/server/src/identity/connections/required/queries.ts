import { type SqlBool, sql } from 'kysely'
import { type EndedSession, endedColumns } from '../../../accounts/sessions/queries.ts'
import type { Db } from '../../../platform/db/database.ts'

export interface NamedMember {
  user_id: string
  display_name: string | null
  primary_email: string | null
}

/**
 * The members who could not sign in with a connection of the team, but for the break-glass one, and how many they are.
 * Somebody whose other team requires its own connection can sign in with neither, unless they may use a password in both.
 * An address leads to the account only if it is one to sign in with.
 */
export async function listUnreadyMembers(
  db: Db,
  projectId: string,
  teamId: string,
  { breakGlassUserId, limit }: { breakGlassUserId: string | null; limit: number },
): Promise<{ members: NamedMember[]; count: number }> {
  const { rows } = await sql<NamedMember & { count: string }>`
    SELECT u.id AS user_id, u.display_name, p.value AS primary_email, count(*) OVER () AS count
    FROM team_memberships m
    JOIN users u ON u.project_id = m.project_id AND u.id = m.user_id
    LEFT JOIN contact_channels p ON p.project_id = u.project_id AND p.user_id = u.id AND p.is_primary AND p.type = 'email'
    WHERE m.project_id = ${projectId} AND m.team_id = ${teamId} AND (
      m.user_id IS DISTINCT FROM ${breakGlassUserId}::uuid AND NOT EXISTS (
        SELECT FROM connections c
        JOIN provider_links l ON l.project_id = c.project_id AND l.provider_config_id = 'sso_' || c.id AND l.user_id = u.id
          AND l.allow_sign_in
        WHERE c.project_id = m.project_id AND c.team_id = m.team_id AND c.is_active
      ) AND NOT EXISTS (
        SELECT FROM contact_channels e
        JOIN connection_domains d ON d.project_id = e.project_id AND d.domain = split_part(lower(e.value), '@', 2)
        WHERE e.project_id = m.project_id AND e.user_id = u.id AND e.type = 'email' AND e.is_verified AND e.used_for_auth
          AND d.team_id = m.team_id AND d.verified_at IS NOT NULL
      ) OR EXISTS (
        SELECT FROM team_memberships o JOIN teams t ON t.project_id = o.project_id AND t.id = o.team_id
        WHERE o.project_id = m.project_id AND o.user_id = u.id AND o.team_id <> m.team_id
          AND t.connection_required_at IS NOT NULL
          AND (t.break_glass_user_id IS DISTINCT FROM u.id OR m.user_id IS DISTINCT FROM ${breakGlassUserId}::uuid)
      )
    )
    ORDER BY m.user_signed_up_at, u.id LIMIT ${limit}`.execute(db)
  const members = rows.map(({ user_id, display_name, primary_email }) => ({ user_id, display_name, primary_email }))
  return { members, count: Number(rows[0]?.count ?? 0) }
}

/** Undefined for somebody who is no member of the team any more. */
export async function findNamedMember(
  db: Db,
  projectId: string,
  teamId: string,
  userId: string,
): Promise<NamedMember | undefined> {
  const { rows } = await sql<NamedMember>`
    SELECT u.id AS user_id, u.display_name, p.value AS primary_email
    FROM team_memberships m
    JOIN users u ON u.project_id = m.project_id AND u.id = m.user_id
    LEFT JOIN contact_channels p ON p.project_id = u.project_id AND p.user_id = u.id AND p.is_primary AND p.type = 'email'
    WHERE m.project_id = ${projectId} AND m.team_id = ${teamId} AND m.user_id = ${userId}`.execute(db)
  return rows[0]
}

/** Whether an active connection of the team is known to work. */
export async function hasTriedConnection(db: Db, projectId: string, teamId: string): Promise<boolean> {
  const row = await db
    .selectFrom('connections')
    .select('id')
    .where('project_id', '=', projectId)
    .where('team_id', '=', teamId)
    .where('is_active', '=', true)
    .where(sql<SqlBool>`(last_sign_in_at IS NOT NULL OR last_test ->> 'status' = 'succeeded')`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether it is an active connection of the team. */
export async function isConnectionOfTeam(db: Db, projectId: string, teamId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('connections')
    .select('id')
    .where('project_id', '=', projectId)
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst()
  return row !== undefined
}

export async function updateRequirement(
  db: Db,
  projectId: string,
  teamId: string,
  change: { connection_required_at: Date | null; break_glass_user_id: string | null },
): Promise<void> {
  await db.updateTable('teams').set(change).where('project_id', '=', projectId).where('id', '=', teamId).execute()
}

/** All sessions of members that the team does not let in. Impersonation is the owner's, not the member's. */
export async function deleteRefusedSessions(db: Db, projectId: string, teamId: string): Promise<EndedSession[]> {
  return db
    .deleteFrom('sessions')
    .where('project_id', '=', projectId)
    .where('is_impersonation', '=', false)
    .where(
      sql<SqlBool>`user_id IN (SELECT user_id FROM team_memberships WHERE project_id = ${projectId} AND team_id = ${teamId})`,
    )
    .where(
      sql<SqlBool>`NOT EXISTS (
        SELECT FROM connections c
        WHERE c.project_id = sessions.project_id AND c.id = sessions.connection_id AND c.team_id = ${teamId} AND c.is_active
      )`,
    )
    .where(
      sql<SqlBool>`NOT (
        authentication_methods @> ARRAY['pwd', 'mfa'] AND user_id IN (
          SELECT break_glass_user_id FROM teams WHERE project_id = ${projectId} AND id = ${teamId}
        )
      )`,
    )
    .returning(endedColumns)
    .execute()
}

/** Whether another active connection remains if this one goes. */
export async function hasOtherActiveConnection(
  db: Db,
  projectId: string,
  teamId: string,
  id: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('connections')
    .select('id')
    .where('project_id', '=', projectId)
    .where('team_id', '=', teamId)
    .where('id', '!=', id)
    .where('is_active', '=', true)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
