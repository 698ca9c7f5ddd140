import type { Db } from '../db/database.ts'

export async function insertTeam(
  db: Db,
  projectId: string,
  team: { id: string; displayName: string; now: Date },
): Promise<void> {
  await db
    .insertInto('teams')
    .values({
      project_id: projectId,
      id: team.id,
      display_name: team.displayName,
      profile_image_url: null,
      client_metadata: null,
      client_read_only_metadata: null,
      server_metadata: null,
      created_at: team.now,
    })
    .execute()
}

export async function insertMembership(
  db: Db,
  projectId: string,
  membership: { teamId: string; userId: string; permissionIds: string[]; now: Date },
): Promise<void> {
  const key = { project_id: projectId, team_id: membership.teamId, user_id: membership.userId }
  await db
    .insertInto('team_memberships')
    .values({ ...key, created_at: membership.now })
    .execute()
  if (membership.permissionIds.length === 0) return
  await db
    .insertInto('team_permissions')
    .values(membership.permissionIds.map((permission_id) => ({ ...key, permission_id })))
    .execute()
}

export async function isTeamMember(db: Db, projectId: string, teamId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('team_memberships')
    .select('team_id')
    .where('project_id', '=', projectId)
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** A personal team is still called so until its user gets a name; then it is named after them. */
export async function renamePersonalTeams(
  db: Db,
  projectId: string,
  userId: string,
  displayName: string,
): Promise<void> {
  await db
    .updateTable('teams')
    .set({ display_name: displayName })
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
