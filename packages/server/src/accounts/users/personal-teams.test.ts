import { describe, expect, test } from 'vitest'
import { type TestProject, testProject } from '../../testing/index.ts'

const settings = { 'teams.createPersonalTeamOnSignUp': true }

function actions({ call, server, id: projectId }: TestProject) {
  return {
    create: (body: object) => call('POST /users', { as: 'server', body }),
    read: (id: string) => call('GET /users/{user_id}', { as: 'server', params: { user_id: id } }),
    upgrade: (id: string, body: object = {}) =>
      call('PATCH /users/{user_id}', { as: 'server', params: { user_id: id }, body: { is_anonymous: false, ...body } }),
    renameTeam: (id: string, display_name: string) =>
      server.platform.db
        .updateTable('teams')
        .set({ display_name })
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .execute(),
  }
}

describe('a personal team', () => {
  test.each([
    [{ display_name: 'Ada', primary_email: 'ada@example.com' }, "Ada's Team"],
    [{ display_name: '', primary_email: 'Ada@Example.com' }, "ada@example.com's Team"],
    [{}, 'Personal Team'],
    [{ is_anonymous: true }, 'Personal Team'],
  ])('of %j is called %s', async (body, name) => {
    const { create, read } = actions(await testProject(settings))
    const { id } = await create(body)
    expect((await read(id)).selected_team?.display_name).toBe(name)
  })

  test('is selected, but not yet in the response that creates the user', async () => {
    const { create, read } = actions(await testProject(settings))
    const created = await create({ display_name: 'Ada' })
    expect(created).toMatchObject({ selected_team: null, selected_team_id: null })
    const user = await read(created.id)
    expect(user.selected_team_id).toBe(user.selected_team?.id)
    expect(user).toEqual({ ...created, selected_team: user.selected_team, selected_team_id: user.selected_team_id })
  })

  test('gives its creator the default permissions of creators', async () => {
    const project = await testProject(settings)
    const { create, read } = actions(project)
    const user = await read((await create({})).id)
    const grants = await project.server.platform.db
      .selectFrom('team_permissions')
      .select(['team_id', 'permission_id'])
      .where('project_id', '=', project.id)
      .where('user_id', '=', user.id)
      .execute()
    expect(grants).toEqual([{ team_id: user.selected_team_id, permission_id: 'team_admin' }])
  })

  test('comes with a sign-up by password too', async () => {
    const project = await testProject(settings)
    const user = await project.signUp()
    const { selected_team } = await project.call('GET /users/me', { user })
    expect(selected_team?.display_name).toBe(`${user.email}'s Team`)
  })

  test('is not made where the project does not want it', async () => {
    const { create, read } = actions(await testProject())
    expect((await read((await create({})).id)).selected_team).toBeNull()
  })

  test('is not made for a user who cannot be created', async () => {
    const project = await testProject(settings)
    const { create } = actions(project)
    const body = { primary_email: 'ada@example.com', primary_email_auth_enabled: true }
    await create(body)
    await expect(create(body)).rejects.toMatchObject({ code: 'USER_EMAIL_ALREADY_EXISTS' })
    const teams = await project.server.platform.db
      .selectFrom('teams')
      .select('id')
      .where('project_id', '=', project.id)
      .execute()
    expect(teams).toHaveLength(1)
  })
})

test('default project permissions are granted to a new user, without those that are not defined', async () => {
  const project = await testProject({
    'rbac.permissions.reader': { scope: 'project' },
    'rbac.defaultPermissions.signUp': { reader: true, gone: true, team_admin: true, $update_team: true },
  })
  await actions(project).create({})
  const grants = await project.server.platform.db
    .selectFrom('project_permissions')
    .select('permission_id')
    .where('project_id', '=', project.id)
    .execute()
  expect(grants).toEqual([{ permission_id: 'reader' }])
})

describe('an anonymous user', () => {
  test('becomes a regular one and keeps id, metadata, name and sign-up time', async () => {
    const { create, read, upgrade } = actions(await testProject())
    const metadata = { client_metadata: 1, client_read_only_metadata: [2], server_metadata: { c: 3 } }
    const before = await create({ is_anonymous: true, display_name: 'Guest', ...metadata })
    expect(before.is_anonymous).toBe(true)
    expect(await read(before.id)).toEqual(before)

    expect(await upgrade(before.id)).toEqual({ ...before, is_anonymous: false })
    expect(await upgrade(before.id)).toEqual({ ...before, is_anonymous: false })
  })

  test('cannot be made of a regular one', async () => {
    const project = await testProject()
    const { id } = await actions(project).create({})
    const request = { as: 'server' as const, params: { user_id: id }, body: { is_anonymous: true } }
    expect(await project.send('PATCH /users/{user_id}', request)).toMatchObject({ body: { code: 'SCHEMA_ERROR' } })
  })

  test.each([
    [{ display_name: 'Ada', primary_email: 'ada@example.com' }, "Ada's Team"],
    [{ primary_email: 'Ada@example.com' }, "ada@example.com's Team"],
    [{}, 'Personal Team'],
  ])('upgraded with %j has a personal team called %s', async (body, name) => {
    const { create, upgrade } = actions(await testProject(settings))
    const { id } = await create({ is_anonymous: true })
    expect((await upgrade(id, body)).selected_team?.display_name).toBe(name)
  })

  test('is named in the team by the upgrade, not by what was stored before', async () => {
    const { create, upgrade, read, renameTeam } = actions(await testProject(settings))
    const { id } = await create({ is_anonymous: true, display_name: 'Guest' })
    expect((await read(id)).selected_team?.display_name).toBe("Guest's Team")
    await renameTeam((await read(id)).selected_team_id!, 'Personal Team')
    expect((await upgrade(id)).selected_team?.display_name).toBe('Personal Team')
  })

  test('keeps the name of a team that was renamed', async () => {
    const { create, upgrade, read, renameTeam } = actions(await testProject(settings))
    const { id } = await create({ is_anonymous: true })
    await renameTeam((await read(id)).selected_team_id!, 'Our Team')
    expect((await upgrade(id, { display_name: 'Ada' })).selected_team?.display_name).toBe('Our Team')
  })

  test('does not rename its team by a change that is no upgrade', async () => {
    const project = await testProject(settings)
    const { create, upgrade, read, renameTeam } = actions(project)
    const { id } = await create({ display_name: 'Ada' })
    await renameTeam((await read(id)).selected_team_id!, 'Personal Team')
    expect((await upgrade(id, { display_name: 'Eve' })).selected_team?.display_name).toBe('Personal Team')
  })

  test('does not rename personal teams of others', async () => {
    const { create, upgrade, read } = actions(await testProject(settings))
    const { id: other } = await create({ is_anonymous: true })
    await upgrade((await create({ is_anonymous: true })).id, { display_name: 'Ada' })
    expect((await read(other)).selected_team?.display_name).toBe('Personal Team')
  })
})
