import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openDirectory, sendAs } from '../../testing/directory.ts'
import { internalProject, type TestProject, testProject } from '../../testing/index.ts'
import { listAuditEntries } from '../../testing/records.ts'
import { teamActions } from '../../testing/team.ts'
import { createOwner, createPerson } from '../../testing/world.ts'

const read = (project: TestProject, directory_id: string) =>
  project.call('GET /directories/{directory_id}', { as: 'server', params: { directory_id } })
const rotate = (project: TestProject, directory_id: string, old_token_expires_at_millis: number) =>
  project.call('POST /directories/{directory_id}/rotate-token', {
    as: 'server',
    params: { directory_id },
    body: { old_token_expires_at_millis },
  })
const listOperations = (project: TestProject, directory_id: string) =>
  project.call('GET /directories/{directory_id}/operations', { as: 'server', params: { directory_id } })

test('a new directory shows its token once, and then when it was used', async () => {
  const project = await testProject()
  const teamId = await teamActions(project).createTeam()
  const created = await project.call('POST /directories', { as: 'server', body: { team_id: teamId } })
  const { token, ...directory } = created
  expect(token).toMatch(/^scim_[\w-]{43}$/)
  expect(directory).toEqual({
    id: directory.id,
    team_id: teamId,
    url: `http://localhost:8102/api/v1/scim/v2/${directory.id}`,
    created_at_millis: expect.any(Number),
    last_used_at_millis: null,
    tokens: [
      {
        last_four: token.slice(-4),
        created_at_millis: expect.any(Number),
        expires_at_millis: null,
        last_used_at_millis: null,
      },
    ],
    roles: [],
    user_count: 0,
    deactivated_user_count: 0,
    group_count: 0,
    revision: 0,
  })
  expect(await read(project, directory.id)).toEqual(directory)
  expect((await sendAs(project, directory.id, token)('GET /Users')).status).toBe(200)
  const used = await read(project, directory.id)
  expect(used.last_used_at_millis).toBeGreaterThanOrEqual(directory.created_at_millis)
  expect(used.tokens[0]!.last_used_at_millis).toBe(used.last_used_at_millis)
})

test('a team has one directory', async () => {
  const project = await testProject()
  const { teamId } = await openDirectory(project)
  const again = await project.send('POST /directories', { as: 'server', body: { team_id: teamId } })
  expect(again).toMatchObject({ status: 409, body: expect.stringContaining('already has a directory') })
  const unknown = await project.send('POST /directories', { as: 'server', body: { team_id: randomUUID() } })
  expect(unknown).toMatchObject({ status: 404, body: { code: 'TEAM_NOT_FOUND' } })
})

test('after a rotation both tokens work for as long as was said, and the one from before them does not', async () => {
  const project = await testProject()
  const { id, token: first } = await openDirectory(project)
  const opens = async (token: string) => (await sendAs(project, id, token)('GET /Users')).status === 200
  const inAnHour = Date.now() + 3_600_000
  const second = await rotate(project, id, inAnHour)
  expect(second.tokens.map(({ expires_at_millis }) => expires_at_millis)).toEqual([null, inAnHour])
  expect([await opens(first), await opens(second.token)]).toEqual([true, true])
  const third = await rotate(project, id, inAnHour)
  expect(third.tokens).toHaveLength(2)
  expect([await opens(first), await opens(second.token), await opens(third.token)]).toEqual([false, true, true])
  const fourth = await rotate(project, id, 0)
  expect(fourth.tokens).toHaveLength(1)
  expect([await opens(third.token), await opens(fourth.token)]).toEqual([false, true])
})

test('the log has the last hundred operations, and says why a request was refused', async () => {
  const project = await testProject()
  const directory = await openDirectory(project)
  for (let index = 0; index < 104; index++) await directory.call('POST /Groups', { body: { displayName: `G${index}` } })
  const refused = await directory.send('POST /Users', { body: { userName: 'eve@elsewhere.example' } })
  await directory.send(`GET /Users/${randomUUID()}`)
  const { items } = await listOperations(project, directory.id)
  expect(items).toHaveLength(100)
  expect(items[0]).toMatchObject({
    action: 'request.refused',
    subject: 'POST /Users',
    details: (refused.body as { detail: string }).detail,
  })
  expect(items.slice(1).map(({ subject }) => subject)).toEqual(
    Array.from({ length: 99 }, (_, index) => `G${103 - index}`),
  )
  const stored = project.server.platform.db.selectFrom('directory_operations').select('id')
  expect(await stored.where('project_id', '=', project.id).execute()).toHaveLength(100)
})

test('groups are listed with what their roles give', async () => {
  const project = await testProject({ 'rbac.permissions.writer': { scope: 'team' } })
  const { id, call } = await openDirectory(project)
  const [b, a] = [
    await call('POST /Groups', { body: { displayName: 'B' } }),
    await call('POST /Groups', { body: { displayName: 'a' } }),
  ]
  const params = { directory_id: id }
  const roles = [
    { group: 'A', permission_id: 'writer' },
    { group: b.id, permission_id: 'team_admin' },
  ]
  const changed = await project.call('PATCH /directories/{directory_id}', { as: 'server', params, body: { roles } })
  expect(changed).toMatchObject({ group_count: 2 })
  expect(changed.roles).toEqual(expect.arrayContaining(roles))
  const { items } = await project.call('GET /directories/{directory_id}/groups', { as: 'server', params })
  expect(items).toEqual([
    { id: a.id, display_name: 'a', member_count: 0, permission_ids: ['writer'] },
    { id: b.id, display_name: 'B', member_count: 0, permission_ids: ['team_admin'] },
  ])
  const unknown = { roles: [{ group: 'A', permission_id: 'unknown' }] }
  expect(
    await project.send('PATCH /directories/{directory_id}', { as: 'server', params, body: unknown }),
  ).toMatchObject({ status: 404, body: { code: 'PERMISSION_NOT_FOUND' } })
})

test('a permission that is renamed or deleted takes the roles with it', async () => {
  const project = await testProject({ 'rbac.permissions.writer': { scope: 'team' } })
  const { id } = await openDirectory(project)
  const body = { roles: [{ group: 'A', permission_id: 'writer' }] }
  await project.call('PATCH /directories/{directory_id}', { as: 'server', params: { directory_id: id }, body })
  const route = '/team-permission-definitions/{id}' as const
  await project.call(`PATCH ${route}`, {
    as: 'admin',
    params: { id: 'writer' },
    body: { id: 'author', contained_permission_ids: [] },
  })
  expect((await read(project, id)).roles).toEqual([{ group: 'A', permission_id: 'author' }])
  await project.call(`DELETE ${route}`, { as: 'admin', params: { id: 'author' } })
  expect((await read(project, id)).roles).toEqual([])
})

test('members of the team manage its directory with the permission, and only what they have themselves', async () => {
  const project = await testProject({ 'rbac.permissions.writer': { scope: 'team' } })
  const { createMember, grant } = teamActions(project)
  const directory = await openDirectory(project)
  const params = { directory_id: directory.id }
  const member = await createMember(directory.teamId)
  const route = 'GET /directories/{directory_id}'
  expect(await project.send(route, { user: member, params })).toMatchObject({
    status: 401,
    body: { code: 'TEAM_PERMISSION_REQUIRED' },
  })
  await grant(directory.teamId, member, '$manage_connections')
  expect(await project.call(route, { user: member, params })).toMatchObject({ id: directory.id })
  const setRoles = (permission_id: string) =>
    project.send('PATCH /directories/{directory_id}', {
      user: member,
      params,
      body: { roles: [{ group: 'Everybody', permission_id }] },
    })
  expect(await setRoles('team_admin')).toMatchObject({ status: 404, body: { code: 'PERMISSION_NOT_FOUND' } })
  expect(await setRoles('team_member')).toMatchObject({ status: 200 })

  const stranger = await createPerson(project)
  const neighbour = await openDirectory(project)
  await grant(neighbour.teamId, await createMember(neighbour.teamId), '$manage_connections')
  for (const user of [stranger, await createMember(neighbour.teamId)]) {
    expect(await project.send(route, { user, params })).toMatchObject({
      status: 404,
      body: { code: 'DIRECTORY_NOT_FOUND' },
    })
  }
})

test('teams of project owners have no directories', async () => {
  const project = await internalProject()
  const owner = await createOwner(project.server)
  const body = { team_id: owner.teamId }
  expect((await project.send('POST /directories', { as: 'admin', body })).status).toBe(403)
})

test('a deleted directory leaves members and their permissions, and forgets whom it had deactivated', async () => {
  const project = await testProject({ 'rbac.permissions.writer': { scope: 'team' } })
  const { listPermissions } = teamActions(project)
  const { id, call, teamId, domain } = await openDirectory(project)
  const params = { directory_id: id }
  const user = await call('POST /Users', { body: { userName: `ada@${domain}` } })
  await call('POST /Groups', { body: { displayName: 'A', members: [{ value: user.id }] } })
  const body = { roles: [{ group: 'A', permission_id: 'writer' }] }
  await project.call('PATCH /directories/{directory_id}', { as: 'server', params, body })
  const { items } = await project.call('GET /users', { as: 'server', query: { team_id: teamId } })
  await project.call('DELETE /directories/{directory_id}', { as: 'server', params })
  expect(await listPermissions(teamId, { id: items[0]!.id })).toEqual(['team_member', 'writer'])
  expect(await project.call('GET /directories', { as: 'server', query: { team_id: teamId } })).toMatchObject({
    items: [],
  })
  const entries = await listAuditEntries(project, 'directory.')
  expect(entries.map(({ action }) => action)).toEqual([
    'directory.created',
    'directory.user_provisioned',
    'directory.updated',
    'directory.deleted',
  ])
})
