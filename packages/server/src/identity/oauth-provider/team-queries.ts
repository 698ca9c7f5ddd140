import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** More would not fit into a token. */
const maxTeams = 100

export interface TeamClaim {
  id: string
  name: string
  permissions: string[]
}

/** The teams of a user as clients see them, or the one that the user has chosen. */
export async function listTeamClaims(
  db: Db,
  projectId: string,
  { userId, teamId }: { userId: string; teamId: string | null },
): Promise<TeamClaim[]> {
  const { rows } = await sql<TeamClaim>`
    SELECT t.id, t.display_name AS name, ARRAY(
      SELECT p.permission_id FROM team_permissions p
      WHERE p.project_id = m.project_id AND p.team_id = m.team_id AND p.user_id = m.user_id ORDER BY p.permission_id
    ) AS permissions
    FROM team_memberships m JOIN teams t ON t.project_id = m.project_id AND t.id = m.team_id
    WHERE m.project_id = ${projectId} AND m.user_id = ${userId}
      AND (${teamId}::uuid IS NULL OR m.team_id = ${teamId}::uuid)
    ORDER BY t.created_at, t.id LIMIT ${maxTeams}`.execute(db)
  return rows
}

export async function listTeamNames(db: Db, projectId: string, userId: string) {
  const { rows } = await sql<{ id: string; display_name: string }>`
    SELECT t.id, t.display_name FROM team_memberships m
    JOIN teams t ON t.project_id = m.project_id AND t.id = m.team_id
    WHERE m.project_id = ${projectId} AND m.user_id = ${userId} ORDER BY t.created_at, t.id LIMIT 1000`.execute(db)
  return rows
}
