import { sql } from 'kysely'
import { type BoundedList, readBounded } from '../db/bounded-list.ts'
import type { Db } from '../db/database.ts'
import { internalProjectId } from '../internal-project.ts'

export interface OwnerRow {
  user_id: string
  display_name: string | null
  primary_email: string | null
  profile_image_url: string | null
  is_admin: boolean
  created_at: string
}

/** The members of a team of the internal project. Only with one of these permissions is a member an admin. */
export async function listTeamOwners(
  db: Db,
  teamId: string,
  { adminIds, cursor }: { adminIds: string[]; cursor: string | undefined },
): Promise<BoundedList<OwnerRow>> {
  const query = sql<OwnerRow>`
    SELECT m.user_id, u.display_name, e.value AS primary_email, u.profile_image_url, m.created_at,
      EXISTS (
        SELECT FROM team_permissions p
        WHERE p.project_id = m.project_id AND p.team_id = m.team_id AND p.user_id = m.user_id
          AND p.permission_id = ANY(${adminIds}::text[])
      ) AS is_admin
    FROM team_memberships m
    JOIN users u ON u.project_id = m.project_id AND u.id = m.user_id
    LEFT JOIN contact_channels e ON e.project_id = u.project_id AND e.user_id = u.id AND e.is_primary
    WHERE m.project_id = ${internalProjectId} AND m.team_id = ${teamId}
    ORDER BY m.created_at, m.user_id`
  return readBounded(db, query, cursor)
}

export async function hasOtherAdmin(
  db: Db,
  { teamId, userId, adminIds }: { teamId: string; userId: string; adminIds: string[] },
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM team_permissions
    WHERE project_id = ${internalProjectId} AND team_id = ${teamId} AND user_id <> ${userId}
      AND permission_id = ANY(${adminIds}::text[])
    LIMIT 1`.execute(db)
  return rows.length > 0
}

export async function ownsOtherProjects(db: Db, teamId: string, projectId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM projects WHERE owner_team_id = ${teamId} AND id <> ${projectId} AND deleted_at IS NULL
    LIMIT 1`.execute(db)
  return rows.length > 0
}
