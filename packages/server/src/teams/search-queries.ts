import { sql } from 'kysely'
import { joinPrimaryEmail } from '../accounts/users/queries.ts'
import { searchFor } from '../accounts/users/search-queries.ts'
import { placeShape, readCursor, toCursor } from '../platform/db/cursor.ts'
import type { Db } from '../platform/db/database.ts'
import { readPage, type Source } from '../platform/db/keyset.ts'

export interface FoundTeam {
  id: string
  display_name: string
  profile_image_url: string | null
  created_at_millis: number
  member_count: number
  owner: {
    id: string
    display_name: string | null
    primary_email: string | null
    profile_image_url: string | null
    is_anonymous: boolean
  } | null
  plans: string[]
}

const maxCounted = 1_000
/** The owner of a team is among its oldest members. */
const maxLookedAt = 100
const maxPlans = 5

interface TeamSearch {
  /** What the creator of a team may do. */
  creatorPermissions: string[]
  query: string
  limit: number
  cursor: string | undefined
}

/** One page from the cursor on, newest first. */
export async function searchTeams(db: Db, projectId: string, search: TeamSearch) {
  const { query, limit, cursor, creatorPermissions } = search
  const text = query.trim().toLowerCase()
  const found = text ? searchFor(projectId, 't', text) : undefined
  const teams: Source = {
    from: sql`teams t`,
    where: sql`t.project_id = ${projectId}`,
    key: sql`t.created_at`,
    id: sql`t.id`,
  }
  const list = {
    projectId,
    alias: 't',
    isDescending: true,
    inOrder: [teams],
    sets: found?.isIndexed ? [{ ...teams, where: found.isIndexed }] : [],
    conditions: found ? [found.matches] : [],
    columns: sql`t.id, t.display_name, t.profile_image_url,
      (extract(epoch FROM t.created_at) * 1000)::bigint AS created_at_millis, (
        SELECT count(*) FROM (
          SELECT FROM team_memberships m WHERE m.project_id = ${projectId} AND m.team_id = t.id LIMIT ${maxCounted}
        ) AS counted
      ) AS member_count, (${ownerOf(projectId, creatorPermissions)}) AS owner, ARRAY(
        SELECT s.offer ->> 'displayName' FROM subscriptions s
        WHERE s.project_id = ${projectId} AND s.customer_type = 'team' AND s.customer_id = t.id::text
          AND s.status IN ('active', 'trialing')
        ORDER BY s.created_at LIMIT ${maxPlans}
      ) AS plans`,
    joins: sql``,
  }
  const { rows, next } = await readPage<FoundTeam>(db, list, { limit, start: readCursor(cursor, placeShape) })
  return { rows, nextCursor: next && toCursor(next.micros, next.id) }
}

/** Of the oldest members, the first with a permission that creators get. */
function ownerOf(projectId: string, permissionIds: string[]) {
  return sql`
    SELECT json_build_object('id', u.id, 'display_name', u.display_name, 'primary_email', c.value, 'profile_image_url',
      CASE WHEN length(u.profile_image_url) <= 2000 THEN u.profile_image_url END, 'is_anonymous', u.is_anonymous)
    FROM (
      SELECT m.user_id, m.created_at FROM team_memberships m WHERE m.project_id = ${projectId} AND m.team_id = t.id
      ORDER BY m.created_at, m.user_id LIMIT ${maxLookedAt}
    ) AS oldest JOIN users u ON u.project_id = ${projectId} AND u.id = oldest.user_id ${sql.raw(joinPrimaryEmail)}
    WHERE EXISTS (
      SELECT FROM team_permissions p WHERE p.project_id = ${projectId} AND p.team_id = t.id
        AND p.user_id = oldest.user_id AND p.permission_id = ANY(${permissionIds}::text[])
    )
    ORDER BY oldest.created_at, oldest.user_id LIMIT 1`
}
