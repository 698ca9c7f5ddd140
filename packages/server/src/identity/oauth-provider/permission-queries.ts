import type { Db } from '../../platform/db/database.ts'
import { prepareQuery } from '../../platform/db/prepared.ts'

export interface HeldPermission {
  /** Null for permissions of the project. */
  team_id: string | null
  permission_id: string
}

const query = prepareQuery<HeldPermission>(
  'permissions of a user',
  `
  SELECT NULL::uuid AS team_id, permission_id FROM project_permissions WHERE project_id = $1 AND user_id = $2
  UNION ALL
  SELECT p.team_id, p.permission_id FROM team_memberships m
  JOIN team_permissions p ON p.project_id = m.project_id AND p.team_id = m.team_id AND p.user_id = m.user_id
  WHERE m.project_id = $1 AND m.user_id = $2`,
)

/** What the user was granted directly, in the project and in all teams. */
export async function listHeldPermissions(db: Db, projectId: string, userId: string): Promise<HeldPermission[]> {
  return (await query(db, [projectId, userId])).rows
}
