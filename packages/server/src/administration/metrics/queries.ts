import { type RawBuilder, sql } from 'kysely'
import { type UserRecord, userColumns, userJoins } from '../../accounts/users/queries.ts'
import { deleteInBatches } from '../../platform/db/batches.ts'
import type { Db } from '../../platform/db/database.ts'

/** `fails` are failed sign-ins. */
export interface Metric {
  name: 'users' | 'sign-ups' | 'sessions' | 'active' | 'active-week' | 'active-month' | 'country' | 'method' | 'fails'
  key: string
  count: number
}

/** All metrics of the project; those of days, weeks and months from this day on. */
export async function listMetrics(
  db: Db,
  projectId: string,
  { includeAnonymous, fromDay }: { includeAnonymous: boolean; fromDay: string },
): Promise<Metric[]> {
  const { rows } = await sql<Metric>`
    SELECT name, key, sum(count)::integer AS count FROM metric_counters
    WHERE project_id = ${projectId} AND (${includeAnonymous} OR NOT is_anonymous)
      AND (name IN ('users', 'country', 'method') OR key >= ${fromDay})
    GROUP BY name, key`.execute(db)
  return rows
}

/** How many users each of the projects has, with an empty key, and sign-ups from this day on. */
export async function listSignUps(db: Db, projectIds: string[], fromDay: string) {
  const { rows } = await sql<{ project_id: string; key: string; count: number }>`
    SELECT project_id, key, sum(count)::integer AS count FROM metric_counters
    WHERE project_id = ANY(${projectIds}) AND NOT is_anonymous
      AND (name = 'users' OR (name = 'sign-ups' AND key >= ${fromDay}))
    GROUP BY project_id, key`.execute(db)
  return rows
}

interface RecentOptions {
  includeAnonymous: boolean
  limit: number
}

export async function listRecentlyRegistered(db: Db, projectId: string, options: RecentOptions): Promise<UserRecord[]> {
  const { includeAnonymous, limit } = options
  const { rows } = await sql<{ record: UserRecord }>`
    SELECT to_json(r) AS record FROM (
      SELECT ${sql.raw(userColumns)} FROM users u ${sql.raw(userJoins)}
      WHERE u.project_id = ${projectId} ${includeAnonymous ? sql`` : sql`AND NOT u.is_anonymous`}
      ORDER BY u.signed_up_at DESC, u.id DESC LIMIT ${limit}
    ) AS r`.execute(db)
  return rows.map(({ record }) => record)
}

export async function listRecentlyActive(db: Db, projectId: string, options: RecentOptions): Promise<UserRecord[]> {
  const { rows } = await recentlyActiveQuery(projectId, options).execute(db)
  return rows.map(({ record }) => record)
}

/**
 * Anonymous and other users are read separately, newest first: there may be millions of one kind between two of the
 * other.
 */
export function recentlyActiveQuery(projectId: string, { includeAnonymous, limit }: RecentOptions) {
  const newest = (condition: RawBuilder<unknown>) => sql`(
    SELECT user_id, last_active_at FROM user_activity WHERE project_id = ${projectId} AND ${condition}
    ORDER BY last_active_at DESC LIMIT ${limit}
  )`
  return sql<{ record: UserRecord }>`
    SELECT to_json(r) AS record FROM (
      SELECT ${sql.raw(userColumns)} FROM (
        SELECT user_id, last_active_at FROM (
          ${newest(sql`NOT is_anonymous`)} ${includeAnonymous ? sql`UNION ALL ${newest(sql`is_anonymous`)}` : sql``}
        ) AS halves ORDER BY last_active_at DESC LIMIT ${limit}
      ) AS a JOIN users u ON u.project_id = ${projectId} AND u.id = a.user_id ${sql.raw(userJoins)}
      ORDER BY a.last_active_at DESC
    ) AS r`
}

/** Those of days, weeks and months; the others are totals. */
export async function deleteOldFigures(db: Db, before: Date): Promise<void> {
  const beforeDay = before.toISOString().slice(0, 10)
  await deleteInBatches(
    db,
    'metric_counters',
    sql`name IN ('sign-ups', 'sessions', 'active', 'active-week', 'active-month', 'fails') AND key < ${beforeDay}`,
  )
}
