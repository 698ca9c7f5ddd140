import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Services } from '../http/context.ts'
import type { JobHandlers } from '../jobs/jobs.ts'

const membersAtOnce = 500
/** Whoever comes in a minute goes on. */
const roundMillis = 40_000
const beforeAnyUser = '00000000-0000-0000-0000-000000000000'

/** Whether the member `m` has not been entered. */
const isMissing = sql`NOT EXISTS (
  SELECT FROM large_team_members l WHERE l.project_id = m.project_id AND l.team_id = m.team_id AND l.id = m.user_id
)`

interface Team {
  project_id: string
  team_id: string
}

/**
 * A team that has become large gets its members entered where they are searched. Whoever joins from then on is entered by
 * the database.
 */
export function createLargeTeamJobs({ db }: Services): Pick<JobHandlers, 'enter-large-teams'> {
  return {
    'enter-large-teams': async () => {
      const teams = await db
        .selectFrom('large_teams')
        .select(['project_id', 'team_id'])
        .where('is_complete', '=', false)
        .execute()
      const late = performance.now() + roundMillis
      for (const team of teams) await enterTeam(db, team, () => performance.now() > late)
    },
  }
}

async function enterTeam(db: Db, team: Team, isLate: () => boolean): Promise<void> {
  // Whoever is just joining without knowing that the team is large has then joined.
  await sql`SELECT pg_advisory_xact_lock(large_team_lock(${team.team_id}))`.execute(db)
  for (let after: string | undefined = beforeAnyUser; after; after = await enterMembers(db, team, after)) {
    if (isLate()) return
  }
  await completeIfAllAreEntered(db, team)
}

/**
 * Enters those who come next by their ids and are missing, and returns the last of them. They and their memberships are locked, so that what
 * is copied stays true, and without waiting for anybody.
 */
async function enterMembers(db: Db, { project_id, team_id }: Team, after: string): Promise<string | undefined> {
  const { rows } = await sql<{ last: string }>`
    WITH next AS MATERIALIZED (
      SELECT user_id FROM team_memberships m
      WHERE project_id = ${project_id} AND team_id = ${team_id} AND user_id > ${after} AND ${isMissing}
      ORDER BY user_id LIMIT ${membersAtOnce}
    ), entered AS (
      INSERT INTO large_team_members (project_id, team_id, id, signed_up_at, is_anonymous, cohort, search_text)
      SELECT m.project_id, m.team_id, u.id, u.signed_up_at, u.is_anonymous, u.cohort, u.search_text
      FROM next
      JOIN team_memberships m ON m.project_id = ${project_id} AND m.team_id = ${team_id} AND m.user_id = next.user_id
      JOIN users u ON u.project_id = ${project_id} AND u.id = next.user_id
      FOR KEY SHARE OF m SKIP LOCKED FOR NO KEY UPDATE OF u SKIP LOCKED
      ON CONFLICT DO NOTHING
    )
    SELECT user_id AS last FROM next ORDER BY user_id DESC LIMIT 1`.execute(db)
  return rows[0]?.last
}

/** Whoever was just being changed is entered a minute later. */
async function completeIfAllAreEntered(db: Db, { project_id, team_id }: Team): Promise<void> {
  await sql`
    UPDATE large_teams SET is_complete = true
    WHERE project_id = ${project_id} AND team_id = ${team_id} AND NOT EXISTS (
      SELECT FROM team_memberships m
      WHERE m.project_id = ${project_id} AND m.team_id = ${team_id} AND ${isMissing}
    )`.execute(db)
}
