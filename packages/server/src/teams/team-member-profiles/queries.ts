import { sql, type Updateable } from 'kysely'
import { type UserRecord, userColumns, userJoins } from '../../accounts/users/queries.ts'
import { type BoundedList, readBounded } from '../../platform/db/bounded-list.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

/** A membership with its user. Null means the same as in the user's profile. */
export interface MemberProfile {
  team_id: string
  user_id: string
  display_name: string | null
  profile_image_url: string | null
  user: UserRecord
}

/** In the order of joining. */
export async function listMemberProfiles(
  db: Db,
  projectId: string,
  filter: { teamId: string | undefined; userId: string | undefined; cursor?: string | undefined },
): Promise<BoundedList<MemberProfile>> {
  const conditions = [sql`m.project_id = ${projectId}`]
  if (filter.teamId) conditions.push(sql`m.team_id = ${filter.teamId}`)
  if (filter.userId) conditions.push(sql`m.user_id = ${filter.userId}`)
  const query = sql<MemberProfile>`
    SELECT m.team_id, m.user_id, m.display_name, m.profile_image_url, to_json(r) AS user
    FROM team_memberships m
    JOIN LATERAL (
      SELECT ${sql.raw(userColumns)} FROM users u ${sql.raw(userJoins)}
      WHERE u.project_id = m.project_id AND u.id = m.user_id
    ) AS r ON true
    WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY m.created_at, m.team_id, m.user_id`
  return readBounded(db, query, filter.cursor)
}

export async function updateMembership(
  db: Db,
  projectId: string,
  member: { teamId: string; userId: string },
  change: Updateable<Tables['team_memberships']>,
): Promise<void> {
  await db
    .updateTable('team_memberships')
    .set(change)
    .where('project_id', '=', projectId)
    .where('team_id', '=', member.teamId)
    .where('user_id', '=', member.userId)
    .execute()
}
