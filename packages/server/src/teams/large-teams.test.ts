import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type TestProject, testProject } from '../testing/index.ts'
import { teamActions } from '../testing/team.ts'

/** More than go into one batch of any kind. */
const memberCount = 5_001

async function fillTeam({ id, server }: TestProject, teamId: string): Promise<void> {
  const { db } = server.platform
  await sql`
    INSERT INTO users (project_id, id, signed_up_at, last_active_at, selected_team_id)
    SELECT ${id}, gen_random_uuid(), now(), now(), ${teamId} FROM generate_series(1, ${memberCount}::integer)`.execute(
    db,
  )
  await sql`
    INSERT INTO team_memberships (project_id, team_id, user_id, created_at)
    SELECT project_id, ${teamId}, id, now() FROM users WHERE project_id = ${id}`.execute(db)
  await sql`
    INSERT INTO team_permissions (project_id, team_id, user_id, permission_id)
    SELECT project_id, team_id, user_id, 'team_member' FROM team_memberships WHERE project_id = ${id}`.execute(db)
}

async function count(
  { id, server }: TestProject,
  table: 'team_permissions' | 'team_memberships' | 'users',
  condition = sql`true`,
) {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM ${sql.table(table)} WHERE project_id = ${id} AND ${condition}`.execute(
    server.platform.db,
  )
  return rows[0]!.count
}

test('a team with thousands of members keeps every grant at a rename, and leaves nothing at its end', async () => {
  const project = await testProject()
  const team_id = await teamActions(project).createTeam()
  await fillTeam(project, team_id)
  const as = 'admin' as const
  const route = '/team-permission-definitions/{id}' as const
  await project.call(`PATCH ${route}`, { as, params: { id: 'team_member' }, body: { id: 'mate' } })
  expect(await count(project, 'team_permissions', sql`permission_id = 'mate'`)).toBe(memberCount)
  await project.call(`DELETE ${route}`, { as, params: { id: 'mate' } })
  expect(await count(project, 'team_permissions')).toBe(0)

  await project.call('DELETE /teams/{team_id}', { as, params: { team_id } })
  expect(await count(project, 'team_memberships')).toBe(0)
  expect(await count(project, 'users', sql`selected_team_id IS NOT NULL`)).toBe(0)
  expect(await count(project, 'users')).toBe(memberCount)
})
