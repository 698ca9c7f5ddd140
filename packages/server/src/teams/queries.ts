import { KnownError, type OwnerRole } from '@latchkey/contract'
import { type Selectable, sql, type Updateable } from 'kysely'
import { toSearchText } from '../accounts/users/queries.ts'
import { deleteInBatches } from '../platform/db/batches.ts'
import { type BoundedList, readBounded } from '../platform/db/bounded-list.ts'
import type { Db } from '../platform/db/database.ts'
import { toJsonText } from '../platform/db/json-text.ts'
import type { Tables } from '../platform/db/tables.ts'

export type TeamRow = Selectable<Tables['teams']>

export interface NewTeam {
  id: string
  displayName: string
  profileImageUrl?: string | null
  clientMetadata?: unknown
  clientReadOnlyMetadata?: unknown
  serverMetadata?: unknown
}

export async function insertTeam(db: Db, projectId: string, team: NewTeam & { now: Date }): Promise<TeamRow> {
  return db
    .insertInto('teams')
    .values({
      project_id: projectId,
      id: team.id,
      display_name: team.displayName,
      profile_image_url: team.profileImageUrl ?? null,
      client_metadata: toJsonText(team.clientMetadata),
      client_read_only_metadata: toJsonText(team.clientReadOnlyMetadata),
      server_metadata: toJsonText(team.serverMetadata),
      created_at: team.now,
      search_text: toSearchText(team.displayName),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** False if the user is already a member. Only members of teams of the internal project have a role. */
export async function insertMembership(
  db: Db,
  projectId: string,
  membership: { teamId: string; userId: string; permissionIds: string[]; ownerRole?: OwnerRole; now: Date },
): Promise<boolean> {
  const key = { project_id: projectId, team_id: membership.teamId, user_id: membership.userId }
  const inserted = await db
    .insertInto('team_memberships')
    .values({ ...key, owner_role: membership.ownerRole ?? null, created_at: membership.now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('team_id')
    .executeTakeFirst()
  if (!inserted) return false
  await db
    .deleteFrom('former_members')
    .where('project_id', '=', projectId)
    .where('team_id', '=', membership.teamId)
    .where('user_id', '=', membership.userId)
    .execute()
  if (membership.permissionIds.length > 0) {
    await db
      .insertInto('team_permissions')
      .values(membership.permissionIds.map((permission_id) => ({ ...key, permission_id })))
      .execute()
  }
  return true
}

export async function getTeam(db: Db, projectId: string, teamId: string): Promise<TeamRow> {
  return found(teamId, await selectTeam(db, projectId, teamId).executeTakeFirst())
}

/** Prevents the team from being deleted until the end of the transaction, without blocking other readers. */
export async function getTeamForShare(db: Db, projectId: string, teamId: string): Promise<TeamRow> {
  return found(teamId, await selectTeam(db, projectId, teamId).forKeyShare().executeTakeFirst())
}

/** Locks the team until the end of the transaction, so that changes run one after the other. */
export async function getTeamForUpdate(db: Db, projectId: string, teamId: string): Promise<TeamRow> {
  return found(teamId, await selectTeam(db, projectId, teamId).forUpdate().executeTakeFirst())
}

/** Keeps all teams of the user as they are until the end of the transaction. */
export async function lockTeamsOfUser(db: Db, projectId: string, userId: string): Promise<void> {
  await db
    .selectFrom('teams')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('team_memberships')
        .select('team_id')
        .where('project_id', '=', projectId)
        .where('user_id', '=', userId),
    )
    .orderBy('id')
    .forKeyShare()
    .execute()
}

function selectTeam(db: Db, projectId: string, teamId: string) {
  return db.selectFrom('teams').selectAll().where('project_id', '=', projectId).where('id', '=', teamId)
}

function found(teamId: string, team: TeamRow | undefined): TeamRow {
  if (!team) throw new KnownError('TEAM_NOT_FOUND', { team_id: teamId })
  return team
}

export async function listTeams(db: Db, projectId: string, cursor?: string): Promise<BoundedList<TeamRow>> {
  const query = db
    .selectFrom('teams')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('created_at')
    .orderBy('id')
  return readBounded(db, query, cursor)
}

export async function listTeamsOfUser(
  db: Db,
  projectId: string,
  userId: string,
  cursor?: string,
): Promise<BoundedList<TeamRow>> {
  const query = db
    .selectFrom('team_memberships as m')
    .innerJoin('teams as t', (join) => join.onRef('t.project_id', '=', 'm.project_id').onRef('t.id', '=', 'm.team_id'))
    .selectAll('t')
    .where('m.project_id', '=', projectId)
    .where('m.user_id', '=', userId)
    .orderBy('t.created_at')
    .orderBy('t.id')
  return readBounded(db, query, cursor)
}

export async function listTeamIdsOfUser(db: Db, projectId: string, userId: string): Promise<{ id: string }[]> {
  return db
    .selectFrom('team_memberships as m')
    .innerJoin('teams as t', (join) => join.onRef('t.project_id', '=', 'm.project_id').onRef('t.id', '=', 'm.team_id'))
    .select('t.id')
    .where('m.project_id', '=', projectId)
    .where('m.user_id', '=', userId)
    .orderBy('t.created_at')
    .orderBy('t.id')
    .execute()
}

export async function updateTeamRow(
  db: Db,
  projectId: string,
  teamId: string,
  change: Updateable<Tables['teams']>,
): Promise<TeamRow> {
  return db
    .updateTable('teams')
    .set({ ...change, ...(change.display_name !== undefined && { search_text: toSearchText(change.display_name) }) })
    .where('project_id', '=', projectId)
    .where('id', '=', teamId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

const batchSize = 2_000

/**
 * Deletes a locked team. Members and users of its directory are deleted in batches, because a single statement for a very large team would exceed
 * the statement timeout.
 */
export async function deleteTeamRow(db: Db, projectId: string, teamId: string): Promise<void> {
  let userIds: string[]
  do {
    userIds = await listMemberIds(db, projectId, teamId, batchSize)
    await sql`
      DELETE FROM team_memberships
      WHERE project_id = ${projectId} AND team_id = ${teamId} AND user_id = ANY(${userIds})`.execute(db)
    await sql`
      UPDATE users SET selected_team_id = NULL
      WHERE project_id = ${projectId} AND id = ANY(${userIds}) AND selected_team_id = ${teamId}`.execute(db)
  } while (userIds.length === batchSize)
  const directories = sql`SELECT id FROM directories WHERE project_id = ${projectId} AND team_id = ${teamId}`
  const ofTeam = sql`project_id = ${projectId} AND directory_id IN (${directories})`
  await deleteInBatches(db, 'directory_group_members', ofTeam)
  await deleteInBatches(db, 'directory_users', ofTeam)
  await db.deleteFrom('teams').where('project_id', '=', projectId).where('id', '=', teamId).execute()
}

async function listMemberIds(db: Db, projectId: string, teamId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('team_memberships')
    .select('user_id')
    .where('project_id', '=', projectId)
    .where('team_id', '=', teamId)
    .limit(limit)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** A personal team that still has its default name is renamed when its user gets a name. */
export async function renamePersonalTeams(
  db: Db,
  projectId: string,
  userId: string,
  displayName: string,
): Promise<void> {
  await db
    .updateTable('teams')
    .set({ display_name: displayName, search_text: toSearchText(displayName) })
    .where('project_id', '=', projectId)
    .where('display_name', '=', unnamedPersonalTeam)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('team_memberships')
        .select('team_id')
        .where('project_id', '=', projectId)
        .where('user_id', '=', userId),
    )
    .execute()
}

const unnamedPersonalTeam = 'Personal Team'

export function personalTeamName(user: { displayName: string | null; primaryEmail: string | null }): string {
  const name = user.displayName || user.primaryEmail
  return name ? `${name}'s Team` : unnamedPersonalTeam
}
