import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { PermissionScope } from './graph.ts'

interface HolderRow {
  team_id: string | null
  team_name: string | null
  user_id: string
  display_name: string | null
  primary_email: string | null
  profile_image_url: string | null
  is_anonymous: boolean
  granted: string[]
}

/**
 * Each grant that gives the permission is read by an index in the order of the list, and no further than a page: whoever
 * is on the page has fewer than a page of holders before them in every one of these lists.
 */
export async function listHolderRows(
  db: Db,
  projectId: string,
  scope: PermissionScope,
  ids: readonly string[],
  { limit, start }: { limit: number; start: string[] | undefined },
): Promise<HolderRow[]> {
  const isTeam = scope === 'team'
  const key = isTeam ? sql`p.team_id, p.user_id` : sql`p.user_id`
  const [userId, teamId] = start ?? []
  const from = !userId
    ? sql``
    : isTeam
      ? sql`AND (p.team_id, p.user_id) >= (${teamId}::uuid, ${userId}::uuid)`
      : sql`AND p.user_id >= ${userId}::uuid`
  const table = isTeam ? sql`team_permissions` : sql`project_permissions`
  const { rows } = await sql<HolderRow>`
    SELECT h.team_id, t.display_name AS team_name, h.user_id, u.display_name, u.profile_image_url, u.is_anonymous,
      c.value AS primary_email, h.granted
    FROM (
      SELECT ${isTeam ? sql`p.team_id` : sql`NULL::uuid AS team_id`}, p.user_id, array_agg(p.permission_id) AS granted
      FROM unnest(${ids}::text[]) AS wanted (id)
      CROSS JOIN LATERAL (
        SELECT p.* FROM ${table} p
        WHERE p.permission_id = wanted.id AND p.project_id = ${projectId} ${from}
        ORDER BY ${key} LIMIT (SELECT ${limit + 1}::integer)
      ) AS p
      GROUP BY ${key} ORDER BY ${key} LIMIT ${limit + 1}
    ) AS h
    CROSS JOIN LATERAL (SELECT u.* FROM users u WHERE u.project_id = ${projectId} AND u.id = h.user_id OFFSET 0) AS u
    LEFT JOIN LATERAL (SELECT t.display_name FROM teams t WHERE t.project_id = ${projectId} AND t.id = h.team_id OFFSET 0) AS t ON true
    LEFT JOIN LATERAL (
      SELECT c.value FROM contact_channels c
      WHERE c.project_id = ${projectId} AND c.user_id = h.user_id AND c.is_primary AND c.type = 'email' LIMIT 1
    ) AS c ON true
    ORDER BY h.team_id, h.user_id`.execute(db)
  return rows
}

/**
 * The number of holders by permission. Most holders were granted the same permissions, so grants are first counted by
 * combination, in the order of the primary key, and only the combinations are compared with the wanted permissions.
 */
export async function countHolders(
  db: Db,
  projectId: string,
  scope: PermissionScope,
  pairs: readonly { id: string; grantingId: string }[],
): Promise<Map<string, number>> {
  const isTeam = scope === 'team'
  const table = isTeam ? sql`team_permissions` : sql`project_permissions`
  const { rows } = await sql<{ id: string; holders: number }>`
    WITH wanted AS (
      SELECT id, array_agg(granting_id) AS granting_ids
      FROM unnest(${pairs.map(({ id }) => id)}::text[], ${pairs.map(({ grantingId }) => grantingId)}::text[])
        AS pair (id, granting_id)
      GROUP BY id
    ), combinations AS (
      SELECT granted, count(*) AS holders
      FROM (
        SELECT array_agg(permission_id ORDER BY permission_id) AS granted FROM ${table}
        WHERE project_id = ${projectId} GROUP BY ${isTeam ? sql`team_id, user_id` : sql`user_id`}
      ) AS holder
      GROUP BY granted
    )
    SELECT id, sum(holders)::integer AS holders FROM wanted JOIN combinations ON granted && granting_ids
    GROUP BY id`.execute(db)
  return new Map(rows.map(({ id, holders }) => [id, holders]))
}
