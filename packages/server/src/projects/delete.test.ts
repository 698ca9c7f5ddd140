import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { internalProject, race, type TestProject, testProject, testServer } from '../testing/index.ts'
import { fillEmptyTables } from '../testing/rows.ts'
import { takeSnapshot } from '../testing/snapshot.ts'
import { createOwner, createPerson, createWorld } from '../testing/world.ts'
import { projectCache } from './cache.ts'
import { removeProject } from './queries.ts'

/** The response comes at once; a job does the rest. */
async function deleteProject({ call, id, server }: TestProject) {
  const response = await call('DELETE /internal/projects/current', { as: 'admin' })
  await removeProject(server.platform.db, id)
  return response
}

async function countRows({ server, id }: TestProject): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    SELECT
      (SELECT count(*)::int FROM projects WHERE id = ${id}) AS projects,
      (SELECT count(*)::int FROM project_key_sets WHERE project_id = ${id}) AS key_sets,
      (SELECT count(*)::int FROM users WHERE project_id = ${id}) AS users,
      (SELECT count(*)::int FROM contact_channels WHERE project_id = ${id}) AS channels,
      (SELECT count(*)::int FROM sessions WHERE project_id = ${id}) AS sessions,
      (SELECT count(*)::int FROM teams WHERE project_id = ${id}) AS teams,
      (SELECT count(*)::int FROM files WHERE project_id = ${id}) AS files`.execute(server.platform.db)
  return rows[0]!
}

const nothing = { projects: 0, key_sets: 0, users: 0, channels: 0, sessions: 0, teams: 0, files: 0 }

test('a deleted project is gone with everything in it', async () => {
  const project = await testProject({ 'teams.createPersonalTeamOnSignUp': true })
  const user = await createPerson(project)
  const gif = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
  const { profile_image_url } = await project.call('PATCH /users/me', { user, body: { profile_image_url: gif } })
  expect(await countRows(project)).toEqual({
    projects: 1,
    key_sets: 1,
    users: 1,
    channels: 1,
    sessions: 1,
    teams: 1,
    files: 1,
  })

  expect(await deleteProject(project)).toStrictEqual({ success: true })
  expect(await countRows(project)).toEqual(nothing)
  expect((await project.server.fetch(profile_image_url!)).status).toBe(404)
  const notFound = { status: 400, body: { code: 'CURRENT_PROJECT_NOT_FOUND', details: { project_id: project.id } } }
  for (const as of ['client', 'server', 'admin'] as const) {
    expect(await project.send('GET /projects/current', { as })).toMatchObject(notFound)
  }
  expect(await project.send('DELETE /internal/projects/current', { as: 'admin' })).toMatchObject(notFound)
})

test('no table keeps anything of a deleted project, and none loses anything of another', async () => {
  const server = await testServer()
  const [{ project }, other] = [await createWorld(server), await createWorld(server)]
  const { db } = server.platform
  for (const { id } of [project, other.project]) await fillEmptyTables(db, id)
  const emptyTables = async (id: string) =>
    Object.entries(await takeSnapshot(db, id)).flatMap(([table, rows]) => ((rows as []).length === 0 ? [table] : []))
  const kept = await takeSnapshot(db, other.project.id)
  expect(await emptyTables(project.id)).toEqual([])
  await deleteProject(project)
  expect(await emptyTables(project.id)).toEqual(Object.keys(kept))
  expect(await takeSnapshot(db, other.project.id)).toEqual(kept)
})

test('thousands of users go with their project', async () => {
  const project = await testProject()
  const { db } = project.server.platform
  await sql`
    INSERT INTO users (project_id, id, signed_up_at, last_active_at)
    SELECT ${project.id}, gen_random_uuid(), now(), now() FROM generate_series(1, 4500)`.execute(db)
  await sql`
    INSERT INTO contact_channels (project_id, user_id, id, type, value, is_primary, is_verified, used_for_auth, created_at)
    SELECT project_id, id, gen_random_uuid(), 'email', id || '@example.com', true, false, true, now()
    FROM users WHERE project_id = ${project.id}`.execute(db)
  await deleteProject(project)
  expect(await countRows(project)).toEqual(nothing)
})

test('a project that is being deleted is not there any more for anybody', async () => {
  const internal = await internalProject()
  const owner = await createOwner(await testServer())
  const body = { display_name: 'x', owner_team_id: owner.teamId }
  const { id } = await internal.call('POST /internal/projects', { user: owner, body })
  const { db } = internal.server.platform
  const projects = projectCache(internal.server.platform)
  await db.updateTable('projects').set({ deleted_at: new Date() }).where('id', '=', id).execute()
  projects.forget(id)

  expect((await internal.call('GET /internal/projects', { user: owner })).items).toEqual([])
  const headers = { 'x-stack-project-id': id, 'x-stack-admin-access-token': owner.access_token }
  expect(await internal.send('GET /internal/projects/current', { as: 'admin', headers })).toMatchObject({
    body: { code: 'CURRENT_PROJECT_NOT_FOUND' },
  })
})

test('the project of one owner does not take those of others with it', async () => {
  const internal = await internalProject()
  const owners = [await createOwner(await testServer()), await createOwner(await testServer())]
  const [first, second] = await Promise.all(
    owners.map((user) =>
      internal.call('POST /internal/projects', { user, body: { display_name: 'x', owner_team_id: user.teamId } }),
    ),
  )
  const headers = { 'x-stack-project-id': first!.id, 'x-stack-admin-access-token': owners[0]!.access_token }
  await internal.call('DELETE /internal/projects/current', { as: 'admin', headers })
  expect((await internal.call('GET /internal/projects', { user: owners[0] })).items).toEqual([])
  expect((await internal.call('GET /internal/projects', { user: owners[1] })).items).toEqual([second])
})

test('the internal project stays', async () => {
  const internal = await internalProject()
  expect(await internal.send('DELETE /internal/projects/current', { as: 'admin' })).toMatchObject({
    status: 400,
    body: expect.any(String),
  })
  expect((await internal.call('GET /projects/current')).id).toBe('internal')
})

test('changes of the settings against the deletion are made before it or find no project', async () => {
  const project = await testProject()
  const { failed } = await race<unknown>(20, (index) =>
    index === 10
      ? deleteProject(project)
      : project.call('PATCH /internal/projects/current', {
          as: 'admin',
          body: { display_name: `Name ${index}`, config: { magic_link_enabled: true } },
        }),
  )
  for (const error of failed) {
    expect(['CURRENT_PROJECT_NOT_FOUND', 'PROJECT_NOT_FOUND']).toContain((error as { code?: string }).code)
  }
  expect(await countRows(project)).toEqual(nothing)
})

test('users who are created against the deletion are there before it or find no project', async () => {
  const project = await testProject()
  const { failed } = await race<unknown>(30, (index) =>
    index === 10 ? deleteProject(project) : project.call('POST /users', { as: 'server', body: {} }),
  )
  for (const error of failed) expect(error).toMatchObject({ status: 400, code: 'CURRENT_PROJECT_NOT_FOUND' })
  expect(await countRows(project)).toEqual(nothing)
})
