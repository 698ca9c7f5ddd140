import { sql } from 'kysely'
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

/** The same. If so, the team is not deleted until the end of the transaction. */
export async function holdMembership(db: Db, projectId: string, teamId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM teams t
    JOIN team_memberships m ON m.project_id = t.project_id AND m.team_id = t.id AND m.user_id = ${userId}
    WHERE t.project_id = ${projectId} AND t.id = ${teamId} FOR KEY SHARE OF t`.execute(db)
  return rows.length > 0
}
