import { CompiledQuery, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Db } from '../../platform/db/database.ts'
import { type TestProject, testProject } from '../../testing/index.ts'
import { membershipQuery, projectGrantsQuery, teamGrantsQuery } from './queries.ts'

const memberCount = 5_000
const teamId = crypto.randomUUID()
let project: TestProject
let db: Db
let userId: string

beforeAll(async () => {
  project = await testProject()
  db = project.server.platform.db
  const { id } = project
  await sql`INSERT INTO teams (project_id, id, display_name, created_at) VALUES (${id}, ${teamId}, '', now())`.execute(
    db,
  )
  await sql`
    WITH people AS (
      INSERT INTO users (project_id, id, signed_up_at, last_active_at)
      SELECT ${id}, gen_random_uuid(), now(), now() FROM generate_series(1, ${memberCount}::integer) RETURNING id
    ), members AS (
      INSERT INTO team_memberships (project_id, team_id, user_id, created_at)
      SELECT ${id}, ${teamId}, id, now() FROM people RETURNING user_id
    )
    SELECT count(*) FROM members`.execute(db)
  await sql`
    INSERT INTO team_permissions (project_id, team_id, user_id, permission_id)
    SELECT project_id, team_id, user_id, 'team_member' FROM team_memberships WHERE project_id = ${id}`.execute(db)
  // Not analysed, as after many sign-ups at once: the database knows nothing yet about who holds what.
  await sql`
    INSERT INTO project_permissions (project_id, user_id, permission_id)
    SELECT project_id, user_id, 'reader' FROM team_memberships WHERE project_id = ${id}`.execute(db)
  await sql`ANALYZE team_memberships, team_permissions`.execute(db)
  const { rows } = await sql<{ user_id: string }>`
    SELECT user_id FROM team_memberships WHERE project_id = ${id} LIMIT 1`.execute(db)
  userId = rows[0]!.user_id
})

async function explain(text: string, values: unknown[]): Promise<string> {
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(CompiledQuery.raw(`EXPLAIN ${text}`, values))
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

test.each([1, 10, 1_000])('a check of a permission that %i others give reads one member by an index', async (count) => {
  const ids = Array.from({ length: count }, (_, index) => `p${index}`)
  const plan = await explain(membershipQuery, [project.id, teamId, userId, ids])
  expect(plan).toMatch(/Index (Only )?Scan using team_memberships_/)
  expect(plan).toMatch(/Index (Only )?Scan using team_permissions_/)
  // Which index it is plays no role as long as it leads to the one member of the one team.
  expect(plan).not.toMatch(/Seq Scan|Filter: .*(?:team_id|user_id)/)
})

test('what one user holds is found without looking at the grants of others', async () => {
  const text = 'SELECT * FROM team_permissions WHERE project_id = $1 AND user_id = $2'
  const plan = await explain(text, [project.id, userId])
  expect(plan).toMatch(/team_permissions_by_user/)
  expect(plan).not.toMatch(/Seq Scan/)
})

test.each([1, 100])('whether a user holds one of %i permissions is read from their own grants', async (count) => {
  const permissionIds = ['team_member', 'reader', ...Array.from({ length: count }, (_, index) => `p${index}`)]
  for (const query of [
    teamGrantsQuery(db, project.id, { userId, teamId, permissionIds }),
    teamGrantsQuery(db, project.id, { userId, permissionIds }),
    projectGrantsQuery(db, project.id, { userId, permissionIds }),
  ]) {
    const { sql: text, parameters } = query.compile()
    const plan = await explain(text, [...parameters])
    expect(plan).toMatch(/user_id = /)
    expect(plan).not.toMatch(/Seq Scan|_by_permission/)
  }
})
