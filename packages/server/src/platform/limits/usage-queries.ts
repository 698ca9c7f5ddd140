import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { prepareQuery } from '../db/prepared.ts'
import type { Quota } from './rules.ts'

const countQuery = prepareQuery<{ count: number }>(
  'count users of a project',
  `SELECT coalesce(sum(count), 0)::float8 AS count FROM metric_counters
   WHERE project_id = $1 AND name = 'users' AND key = ''`,
)

/** Reads the counters of the statistics, so that it takes the same time for any number of users. */
export async function countUsers(db: Db, projectId: string): Promise<number> {
  const { rows } = await countQuery(db, [projectId])
  return rows[0]!.count
}

export interface UsageRow {
  project_id: string
  display_name: string
  quota: Quota
  used: number
}

/** Across projects: who has used most of a quota, relative to the limits. */
export async function listUsage(
  db: Db,
  limits: Record<Quota, number>,
  { except, limit }: { except: string; limit: number },
): Promise<UsageRow[]> {
  const { rows } = await sql<UsageRow>`
    SELECT p.id AS project_id, p.display_name, q.quota, u.used
    FROM projects p
    CROSS JOIN json_each_text(${JSON.stringify(limits)}::json) AS q (quota, points)
    CROSS JOIN LATERAL (
      SELECT least(coalesce(CASE q.quota
        WHEN 'users' THEN (
          SELECT sum(count) FROM metric_counters WHERE project_id = p.id AND name = 'users' AND key = ''
        )
        ELSE (
          SELECT points FROM rate_limits
          WHERE key = 'quota:' || q.quota || ':' || p.id
            AND expire > clock_millis()
        )
      END, 0), q.points::float8)::float8 AS used
    ) AS u
    WHERE p.deleted_at IS NULL AND p.id <> ${except} AND q.points::float8 > 0 AND u.used > 0
    ORDER BY u.used / q.points::float8 DESC, p.id, q.quota LIMIT ${limit}`.execute(db)
  return rows
}
