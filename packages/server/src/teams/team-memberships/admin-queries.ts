import { sql } from 'kysely'
import { isBeyond, placeShape, readCursor, selectMicros, toPage } from '../../platform/db/cursor.ts'
import type { Db } from '../../platform/db/database.ts'
import { joinAddress, type MemberAddress } from '../team-member-profiles/queries.ts'
import type { AdminRole } from './admins.ts'

export interface MemberRow extends MemberAddress {
  user_id: string
  display_name: string | null
  profile_image_url: string | null
  is_admin: boolean
  joined_micros: number
}

interface MemberSearch {
  teamId: string
  role: AdminRole | undefined
  query: string
  limit: number
  cursor: string | undefined
  withAddresses: boolean
}

/**
 * In the order of joining. Searches what the list shows, and nothing else: otherwise a search by address would tell
 * members the addresses of others.
 */
export async function searchMembers(db: Db, projectId: string, search: MemberSearch) {
  const { teamId, role, limit } = search
  const text = search.query.trim().toLowerCase()
  const name = sql`coalesce(m.display_name, u.display_name)`
  const start = readCursor(search.cursor, placeShape)
  const { rows } = await sql<MemberRow>`
    SELECT m.user_id, left(${name}, 256) AS display_name, ${isAdmin(role)} AS is_admin,
      CASE WHEN length(coalesce(m.profile_image_url, u.profile_image_url)) <= 2000
        THEN coalesce(m.profile_image_url, u.profile_image_url) END AS profile_image_url,
      ${selectMicros(sql`m.created_at`)} AS joined_micros,
      a.value AS primary_email, a.is_verified AS primary_email_verified
    FROM team_memberships m JOIN users u ON u.project_id = m.project_id AND u.id = m.user_id
    ${joinAddress(search.withAddresses)}
    WHERE m.project_id = ${projectId} AND m.team_id = ${teamId}
      AND ${isBeyond([sql`m.created_at`, sql`m.user_id`], '>=', start)}
      AND ${text ? sql`(strpos(lower(${name}), ${text}) > 0 OR strpos(lower(a.value), ${text}) > 0)` : sql`true`}
    ORDER BY m.created_at, m.user_id LIMIT ${limit + 1}`.execute(db)
  return toPage(rows, limit, ({ joined_micros, user_id }) => [joined_micros, user_id])
}

/** Whether the member is an admin, and whether another one is. Undefined if the user is not a member. */
export async function findAdminState(
  db: Db,
  projectId: string,
  role: AdminRole | undefined,
  { teamId, userId }: { teamId: string; userId: string },
): Promise<{ isAdmin: boolean; hasOther: boolean } | undefined> {
  const { rows } = await sql<{ isAdmin: boolean; hasOther: boolean }>`
    SELECT ${isAdmin(role)} AS "isAdmin", EXISTS (
      SELECT FROM team_permissions granted
      CROSS JOIN LATERAL (
        SELECT granted.project_id, granted.team_id, granted.user_id
      ) AS m
      WHERE granted.permission_id = ANY(${role?.grantingIds[0] ?? []}::text[])
        AND granted.project_id = ${projectId} AND granted.team_id = ${teamId} AND granted.user_id <> ${userId}
        AND ${isAdmin(role)}
    ) AS "hasOther"
    FROM team_memberships m
    WHERE m.project_id = ${projectId} AND m.team_id = ${teamId} AND m.user_id = ${userId}`.execute(db)
  return rows[0]
}

/** Whether the member `m` has a grant for each permission of the role. */
function isAdmin(role: AdminRole | undefined) {
  if (!role) return sql<boolean>`false`
  const wanted = role.grantingIds.flatMap((ids, part) => ids.map((id) => ({ part, id })))
  return sql<boolean>`(
    SELECT count(DISTINCT wanted.part)
    FROM unnest(${wanted.map(({ part }) => part)}::int[], ${wanted.map(({ id }) => id)}::text[]) AS wanted (part, id)
    JOIN team_permissions p ON p.project_id = m.project_id AND p.team_id = m.team_id AND p.user_id = m.user_id
      AND p.permission_id = wanted.id
  ) = ${role.grantingIds.length}`
}

/** Until the end of the transaction, nobody else can change who is an admin of the team. */
export async function lockRoles(db: Db, projectId: string, teamId: string): Promise<void> {
  await db
    .selectFrom('teams')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', '=', teamId)
    .forNoKeyUpdate()
    .execute()
}
