import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export interface DirectoryRole {
  group: string
  permission_id: string
}

/** Names are compared in lower case, and IDs are in lower case. */
export function toKey(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

export async function replaceRoles(
  db: Db,
  projectId: string,
  directoryId: string,
  roles: readonly DirectoryRole[],
): Promise<void> {
  await db
    .deleteFrom('directory_roles')
    .where('project_id', '=', projectId)
    .where('directory_id', '=', directoryId)
    .execute()
  if (roles.length === 0) return
  await db
    .insertInto('directory_roles')
    .values(
      roles.map(({ group, permission_id }) => ({
        project_id: projectId,
        directory_id: directoryId,
        group_key: toKey(group),
        group_name: group,
        permission_id,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function listRolePermissions(db: Db, projectId: string, directoryId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('directory_roles')
    .select('permission_id')
    .distinct()
    .where('project_id', '=', projectId)
    .where('directory_id', '=', directoryId)
    .execute()
  return rows.map(({ permission_id }) => permission_id)
}

export interface RoleGrant {
  user_id: string
  permission_id: string
}

interface RoleScope {
  directoryId: string
  teamId: string
  /** Of the directory; all of them if undefined. */
  directoryUserIds: string[] | undefined
  /** Roles with other permissions have no effect, because they are no longer defined. */
  permissionIds: string[]
}

const inScope = ({ directoryUserIds }: RoleScope) =>
  directoryUserIds ? sql`AND u.id = ANY(${directoryUserIds}::uuid[])` : sql``

/** Whether a group of the user `u` has a role that gives the permission. */
const isGiven = (permissionIds: string[], permission: 'r.permission_id' | 'p.permission_id') => sql`EXISTS (
  SELECT FROM directory_group_members m
  JOIN directory_groups g ON g.project_id = m.project_id AND g.directory_id = m.directory_id AND g.id = m.group_id
  JOIN directory_roles gr ON gr.project_id = g.project_id AND gr.directory_id = g.directory_id
    AND gr.group_key IN (g.name_key, g.id::text)
  WHERE m.project_id = u.project_id AND m.directory_id = u.directory_id AND m.directory_user_id = u.id
    AND gr.permission_id = ${sql.ref(permission)} AND gr.permission_id = ANY(${permissionIds})
)`

/** Grants what groups give and members do not have. What a member has by hand stays by hand. */
export async function insertRoleGrants(db: Db, projectId: string, scope: RoleScope): Promise<RoleGrant[]> {
  const { directoryId, teamId, permissionIds } = scope
  const { rows } = await sql<RoleGrant>`
    INSERT INTO team_permissions (project_id, team_id, user_id, permission_id, directory_id)
    SELECT u.project_id, ${teamId}::uuid, u.user_id, r.permission_id, u.directory_id
    FROM directory_users u
    JOIN team_memberships t ON t.project_id = u.project_id AND t.user_id = u.user_id
    CROSS JOIN unnest(${permissionIds}::text[]) AS r (permission_id)
    WHERE u.project_id = ${projectId} AND u.directory_id = ${directoryId} ${inScope(scope)}
      AND t.team_id = ${teamId} AND u.is_active AND u.deleted_at IS NULL
      AND ${isGiven(permissionIds, 'r.permission_id')}
    FOR KEY SHARE OF t
    ON CONFLICT DO NOTHING
    RETURNING user_id, permission_id`.execute(db)
  return rows
}

/** Takes away what the directory granted and groups no longer give. */
export async function deleteRoleGrants(db: Db, projectId: string, scope: RoleScope): Promise<RoleGrant[]> {
  const { directoryId, teamId, permissionIds } = scope
  const { rows } = await sql<RoleGrant>`
    DELETE FROM team_permissions p USING directory_users u
    WHERE p.project_id = ${projectId} AND p.team_id = ${teamId} AND p.directory_id = ${directoryId}
      AND u.project_id = p.project_id AND u.directory_id = p.directory_id AND u.user_id = p.user_id ${inScope(scope)}
      AND NOT ${isGiven(permissionIds, 'p.permission_id')}
    RETURNING p.user_id, p.permission_id`.execute(db)
  return rows
}
