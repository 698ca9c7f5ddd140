import type { Db } from '../../platform/db/database.ts'

/** Prevents the member from leaving until the end of the transaction. */
export async function findMembershipForShare(db: Db, projectId: string, teamId: string, userId: string) {
  return db
    .selectFrom('team_memberships')
    .select('user_id')
    .where('project_id', '=', projectId)
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .forKeyShare()
    .executeTakeFirst()
}

/** Locks the membership until the end of the transaction. */
export async function findMembershipForUpdate(db: Db, projectId: string, teamId: string, userId: string) {
  return db
    .selectFrom('team_memberships')
    .select('user_id')
    .where('project_id', '=', projectId)
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
}

export async function countMembers(db: Db, projectId: string, teamId: string): Promise<number> {
  const { count } = await db
    .selectFrom('team_memberships')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('project_id', '=', projectId)
    .where('team_id', '=', teamId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * The foreign keys delete the member's permissions and profile with the membership. That there was one stays known until
 * the user joins again.
 */
export async function deleteMembership(db: Db, projectId: string, teamId: string, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('team_memberships')
    .where('project_id', '=', projectId)
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return false
  await db
    .insertInto('former_members')
    .values({ project_id: projectId, team_id: teamId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return true
}

/** Whether the user was a member of the team and is none any more. */
export async function hasLeftTeam(db: Db, projectId: string, teamId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('former_members')
    .select('user_id')
    .where('project_id', '=', projectId)
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

export async function deselectTeam(db: Db, projectId: string, teamId: string, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ selected_team_id: null })
    .where('project_id', '=', projectId)
    .where('id', '=', userId)
    .where('selected_team_id', '=', teamId)
    .execute()
}
