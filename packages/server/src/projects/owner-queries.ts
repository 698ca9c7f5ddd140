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

/** The same without those who are restricted. */
export async function findActiveOwnerRole(
  db: Db,
  teamId: string,
  userId: string,
  now: Date,
): Promise<OwnerRole | undefined> {
  const { rows } = await sql<{ role: OwnerRole }>`
    SELECT ${sql.raw(ownerRoleOfMembership)} AS role FROM team_memberships m
    JOIN users u ON u.project_id = m.project_id AND u.id = m.user_id
      AND (u.restricted_at IS NULL OR u.restricted_until <= ${now})
    WHERE m.project_id = ${internalProjectId} AND m.team_id = ${teamId} AND m.user_id = ${userId}`.execute(db)
  return rows[0]?.role
}

/** Until the end of the transaction, nobody can leave or delete these teams, or transfer a project to them. */
export async function lockOwnerTeams(db: Db, teamIds: string[]): Promise<void> {
  await sql`SELECT FROM teams WHERE project_id = ${internalProjectId} AND id = ANY(${teamIds}::uuid[])
    ORDER BY id FOR UPDATE`.execute(db)
}

/** By name, the oldest first. */
export async function listOwnedProjects(db: Db, teamIds: string[], condition = sql``): Promise<string[]> {
  const { rows } = await sql<{ display_name: string }>`
    SELECT p.display_name FROM projects p
    WHERE p.owner_team_id = ANY(${teamIds}::uuid[]) AND p.deleted_at IS NULL ${condition}
    ORDER BY p.created_at, p.id`.execute(db)
  return rows.map(({ display_name }) => display_name)
}

/** Those of the teams' projects that would have no owner without this user. */
export async function listProjectsOwnedOnlyBy(db: Db, userId: string, teamIds: string[]): Promise<string[]> {
  const hasOthers = sql`EXISTS (
    SELECT FROM team_memberships m
    WHERE m.project_id = ${internalProjectId} AND m.team_id = p.owner_team_id AND m.user_id <> ${userId}
      AND ${sql.raw(ownerRoleOfMembership)} = 'owner'
  )`
  return listOwnedProjects(db, teamIds, sql`AND NOT ${hasOthers}`)
}

/** Whether somebody is in teams with projects, but an owner of none. */
export async function isOnlyGuest(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql<{ is_guest: boolean | null }>`
    SELECT bool_and(${sql.raw(ownerRoleOfMembership)} <> 'owner') AS is_guest FROM team_memberships m
    WHERE m.project_id = ${internalProjectId} AND m.user_id = ${userId}
      AND EXISTS (SELECT FROM projects p WHERE p.owner_team_id = m.team_id AND p.deleted_at IS NULL)`.execute(db)
  return rows[0]?.is_guest ?? false
}

/** The longest-standing member of the team. */
export async function findFirstOwner(db: Db, teamId: string | null): Promise<string | undefined> {
  const { rows } = await sql<{ user_id: string }>`
    SELECT user_id FROM team_memberships
    WHERE project_id = ${internalProjectId} AND team_id = ${teamId}
    ORDER BY created_at, user_id LIMIT 1`.execute(db)
  return rows[0]?.user_id
}
