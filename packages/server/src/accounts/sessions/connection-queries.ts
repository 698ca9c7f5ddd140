import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { type EndedSession, endedColumns } from './queries.ts'

/**
 * Whether people may sign in with the connection of a company. If so, it stays that way until the end of the transaction:
 * whoever deactivates it waits, and then ends the session that was started meanwhile.
 */
export async function holdActiveConnection(db: Db, projectId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM connections WHERE project_id = ${projectId} AND id = ${id} AND is_active FOR SHARE`.execute(db)
  return rows.length > 0
}

/** Also what could still be exchanged for a session, or is waiting for a second factor. Of one user, if one is given. */
export async function deleteSessionsOfConnection(
  db: Db,
  projectId: string,
  id: string,
  userId?: string,
): Promise<EndedSession[]> {
  for (const table of ['cli_auth_requests', 'oauth_codes'] as const) {
    await db
      .deleteFrom(table)
      .where('project_id', '=', projectId)
      .where('connection_id', '=', id)
      .$if(userId !== undefined, (query) => query.where('user_id', '=', userId!))
      .where('used_at', 'is', null)
      .execute()
  }
  await db
    .deleteFrom('verification_codes')
    .where('project_id', '=', projectId)
    .where('kind', '=', 'mfa-attempt')
    .where(sql<SqlBool>`data ->> 'connection_id' = ${id}`)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId!))
    .where('used_at', 'is', null)
    .execute()
  return db
    .deleteFrom('sessions')
    .where('project_id', '=', projectId)
    .where('connection_id', '=', id)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId!))
    .returning(endedColumns)
    .execute()
}

export async function listConnectionIdsOfTeam(db: Db, projectId: string, teamId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('connections')
    .select('id')
    .where('project_id', '=', projectId)
    .where('team_id', '=', teamId)
    .execute()
  return rows.map(({ id }) => id)
}

/** The oldest first. */
export async function listActiveConnectionIds(db: Db, projectId: string, teamId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('connections')
    .select('id')
    .where('project_id', '=', projectId)
    .where('team_id', '=', teamId)
    .where('is_active', '=', true)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
