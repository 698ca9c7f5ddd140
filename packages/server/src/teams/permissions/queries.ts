import { sql } from 'kysely'
import { batchReads } from '../../platform/db/batched.ts'
import { changeInBatches, deleteInBatches } from '../../platform/db/batches.ts'
import { readBounded } from '../../platform/db/bounded-list.ts'
import type { Db } from '../../platform/db/database.ts'
import { prepareQuery } from '../../platform/db/prepared.ts'
import type { PermissionScope } from './graph.ts'

/**
 * The condition on the permission is written so that no index matches it: the query should read the few grants of one
 * member, never the many grants of one permission.
 */
export const membershipQuery = `
  SELECT EXISTS (
    SELECT 1 FROM team_permissions p
    WHERE p.project_id = m.project_id AND p.team_id = m.team_id AND p.user_id = m.user_id
      AND ARRAY[p.permission_id] <@ $4::text[]
  ) AS has_permission
  FROM team_memberships m WHERE m.project_id = $1 AND m.team_id = $2 AND m.user_id = $3`

const queryMembership = prepareQuery<{ has_permission: boolean }>('find membership with permission', membershipQuery)

/** Whether a member of the team has one of these permissions; undefined if the user is not a member. */
export async function findMembershipWithPermission(
  db: Db,
  projectId: string,
  member: { teamId: string; userId: string; permissionIds: string[] },
): Promise<{ hasPermission: boolean } | undefined> {
  const { rows } = await queryMembership(db, [projectId, member.teamId, member.userId, member.permissionIds])
  return rows[0] && { hasPermission: rows[0].has_permission }
}

const queryGranted = prepareQuery<{ place: number }>(
  'granted in teams',
  `SELECT asked.place::int
   FROM unnest((SELECT $2::uuid[]), (SELECT $3::uuid[]), (SELECT $4::text[]))
     WITH ORDINALITY AS asked (team_id, user_id, permission_id, place)
   CROSS JOIN LATERAL (
     SELECT FROM team_permissions p WHERE p.project_id = $1 AND p.team_id = asked.team_id
       AND p.user_id = asked.user_id AND p.permission_id = asked.permission_id OFFSET 0
   ) AS granted`,
)

const isGranted = batchReads(async (db, projectId, questions) => {
  const grants = questions.map((question) => JSON.parse(question) as [string, string, string])
  const column = (index: number) => grants.map((grant) => grant[index])
  const { rows } = await queryGranted(db, [projectId, column(0), column(1), column(2)])
  return new Map(rows.map(({ place }) => [questions[place - 1]!, true]))
})

/** The most frequent question about permissions: whether the user has one of these in the team. */
export async function isGrantedInTeam(
  db: Db,
  projectId: string,
  { teamId, userId, permissionIds }: { teamId: string; userId: string; permissionIds: string[] },
): Promise<boolean> {
  const questions = permissionIds.map((id) => JSON.stringify([teamId, userId, id]))
  const answers = await Promise.all(questions.map((question) => isGranted(db, projectId, question)))
  return answers.includes(true)
}

export interface GrantFilter {
  userId?: string | undefined
  teamId?: string | undefined
  permissionIds?: string[] | undefined
}

export async function listTeamGrants(db: Db, projectId: string, filter: GrantFilter, cursor: string | undefined) {
  const query = teamGrantsQuery(db, projectId, filter).orderBy('team_id').orderBy('user_id').orderBy('permission_id')
  return readBounded<TeamGrant>(db, query, cursor)
}

interface TeamGrant {
  team_id: string
  user_id: string
  permission_id: string
}

export async function listProjectGrants(
  db: Db,
  projectId: string,
  filter: Omit<GrantFilter, 'teamId'>,
  cursor: string | undefined,
) {
  const query = projectGrantsQuery(db, projectId, filter).orderBy('user_id').orderBy('permission_id')
  return readBounded<Omit<TeamGrant, 'team_id'>>(db, query, cursor)
}

export function teamGrantsQuery(db: Db, projectId: string, filter: GrantFilter) {
  const { userId, teamId, permissionIds } = filter
  return db
    .selectFrom('team_permissions')
    .select(['team_id', 'user_id', 'permission_id'])
    .where('project_id', '=', projectId)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId!))
    .$if(teamId !== undefined, (query) => query.where('team_id', '=', teamId!))
    .$if(permissionIds !== undefined, (query) => query.where(isOneOf(permissionIds!, userId)))
}

export function projectGrantsQuery(db: Db, projectId: string, filter: Omit<GrantFilter, 'teamId'>) {
  const { userId, permissionIds } = filter
  return db
    .selectFrom('project_permissions')
    .select(['user_id', 'permission_id'])
    .where('project_id', '=', projectId)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId!))
    .$if(permissionIds !== undefined, (query) => query.where(isOneOf(permissionIds!, userId)))
}

/** For one user, the few grants are read as above; only the list of all users starts from the permission. */
function isOneOf(permissionIds: string[], userId: string | undefined) {
  return userId === undefined
    ? sql<boolean>`permission_id = ANY(${permissionIds}::text[])`
    : sql<boolean>`ARRAY[permission_id] <@ ${permissionIds}::text[]`
}

/** False if it was granted before. By hand from now on, even if a directory had granted it. */
export async function insertTeamGrant(
  db: Db,
  projectId: string,
  grant: { teamId: string; userId: string; permissionId: string },
): Promise<boolean> {
  const { teamId, userId, permissionId } = grant
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('team_permissions')
    .values({ project_id: projectId, team_id: teamId, user_id: userId, permission_id: permissionId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) return true
  await db
    .updateTable('team_permissions')
    .set({ directory_id: null })
    .where('project_id', '=', projectId)
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .where('permission_id', '=', permissionId)
    .where('directory_id', 'is not', null)
    .execute()
  return false
}

export async function insertProjectGrants(
  db: Db,
  projectId: string,
  userId: string,
  permissionIds: string[],
): Promise<void> {
  await db
    .insertInto('project_permissions')
    .values(permissionIds.map((permission_id) => ({ project_id: projectId, user_id: userId, permission_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteTeamGrant(
  db: Db,
  projectId: string,
  grant: { teamId: string; userId: string; permissionId: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('team_permissions')
    .where('project_id', '=', projectId)
    .where('team_id', '=', grant.teamId)
    .where('user_id', '=', grant.userId)
    .where('permission_id', '=', grant.permissionId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteProjectGrant(
  db: Db,
  projectId: string,
  grant: { userId: string; permissionId: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('project_permissions')
    .where('project_id', '=', projectId)
    .where('user_id', '=', grant.userId)
    .where('permission_id', '=', grant.permissionId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

const tables = { team: 'team_permissions', project: 'project_permissions' } as const

/** Deletes all grants of a permission, and what directories grant by it, in batches that stay within the statement timeout. */
export async function deleteGrantsOf(
  db: Db,
  projectId: string,
  scope: PermissionScope,
  permissionId: string,
): Promise<void> {
  await deleteInBatches(db, tables[scope], sql`project_id = ${projectId} AND permission_id = ${permissionId}`)
  await deleteInBatches(db, 'directory_roles', sql`project_id = ${projectId} AND permission_id = ${permissionId}`)
}

export async function renameGrants(
  db: Db,
  projectId: string,
  scope: PermissionScope,
  permissionId: string,
  newId: string,
): Promise<void> {
  const change = sql`UPDATE ${sql.table(tables[scope])} SET permission_id = ${newId}`
  await changeInBatches(db, tables[scope], change, sql`project_id = ${projectId} AND permission_id = ${permissionId}`)
  const roles = sql`UPDATE directory_roles SET permission_id = ${newId}`
  await changeInBatches(
    db,
    'directory_roles',
    roles,
    sql`project_id = ${projectId} AND permission_id = ${permissionId}`,
  )
}
