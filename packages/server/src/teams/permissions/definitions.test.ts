import { describe, expect, test } from 'vitest'
import { race, type TestProject, testProject } from '../../testing/index.ts'
import { listAuditEntries, listEvents, listenToEvents } from '../../testing/records.ts'
import { teamActions } from '../../testing/team.ts'
import { createPerson } from '../../testing/world.ts'

const as = 'admin' as const

function definitions({ call }: TestProject, scope: 'team' | 'project' = 'team') {
  type Body = { id?: string; description?: string; contained_permission_ids?: string[] }
  const path = `/${scope}-permission-definitions` as '/team-permission-definitions'
  return {
    list: async () => (await call(`GET ${path}`, { as })).items,
    create: (id: string, contained_permission_ids: string[] = [], body: Body = {}) =>
      call(`POST ${path}`, { as, body: { id, contained_permission_ids, ...body } }),
    update: (id: string, body: Body) => call(`PATCH ${path}/{id}`, { as, params: { id }, body }),
    remove: (id: string) => call(`DELETE ${path}/{id}`, { as, params: { id } }),
  }
}

describe('the definitions', () => {
  test('of a new project are those of the system and two for teams, and none for the project', async () => {
    const project = await testProject()
    const list = await definitions(project).list()
    expect(list.map(({ id }) => id)).toEqual([
      '$delete_team',
      '$invite_members',
      '$manage_api_keys',
      '$manage_connections',
      '$read_members',
      '$remove_members',
      '$update_team',
      'team_admin',
      'team_member',
    ])
    expect(list.slice(0, 6)).toEqual(
      list
        .slice(0, 6)
        .map(({ id }) => ({ id, description: expect.stringMatching(/\w/), contained_permission_ids: [] })),
    )
    expect(list[6]!.contained_permission_ids).toEqual(list.slice(0, 6).map(({ id }) => id))
    expect(list[7]!.contained_permission_ids).toEqual(['$invite_members', '$read_members'])
    expect(await definitions(project, 'project').list()).toEqual([])
  })

  test('are created, renamed and deleted as in the example of the contract', async () => {
    const project = await testProject()
    await listenToEvents(project)
    const { create, update, remove, list } = definitions(project)
    const response = await project.send('POST /team-permission-definitions', { as, body: { id: 'p1' } })
    expect(response).toMatchObject({ status: 201 })
    expect(response.body).toEqual({ id: 'p1', contained_permission_ids: [] })
    expect(await create('p2', ['p1', '$read_members'], { description: 'Two' })).toEqual({
      id: 'p2',
      description: 'Two',
      contained_permission_ids: ['$read_members', 'p1'],
    })
    expect(await update('p2', { id: 'p3', contained_permission_ids: ['p1', '$update_team'] })).toEqual({
      id: 'p3',
      contained_permission_ids: ['$update_team', 'p1'],
    })
    expect(await remove('p1')).toEqual({ success: true })
    const custom = (await list()).filter(({ id }) => id.startsWith('p'))
    expect(custom).toEqual([{ id: 'p3', contained_permission_ids: ['$update_team'] }])
    expect(await listEvents(project)).toEqual([])
  })

  test('are for admins only', async () => {
    const project = await testProject()
    const user = await createPerson(project)
    for (const level of ['client', 'server'] as const) {
      expect(await project.send('GET /team-permission-definitions', { as: level, user })).toMatchObject({
        status: 401,
        body: { code: 'INSUFFICIENT_ACCESS_TYPE', details: { allowed_access_types: ['admin'] } },
      })
    }
  })

  test('of both scopes share one set of ids', async () => {
    const project = await testProject()
    const [team, inProject] = [definitions(project), definitions(project, 'project')]
    await inProject.create('reader')
    const taken = (permission_id: string) => ({
      status: 400,
      code: 'PERMISSION_ID_ALREADY_EXISTS',
      details: { permission_id },
    })
    await expect(team.create('reader')).rejects.toMatchObject(taken('reader'))
    await expect(inProject.create('team_admin')).rejects.toMatchObject(taken('team_admin'))
    await expect(team.update('team_member', { id: 'reader' })).rejects.toMatchObject(taken('reader'))
    expect(await team.update('team_member', { id: 'team_member' })).toMatchObject({ id: 'team_member' })
  })

  test('contain only what is defined in the same scope', async () => {
    const project = await testProject()
    const [team, inProject] = [definitions(project), definitions(project, 'project')]
    await inProject.create('reader')
    const missing = (permission_id: string) => ({
      status: 400,
      code: 'CONTAINED_PERMISSION_NOT_FOUND',
      details: { permission_id },
    })
    await expect(team.create('a', ['reader'])).rejects.toMatchObject(missing('reader'))
    await expect(team.create('a', ['a'])).rejects.toMatchObject(missing('a'))
    await expect(team.create('a', ['team_member', 'b'])).rejects.toMatchObject(missing('b'))
    await expect(inProject.create('a', ['$update_team'])).rejects.toMatchObject(missing('$update_team'))
    await expect(inProject.update('reader', { contained_permission_ids: ['team_admin'] })).rejects.toMatchObject(
      missing('team_admin'),
    )
    await expect(team.create('a', ['$foo'])).rejects.toMatchObject({
      code: 'SCHEMA_ERROR',
      message: expect.stringContaining('Invalid system permission'),
    })
  })

  test.each([
    '$new',
    '$update_team',
    'Upper',
    'with space',
    'a-b',
    '',
    'constructor',
    '__proto__',
    'x'.repeat(300),
  ])('do not take the id %j', async (id) => {
    const project = await testProject()
    await expect(definitions(project).create(id)).rejects.toMatchObject({ status: 400, code: 'SCHEMA_ERROR' })
    await expect(definitions(project).update('team_member', { id })).rejects.toMatchObject({ code: 'SCHEMA_ERROR' })
  })

  test('that are not there, of the system or of the other scope cannot be changed', async () => {
    const project = await testProject()
    for (const [scope, id] of [
      ['team', 'unknown'],
      ['team', '$update_team'],
      ['team', 'constructor'],
      ['project', 'team_admin'],
    ] as const) {
      const refusal = { status: 404, code: 'PERMISSION_NOT_FOUND', details: { permission_id: id } }
      await expect(definitions(project, scope).update(id, {})).rejects.toMatchObject(refusal)
      await expect(definitions(project, scope).remove(id)).rejects.toMatchObject(refusal)
    }
    expect(await definitions(project).list()).toHaveLength(9)
  })

  test('may contain each other in circles', async () => {
    const project = await testProject()
    const { create, update } = definitions(project)
    const { createTeam, createMember, grant, listPermissions } = teamActions(project)
    await create('a')
    await create('b', ['a'])
    expect(await update('a', { contained_permission_ids: ['b', 'a', '$update_team'] })).toMatchObject({
      contained_permission_ids: ['$update_team', 'a', 'b'],
    })
    const teamId = await createTeam()
    const user = await createMember(teamId)
    await grant(teamId, user, 'b')
    const held = ['$invite_members', '$read_members', '$update_team', 'a', 'b', 'team_member']
    expect(await listPermissions(teamId, user, 'true')).toEqual(held)
    const params = { team_id: teamId }
    expect(await project.send('PATCH /teams/{team_id}', { user, params, body: {} })).toMatchObject({ status: 200 })
    // Renamed, it still contains itself.
    expect(await update('a', { id: 'c', contained_permission_ids: ['a', 'b'] })).toMatchObject({
      id: 'c',
      contained_permission_ids: ['b', 'c'],
    })
  })

  test('lose what a change leaves out', async () => {
    const project = await testProject()
    const { update } = definitions(project)
    expect(await update('team_admin', {})).toEqual({ id: 'team_admin', contained_permission_ids: [] })
    expect(
      await project.send('PATCH /team-permission-definitions/{id}', {
        as,
        params: { id: 'team_admin' },
        body: { description: null },
      }),
    ).toMatchObject({ body: { code: 'SCHEMA_ERROR' } })
  })

  test('are in the audit log with old and new values', async () => {
    const project = await testProject()
    const scope = 'project'
    const { create, update, remove } = definitions(project, scope)
    await create('c')
    await create('a', ['c'])
    await update('a', { id: 'b' })
    await remove('b')
    const entry = {
      actor_type: 'admin-key',
      actor_id: expect.any(String),
      target_type: 'permission_definition',
      ip_address: '127.0.0.1',
    }
    expect(await listAuditEntries(project, 'permission_definition')).toEqual([
      {
        ...entry,
        action: 'permission_definition.created',
        target_id: 'c',
        details: { scope, changes: [{ path: 'rbac.permissions.c.scope', to: scope }] },
      },
      {
        ...entry,
        action: 'permission_definition.created',
        target_id: 'a',
        details: {
          scope,
          changes: [
            { path: 'rbac.permissions.a.containedPermissionIds.c', to: true },
            { path: 'rbac.permissions.a.scope', to: scope },
          ],
        },
      },
      {
        ...entry,
        action: 'permission_definition.updated',
        target_id: 'a',
        details: {
          scope,
          new_id: 'b',
          changes: [
            { path: 'rbac.permissions.a.containedPermissionIds.c', from: true },
            { path: 'rbac.permissions.a.scope', from: scope },
            { path: 'rbac.permissions.b.scope', to: scope },
          ],
        },
      },
      {
        ...entry,
        action: 'permission_definition.deleted',
        target_id: 'b',
        details: { scope, changes: [{ path: 'rbac.permissions.b.scope', from: scope }] },
      },
    ])
  })
})

const defaultLists = async ({ call }: TestProject) => {
  const { config } = await call('GET /internal/projects/current', { as })
  return [
    config.team_creator_default_permissions,
    config.team_member_default_permissions,
    config.user_default_permissions,
  ]
}

describe('a definition', () => {
  test('that is renamed takes grants, default lists and containment along', async () => {
    const project = await testProject()
    const { update, list } = definitions(project)
    const { createTeam, listPermissions, createMember } = teamActions(project)
    const ada = await createPerson(project)
    const teamId = await createTeam(ada)
    await definitions(project).create('outer', ['team_admin'])
    await update('team_admin', { id: 'chief', contained_permission_ids: ['$update_team'] })
    expect(await listPermissions(teamId, ada)).toEqual(['chief'])
    expect((await list()).find(({ id }) => id === 'outer')!.contained_permission_ids).toEqual(['chief'])
    expect(await defaultLists(project)).toEqual([[{ id: 'chief' }], [{ id: 'team_member' }], []])
    const nextTeam = await createTeam(ada)
    expect(await listPermissions(nextTeam, ada)).toEqual(['chief'])
    await createMember(nextTeam)
  })

  test('of the project that is renamed or deleted takes its grants along', async () => {
    const project = await testProject()
    const { create, update, remove } = definitions(project, 'project')
    const { id: user_id } = await createPerson(project)
    const list = async () => (await project.call('GET /project-permissions', { as: 'server' })).items
    await create('reader')
    const params = { user_id, permission_id: 'reader' }
    await project.call('POST /project-permissions/{user_id}/{permission_id}', { as: 'server', params, body: {} })
    await update('reader', { id: 'viewer' })
    expect(await list()).toEqual([{ id: 'viewer', user_id }])
    await remove('viewer')
    await create('viewer')
    expect(await list()).toEqual([])
  })

  test('that is a default of creators and deleted vanishes from the default list, and new teams do without', async () => {
    const project = await testProject()
    const { remove, create } = definitions(project)
    const { createTeam, listPermissions } = teamActions(project)
    const ada = await createPerson(project)
    const teamId = await createTeam(ada)
    await remove('team_admin')
    expect(await defaultLists(project)).toEqual([[], [{ id: 'team_member' }], []])
    expect(await listPermissions(teamId, ada)).toEqual([])
    expect(await listPermissions(await createTeam(ada), ada)).toEqual([])
    const params = { team_id: teamId }
    await expect(project.call('PATCH /teams/{team_id}', { user: ada, params, body: {} })).rejects.toMatchObject({
      code: 'TEAM_PERMISSION_REQUIRED',
    })
    // Under the same id it is another permission, which nobody holds.
    await create('team_admin', ['$update_team'])
    expect(await listPermissions(teamId, ada)).toEqual([])
  })

  test('that was removed from the settings behind our back gives nothing, also when it comes back', async () => {
    const project = await testProject()
    const { createTeam, listPermissions } = teamActions(project)
    const ada = await createPerson(project)
    const teamId = await createTeam(ada)
    const config_override_string = JSON.stringify({ 'rbac.permissions.team_admin': null })
    await project.call('PATCH /internal/config/override', { as, body: { config_override_string } })
    expect(await listPermissions(teamId, ada, 'true')).toEqual([])
    await definitions(project).create('team_admin')
    expect(await listPermissions(teamId, ada)).toEqual([])
    await definitions(project).update('team_member', { id: 'renamed' })
  })
})

describe('at once', () => {
  test('twenty definitions are all kept, beside other settings', async () => {
    const project = await testProject()
    const { create, list } = definitions(project)
    const { failed } = await race(21, async (index) => {
      if (index < 20) return create(`p${index}`)
      const config_override_string = JSON.stringify({ 'teams.allowClientTeamCreation': true })
      return project.call('PATCH /internal/config/override', { as, body: { config_override_string } })
    })
    expect(failed).toEqual([])
    expect((await list()).filter(({ id }) => /^p\d/.test(id))).toHaveLength(20)
    const { config } = await project.call('GET /internal/projects/current', { as })
    expect(config.client_team_creation_enabled).toBe(true)
  })

  test('twenty definitions of one id, in both scopes, make one', async () => {
    const project = await testProject()
    const { succeeded, failed } = await race(20, (index) =>
      definitions(project, index % 2 ? 'team' : 'project').create('same'),
    )
    expect(succeeded).toHaveLength(1)
    expect(failed.map((error) => error.code)).toEqual(Array(19).fill('PERMISSION_ID_ALREADY_EXISTS'))
  })

  test('twenty changes of one definition to twenty ids leave one, with every grant', async () => {
    const project = await testProject()
    const { createTeam, listPermissions } = teamActions(project)
    const ada = await createPerson(project)
    const teamId = await createTeam(ada)
    const { succeeded, failed } = await race(20, (index) =>
      definitions(project).update('team_admin', { id: `n${index}` }),
    )
    expect(succeeded).toHaveLength(1)
    expect(failed.map((error) => error.code)).toEqual(Array(19).fill('PERMISSION_NOT_FOUND'))
    expect(await listPermissions(teamId, ada)).toEqual([succeeded[0]!.id])
  })

  test('a grant and the end of its definition leave no grant behind', async () => {
    const project = await testProject()
    const { create, remove } = definitions(project)
    const { createTeam, createMember, grant } = teamActions(project)
    const teamId = await createTeam()
    const user = await createMember(teamId)
    for (let round = 0; round < 10; round++) {
      await create('short')
      const { failed } = await race(5, async (index) => (index === 2 ? remove('short') : grant(teamId, user, 'short')))
      for (const error of failed) expect(error).toMatchObject({ code: 'PERMISSION_NOT_FOUND' })
      const left = await project.server.platform.db
        .selectFrom('team_permissions')
        .select('permission_id')
        .where('project_id', '=', project.id)
        .execute()
      expect(left).toEqual([{ permission_id: 'team_member' }])
    }
  })
})
