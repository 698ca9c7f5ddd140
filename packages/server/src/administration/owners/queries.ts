import type { OwnerRole } from '@latchkey/contract'
import { sql } from 'kysely'
import { type BoundedList, readBounded } from '../../platform/db/bounded-list.ts'
import type { Db } from '../../platform/db/database.ts'
import { internalProjectId } from '../../platform/internal-project.ts'
import { ownerRoleOfMembership } from '../../projects/owner-queries.ts'

export interface OwnerRow {
  user_id: string
  display_name: string | null
  primary_email: string | null
  profile_image_url: string | null
  role: OwnerRole
  created_at: string
}

/** The members of a team of the internal project. */
export async function listTeamOwners(
  db: Db,
  teamId: string,
  cursor: string | undefined,
): Promise<BoundedList<OwnerRow>> {
  const query = sql<OwnerRow>`
    SELECT m.user_id, u.display_name, e.value AS primary_email, u.profile_image_url, m.created_at,
      ${sql.raw(ownerRoleOfMembership)} AS role
    FROM team_memberships m
    JOIN users u ON u.project_id = m.project_id AND u.id = m.user_id
    LEFT JOIN contact_channels e ON e.project_id = u.project_id AND e.user_id = u.id AND e.is_primary
    WHERE m.project_id = ${internalProjectId} AND m.team_id = ${teamId}
    ORDER BY m.created_at, m.user_id`
  return readBounded(db, query, cursor)
}

export async function updateOwnerRole(
  db: Db,
  { teamId, userId, role }: { teamId: string; userId: string; role: OwnerRole },
): Promise<void> {
  await db
    .updateTable('team_memberships')
    .set({ owner_role: role })
    .where('project_id', '=', internalProjectId)
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .execute()
}

export async function countOtherProjects(db: Db, teamId: string, projectId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM projects
    WHERE owner_team_id = ${teamId} AND id <> ${projectId} AND deleted_at IS NULL`.execute(db)
  return rows[0]?.count ?? 0
}

export interface OwnersKeySet {
  project_id: string
  project_display_name: string
  id: string
  description: string
  created_at: Date
  used_at: Date | null
}

/** The valid key sets that somebody created in projects of the team, the newest first. */
export async function listKeySetsOf(
  db: Db,
  { teamId, userId, now, cursor }: { teamId: string; userId: string; now: Date; cursor: string | undefined },
): Promise<BoundedList<OwnersKeySet>> {
  const query = sql<OwnersKeySet>`
    SELECT k.project_id, p.display_name AS project_display_name, k.id, k.description, k.created_at, u.used_at
    FROM project_key_sets k
    JOIN projects p ON p.id = k.project_id
    LEFT JOIN project_key_uses u ON u.project_id = k.project_id AND u.set_id = k.id
    WHERE ${isValidKeySetOf(teamId, userId, now)}
    ORDER BY k.created_at DESC, k.id`
  return readBounded(db, query, cursor)
}

export async function revokeKeySetsOf(
  db: Db,
  { teamId, userId, now }: { teamId: string; userId: string; now: Date },
): Promise<{ project_id: string; id: string }[]> {
  const { rows } = await sql<{ project_id: string; id: string }>`
    UPDATE project_key_sets k SET revoked_at = ${now} FROM projects p
    WHERE p.id = k.project_id AND ${isValidKeySetOf(teamId, userId, now)}
    RETURNING k.project_id, k.id`.execute(db)
  return rows
}

function isValidKeySetOf(teamId: string, userId: string, now: Date) {
  return sql`k.created_by = ${userId} AND k.revoked_at IS NULL AND k.expires_at > ${now}
    AND p.owner_team_id = ${teamId} AND p.deleted_at IS NULL`
}
