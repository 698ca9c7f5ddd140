import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

const maxCounted = 10_000

export interface SecondFactorCount {
  counted_users: number
  users_without: number
  has_more: boolean
}

/** Of the users of the project, or the members of a team. Bounded, because a project may have millions of users. */
export async function countWithoutSecondFactor(
  db: Db,
  projectId: string,
  teamId: string | undefined,
): Promise<SecondFactorCount> {
  const users = teamId
    ? sql`team_memberships m JOIN users u ON u.project_id = m.project_id AND u.id = m.user_id
        WHERE m.project_id = ${projectId} AND m.team_id = ${teamId}`
    : sql`users u WHERE u.project_id = ${projectId}`
  const { rows } = await sql<{ counted: number; without: number }>`
    SELECT count(*)::int AS counted, (count(*) FILTER (WHERE NOT (requires_totp OR passkey_mfa_enabled)))::int AS without
    FROM (SELECT u.requires_totp, u.passkey_mfa_enabled FROM ${users} AND NOT u.is_anonymous LIMIT ${maxCounted + 1}) AS looked_at`.execute(
    db,
  )
  const { counted, without } = rows[0]!
  const has_more = counted > maxCounted
  return { counted_users: Math.min(counted, maxCounted), users_without: Math.min(without, maxCounted), has_more }
}
