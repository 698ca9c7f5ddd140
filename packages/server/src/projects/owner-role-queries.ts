import type { OwnerRole } from '@latchkey/contract'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { internalProjectId } from '../platform/internal-project.ts'

/** What existing clients know the role `owner` by. */
export const adminPermission = 'team_admin'

/** Of the membership `m`. Without a role of its own, its permission decides. */
export const ownerRoleOfMembership = `coalesce(m.owner_role, CASE WHEN EXISTS (
    SELECT FROM team_permissions p
    WHERE p.project_id = m.project_id AND p.team_id = m.team_id AND p.user_id = m.user_id
      AND ARRAY[p.permission_id] <@ ARRAY['${adminPermission}']
  ) THEN 'owner' ELSE 'developer' END)`

/** What a user of the internal project may do in the projects of a team; undefined without being a member. */
export async function findOwnerRole(db: Db, teamId: string, userId: string): Promise<OwnerRole | undefined> {
  const { rows } = await sql<{ role: OwnerRole }>`
    SELECT ${sql.raw(ownerRoleOfMembership)} AS role FROM team_memberships m
    WHERE m.project_id = ${internalProjectId} AND m.team_id = ${teamId} AND m.user_id = ${userId}`.execute(db)
  return rows[0]?.role
}
