import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'

/**
 * Who is listed or searched, as `u`: all users of a project or the members of a large team. Both tables have the columns and
 * indexes that it takes.
 */
export interface SearchScope {
  table: RawBuilder<unknown>
  /** Whether `u` is one of them. */
  has: RawBuilder<unknown>
  /** What the index of search texts has of `u`. */
  pieces: RawBuilder<unknown>
  /** What every piece begins with there. */
  mark: RawBuilder<unknown>
  /** Whether `u` is the user rather than a copy of what a search needs to know. */
  isOfUsers: boolean
}

export function usersOf(projectId: string): SearchScope {
  return {
    table: sql`users`,
    has: sql`u.project_id = ${projectId}`,
    pieces: sql`search_pieces(u.project_id, u.cohort, u.search_text) COLLATE "C"`,
    mark: sql`${projectId}::text`,
    isOfUsers: true,
  }
}

export function membersOf(projectId: string, teamId: string): SearchScope {
  return {
    table: sql`large_team_members`,
    has: sql`u.project_id = ${projectId} AND u.team_id = ${teamId}`,
    pieces: sql`search_pieces(u.team_id::text, u.cohort, u.search_text) COLLATE "C"`,
    mark: sql`${teamId}::text`,
    isOfUsers: false,
  }
}

/** Undefined for a team that is small, or whose members have not all been entered. */
export async function findSearchScope(
  db: Db,
  projectId: string,
  teamId: string | undefined,
): Promise<SearchScope | undefined> {
  if (!teamId) return usersOf(projectId)
  const team = await db
    .selectFrom('large_teams')
    .select('team_id')
    .where('project_id', '=', projectId)
    .where('team_id', '=', teamId)
    .where('is_complete', '=', true)
    .executeTakeFirst()
  return team && membersOf(projectId, teamId)
}
