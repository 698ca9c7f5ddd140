import { sql, type Updateable } from 'kysely'
import { isSignInAddress } from '../../accounts/contact-channels/queries.ts'
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

/** Null unless addresses were asked for. */
export interface MemberAddress {
  primary_email: string | null
  primary_email_verified: boolean | null
}

/** An address that is neither verified nor signs in is only what somebody typed, so it does not tell who they are. */
const shownAddress = `
  SELECT c.value, c.is_verified FROM contact_channels c
  WHERE c.project_id = u.project_id AND c.user_id = u.id AND c.is_primary AND (c.is_verified OR ${isSignInAddress('c')})`

/** Joins the address of the user `u` as `a`, which is null if addresses are not asked for. */
export function joinAddress(isAskedFor: boolean) {
  return isAskedFor
    ? sql`LEFT JOIN LATERAL (${sql.raw(shownAddress)}) AS a ON true`
    : sql`CROSS JOIN (SELECT NULL::text AS value, NULL::boolean AS is_verified) AS a`
}

/** As clients get it: an address that is not shown is left out. */
export function toAddressBody({ primary_email, primary_email_verified }: MemberAddress) {
  return primary_email === null ? {} : { primary_email, primary_email_verified: primary_email_verified === true }
}

/** In the order of joining. */
export async function listMemberProfiles(
  db: Db,
  projectId: string,
  filter: {
    teamId: string | undefined
    userId: string | undefined
    cursor?: string | undefined
    withAddresses?: boolean
  },
): Promise<BoundedList<MemberProfile & MemberAddress>> {
  const conditions = [sql`m.project_id = ${projectId}`]
  if (filter.teamId) conditions.push(sql`m.team_id = ${filter.teamId}`)
  if (filter.userId) conditions.push(sql`m.user_id = ${filter.userId}`)
  const query = sql<MemberProfile & MemberAddress>`
    SELECT m.team_id, m.user_id, m.display_name, m.profile_image_url, to_json(r) AS user,
      a.value AS primary_email, a.is_verified AS primary_email_verified
    FROM team_memberships m
    JOIN LATERAL (
      SELECT ${sql.raw(userColumns)} FROM users u ${sql.raw(userJoins)}
      WHERE u.project_id = m.project_id AND u.id = m.user_id
    ) AS r ON true
    JOIN users u ON u.project_id = m.project_id AND u.id = m.user_id ${joinAddress(filter.withAddresses === true)}
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
