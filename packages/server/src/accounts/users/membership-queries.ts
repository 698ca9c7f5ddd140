import type { Db } from '../../platform/db/database.ts'

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
