import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { isMember, matchesFilter, type UserFilter } from './filter-queries.ts'
import { searchFor } from './search-queries.ts'

/** All users who match, however many. */
export async function listMatchingIds(db: Db, projectId: string, filter: UserFilter, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT u.id FROM users u WHERE ${toCondition(projectId, filter, now)} ORDER BY u.id`.execute(db)
  return rows.map(({ id }) => id)
}

export async function countMatching(db: Db, projectId: string, filter: UserFilter, now: Date) {
  const { rows } = await sql<{ user_count: number; reachable_count: number }>`
    SELECT count(*)::integer AS user_count, (count(*) FILTER (WHERE EXISTS (
      SELECT FROM contact_channels c
      WHERE c.project_id = u.project_id AND c.user_id = u.id AND c.is_primary AND c.type = 'email'
    )))::integer AS reachable_count
    FROM users u WHERE ${toCondition(projectId, filter, now)}`.execute(db)
  return rows[0]!
}

function toCondition(projectId: string, filter: UserFilter, now: Date) {
  const search = filter.query ? searchFor(projectId, 'u', filter.query) : undefined
  const conditions = [
    sql`u.project_id = ${projectId}`,
    { exclude: sql`NOT u.is_anonymous`, include: sql`true`, only: sql`u.is_anonymous` }[filter.anonymous],
    ...(search?.isIndexed ? [search.isIndexed] : []),
    ...(search ? [search.matches] : []),
    ...(filter.teamId ? [isMember(projectId, filter.teamId)] : []),
    ...matchesFilter(projectId, filter, now),
  ]
  return sql.join(conditions, sql` AND `)
}
