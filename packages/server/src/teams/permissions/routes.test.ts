import { describe, expect, test } from 'vitest'
import { testProject } from '../../testing/index.ts'
import { listAuditEntries, listEvents, listenToEvents } from '../../testing/records.ts'
import { teamActions } from '../../testing/team.ts'
import { createPerson } from '../../testing/world.ts'

const unknownId = crypto.randomUUID()
const settings = {
  'rbac.permissions.parent': { scope: 'team', containedPermissionIds: { child: true } },
  'rbac.permissions.child': { scope: 'team', containedPermissionIds: { $read_members: true, parent: true } },
  'rbac.permissions.reader': { scope: 'project' },
  'rbac.permissions.editor': { scope: 'project', containedPermissionIds: { reader: true } },
}

async function memberOfTeam() {
  const project = await testProject(settings)
  await listenToEvents(project)
  const actions = teamActions(project)
  const teamId = await actions.createTeam()
  const user = await actions.createMember(teamId)
  await actions.revoke(teamId, user, 'team_member')
  const grantInProject = (permission_id: string, user_id = user.id) =>
    project.call('POST /project-permissions/{user_id}/{permission_id}', {
      as: 'server',
      params: { user_id, permission_id },
      body: {},
    })
  const revokeInProject = (permission_id: string, user_id = user.id) =>
    project.call('DELETE /project-permissions/{user_id}/{permission_id}', {
      as: 'server',
      params: { user_id, permission_id },
    })
  return { project, teamId, user, ...actions, grantInProject, revokeInProject }
}

describe('a permission in a team', () => {
  test('that contains another is listed alone without recursion, and with everything it contains with it', async () => {
    const { project, teamId, user, grant, listPermissions } = await memberOfTeam()
    expect(await grant(teamId, user, 'parent')).toEqual({ id: 'parent', team_id: teamId, user_id: user.id })
    expect(await listPermissions(teamId, user)).toEqual(['parent'])
    expect(await listPermissions(teamId, user, 'true')).toEqual(['$read_members', 'child', 'parent'])
    const query = { user_id: 'me', recursive: 'true' as const, permission_id: '$read_members' }
    expect((await project.call('GET /team-permissions', { user, query })).items).toEqual([
      { id: '$read_members', team_id: teamId, user_id: user.id },
    ])
    const direct = { user_id: 'me', permission_id: 'child' }
    expect((await project.call('GET /team-permissions', { user, query: direct })).items).toEqual([])
  })

  test('is granted with 201, again and again, and each time receivers hear of it', async () => {
    const { project, teamId, user, listPermissions } = await memberOfTeam()
    const before = (await listEvents(project, 'team_permission.created')).length
    const params = { team_id: teamId, user_id: user.id, permission_id: '$update_team' }
    const route = 'POST /team-permissions/{team_id}/{user_id}/{permission_id}'
    for (let time = 0; time < 2; time++) {
      expect(await project.send(route, { as: 'server', params, body: {} })).toMatchObject({ status: 201 })
    }
    expect(await listPermissions(teamId, user)).toEqual(['$update_team'])
    const data = { id: '$update_team', team_id: teamId, user_id: user.id }
    expect((await listEvents(project, 'team_permission.created')).slice(before)).toEqual([
      { type: 'team_permission.created', data },
      { type: 'team_permission.created', data },
    ])
  })

  test('that is not defined, or for the project, cannot be granted', async () => {
    const { teamId, user, grant } = await memberOfTeam()
    for (const permission_id of ['unknown', 'constructor']) {
      await expect(grant(teamId, user, permission_id)).rejects.toMatchObject({
        status: 404,
        code: 'PERMISSION_NOT_FOUND',
        details: { permission_id },
      })
    }
    await expect(grant(teamId, user, 'reader')).rejects.toMatchObject({
      status: 404,
      code: 'WRONG_PERMISSION_SCOPE',
      details: { permission_id: 'reader', expected_scope: 'team', actual_scope: 'project' },
    })
    await expect(grant(teamId, user, '$unknown')).rejects.toMatchObject({ status: 400, code: 'SCHEMA_ERROR' })
    await expect(grant(teamId, { id: unknownId }, 'parent')).rejects.toMatchObject({ code: 'USER_NOT_FOUND' })
    await expect(grant(unknownId, user, 'parent')).rejects.toMatchObject({
      code: 'TEAM_MEMBERSHIP_NOT_FOUND',
      details: { team_id: unknownId, user_id: user.id },
    })
  })

  test('is revoked only when it was granted itself', async () => {
    const { project, teamId, user, grant, revoke, listPermissions } = await memberOfTeam()
    await grant(teamId, user, 'parent')
    const absent = (permission_id: string) => ({
      status: 401,
      code: 'TEAM_PERMISSION_NOT_FOUND',
      details: { team_id: teamId, user_id: user.id, permission_id },
    })
    await expect(revoke(teamId, user, 'child')).rejects.toMatchObject(absent('child'))
    expect(await revoke(teamId, user, 'parent')).toEqual({ success: true })
    await expect(revoke(teamId, user, 'parent')).rejects.toMatchObject(absent('parent'))
    expect(await listPermissions(teamId, user, 'true')).toEqual([])
    const stranger = await createPerson(project)
    await expect(revoke(teamId, stranger, 'parent')).rejects.toMatchObject({ code: 'TEAM_MEMBERSHIP_NOT_FOUND' })
    const data = { id: 'parent', team_id: teamId, user_id: user.id }
    expect((await listEvents(project, 'team_permission.deleted')).at(-1)).toEqual({
      type: 'team_permission.deleted',
      data,
    })
  })

  test('of others is not shown to clients, nor granted by them', async () => {
    const { project, teamId, user } = await memberOfTeam()
    const { send } = project
    const other = await createPerson(project)
    for (const route of ['GET /team-permissions', 'GET /project-permissions']) {
      expect(await send(route, { user, query: {} })).toMatchObject({ status: 403, body: expect.any(String) })
      expect(await send(route, { user, query: { user_id: other.id } })).toMatchObject({ status: 403 })
      expect(await send(route, { query: { user_id: user.id } })).toMatchObject({
        body: { code: 'CANNOT_GET_OWN_USER_WITHOUT_USER' },
      })
      expect(await send(route, { user, query: { user_id: 'me', recursive: 'yes' } })).toMatchObject({
        body: { code: 'SCHEMA_ERROR' },
      })
    }
    const query = { user_id: 'me', team_id: unknownId }
    expect(await send('GET /team-permissions', { user, query })).toMatchObject({
      status: 200,
      body: { items: [], is_paginated: false },
    })
    const params = { team_id: teamId, user_id: 'me', permission_id: '$delete_team' }
    for (const method of ['POST', 'DELETE']) {
      const route = `${method} /team-permissions/{team_id}/{user_id}/{permission_id}`
      expect(await send(route, { user, params, body: {} })).toMatchObject({
        status: 401,
        body: { code: 'INSUFFICIENT_ACCESS_TYPE' },
      })
    }
  })

  test('of the whole project is listed by team, user and id', async () => {
    const { project, teamId, user, grant, createTeam, addMember } = await memberOfTeam()
    const second = await createTeam(user)
    const other = await createPerson(project)
    await addMember(teamId, other)
    for (const id of ['parent', '$update_team', 'team_member']) await grant(teamId, user, id)
    const { items } = await project.call('GET /team-permissions', { as: 'server' })
    const keyOf = ({ team_id, user_id, id }: (typeof items)[number]) => `${team_id} ${user_id} ${id.toUpperCase()}`
    expect(items).toHaveLength(5)
    expect(items.map(keyOf)).toEqual(items.map(keyOf).sort())
    expect(items.filter(({ team_id }) => team_id === second)).toEqual([
      { id: 'team_admin', team_id: second, user_id: user.id },
    ])
  })
})

describe('a permission in the project', () => {
  test('is granted, listed with what it contains, and revoked', async () => {
    const { project, user, grantInProject, revokeInProject } = await memberOfTeam()
    const list = async (recursive: 'true' | 'false') =>
      (await project.call('GET /project-permissions', { user, query: { user_id: 'me', recursive } })).items
    expect(await grantInProject('editor')).toEqual({ id: 'editor', user_id: user.id })
    await grantInProject('editor')
    expect(await list('false')).toEqual([{ id: 'editor', user_id: user.id }])
    expect(await list('true')).toEqual([
      { id: 'editor', user_id: user.id },
      { id: 'reader', user_id: user.id },
    ])
    await expect(revokeInProject('reader')).rejects.toMatchObject({
      status: 404,
      code: 'PERMISSION_NOT_FOUND',
      details: { permission_id: 'reader' },
    })
    expect(await revokeInProject('editor')).toEqual({ success: true })
    expect(await list('true')).toEqual([])
    expect((await listEvents(project, 'project_permission')).map(({ type, data }) => [type, data])).toEqual([
      ['project_permission.created', { id: 'editor', user_id: user.id }],
      ['project_permission.created', { id: 'editor', user_id: user.id }],
      ['project_permission.deleted', { id: 'editor', user_id: user.id }],
    ])
  })

  test('cannot be one of the system, of a team, or for nobody', async () => {
    const { grantInProject } = await memberOfTeam()
    await expect(grantInProject('$update_team')).rejects.toMatchObject({ code: 'PERMISSION_NOT_FOUND' })
    await expect(grantInProject('parent')).rejects.toMatchObject({
      code: 'WRONG_PERMISSION_SCOPE',
      details: { permission_id: 'parent', expected_scope: 'project', actual_scope: 'team' },
    })
    await expect(grantInProject('reader', unknownId)).rejects.toMatchObject({ status: 404, code: 'USER_NOT_FOUND' })
  })
})

test('a permission of another project means nothing here', async () => {
  const { project, teamId, user, grant, grantInProject } = await memberOfTeam()
  const other = await testProject()
  await other.call('POST /team-permission-definitions', { as: 'admin', body: { id: 'theirs' } })
  await expect(grant(teamId, user, 'theirs')).rejects.toMatchObject({ code: 'PERMISSION_NOT_FOUND' })
  await expect(grantInProject('theirs')).rejects.toMatchObject({ code: 'PERMISSION_NOT_FOUND' })
  await grant(teamId, user, 'parent')
  await other.call('POST /team-permission-definitions', { as: 'admin', body: { id: 'parent' } })
  await other.call('PATCH /team-permission-definitions/{id}', {
    as: 'admin',
    params: { id: 'parent' },
    body: { id: 'renamed' },
  })
  await other.call('DELETE /team-permission-definitions/{id}', { as: 'admin', params: { id: 'renamed' } })
  expect((await project.call('GET /team-permissions', { as: 'server' })).items).toMatchObject([{ id: 'parent' }])
})

test('grants and revocations are in the audit log', async () => {
  const { project, teamId, user, grant, revoke, grantInProject } = await memberOfTeam()
  const before = (await listAuditEntries(project, 'permission.')).length
  await grant(teamId, user, 'parent')
  await revoke(teamId, user, 'parent')
  await grantInProject('reader')
  const entry = {
    actor_type: 'server-key',
    actor_id: expect.any(String),
    target_type: 'user',
    target_id: user.id,
    ip_address: '127.0.0.1',
  }
  const inTeam = { permission_id: 'parent', team_id: teamId }
  expect((await listAuditEntries(project, 'permission.')).slice(before)).toEqual([
    { ...entry, action: 'permission.granted', details: inTeam },
    { ...entry, action: 'permission.revoked', details: inTeam },
    { ...entry, action: 'permission.granted', details: { permission_id: 'reader' } },
  ])
})
