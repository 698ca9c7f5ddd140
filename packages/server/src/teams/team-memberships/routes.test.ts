import { describe, expect, test } from 'vitest'
import { separateServer, testProject } from '../../testing/index.ts'
import { projectWithKeys } from '../../testing/project.ts'
import { listAuditEntries, listEvents, listenToEvents } from '../../testing/records.ts'
import { teamActions } from '../../testing/team.ts'
import { createPerson } from '../../testing/world.ts'

const unknownId = crypto.randomUUID()
const add = 'POST /team-memberships/{team_id}/{user_id}'
const remove = 'DELETE /team-memberships/{team_id}/{user_id}'

describe('a member who is added', () => {
  test('gets the default permissions of members', async () => {
    const project = await testProject()
    const { createTeam, listPermissions } = teamActions(project)
    const { id: user_id } = await createPerson(project)
    const params = { team_id: await createTeam(), user_id }
    const response = await project.send(add, { as: 'server', params, body: {} })
    expect(response).toMatchObject({ status: 201, body: params })
    expect(response.body).toEqual(params)
    expect(await listPermissions(params.team_id, { id: user_id })).toEqual(['team_member'])
  })

  test('with a custom permission in the default list causes two team_permission.created events', async () => {
    const project = await testProject({
      'rbac.permissions.writer': { scope: 'team' },
      'rbac.defaultPermissions.teamMember': { writer: true, team_member: true, gone: true },
    })
    await listenToEvents(project)
    const { createTeam, createMember } = teamActions(project)
    const team_id = await createTeam()
    const before = (await listEvents(project)).length
    const { id: user_id } = await createMember(team_id)
    const events = (await listEvents(project)).slice(before).filter(({ type }) => type.startsWith('team'))
    expect(events).toEqual([
      { type: 'team_membership.created', data: { team_id, user_id } },
      { type: 'team_permission.created', data: { id: 'team_member', team_id, user_id } },
      { type: 'team_permission.created', data: { id: 'writer', team_id, user_id } },
    ])
  })

  test('twice is TEAM_MEMBERSHIP_ALREADY_EXISTS; an unknown user comes before an unknown team', async () => {
    const project = await testProject()
    const { createTeam, createMember, addMember } = teamActions(project)
    const teamId = await createTeam()
    const ada = await createMember(teamId)
    await expect(addMember(teamId, ada)).rejects.toMatchObject({ status: 409, code: 'TEAM_MEMBERSHIP_ALREADY_EXISTS' })
    const nobody = { id: unknownId }
    await expect(addMember(teamId, nobody)).rejects.toMatchObject({ status: 404, code: 'USER_NOT_FOUND' })
    await expect(addMember(unknownId, nobody)).rejects.toMatchObject({ code: 'USER_NOT_FOUND' })
    await expect(addMember(unknownId, ada)).rejects.toMatchObject({
      status: 404,
      code: 'TEAM_NOT_FOUND',
      details: { team_id: unknownId },
    })
  })

  test('cannot be added by a client, not even by themselves, nor with a body that says anything', async () => {
    const project = await testProject()
    const user = await createPerson(project)
    const params = { team_id: await teamActions(project).createTeam(), user_id: user.id }
    expect(await project.send(add, { user, params, body: {} })).toMatchObject({
      status: 401,
      body: { code: 'INSUFFICIENT_ACCESS_TYPE', details: { allowed_access_types: ['server', 'admin'] } },
    })
    for (const body of [undefined, { role: 'admin' }]) {
      expect(await project.send(add, { as: 'server', params, body })).toMatchObject({
        status: 400,
        body: { code: 'SCHEMA_ERROR' },
      })
    }
  })
})

describe('a member', () => {
  test('who created the team leaves it by `me`, and it stays without members', async () => {
    const project = await testProject()
    await listenToEvents(project)
    const { call } = project
    const user = await createPerson(project)
    const team_id = await teamActions(project).createTeam(user)
    await call('PATCH /users/me', { user, body: { selected_team_id: team_id } })
    expect(await call(remove, { user, params: { team_id, user_id: 'me' } })).toEqual({ success: true })
    expect((await call('GET /users/me', { user })).selected_team).toBeNull()
    expect((await call('GET /teams', { as: 'server' })).items).toHaveLength(1)
    expect((await call('GET /team-permissions', { as: 'server' })).items).toEqual([])
    expect(await listEvents(project, 'team_')).toEqual([
      { type: 'team_membership.deleted', data: { team_id, user_id: user.id } },
    ])
  })

  test('is removed by others only with $remove_members', async () => {
    const project = await testProject()
    const { call } = project
    const { createTeam, createMember, grant } = teamActions(project)
    const admin = await createPerson(project)
    const team_id = await createTeam(admin)
    const [ada, bob] = [await createMember(team_id), await createMember(team_id)]
    const stranger = await createPerson(project)
    const params = { team_id, user_id: bob.id }
    await expect(call(remove, { user: stranger, params })).rejects.toMatchObject({
      status: 404,
      code: 'TEAM_MEMBERSHIP_NOT_FOUND',
      details: { team_id, user_id: stranger.id },
    })
    await expect(call(remove, { user: ada, params })).rejects.toMatchObject({
      status: 401,
      code: 'TEAM_PERMISSION_REQUIRED',
      details: { team_id, user_id: ada.id, permission_id: '$remove_members' },
    })
    await expect(call(remove, { params })).rejects.toMatchObject({ code: 'CANNOT_GET_OWN_USER_WITHOUT_USER' })
    await grant(team_id, ada, '$remove_members')
    await call(remove, { user: ada, params })
    await expect(call(remove, { user: ada, params })).rejects.toMatchObject({
      code: 'TEAM_MEMBERSHIP_NOT_FOUND',
      details: params,
    })
    await expect(call(remove, { user: ada, params: { team_id, user_id: unknownId } })).rejects.toMatchObject({
      status: 404,
      code: 'USER_NOT_FOUND',
    })
    // The last admin has no more protection than anybody else.
    await call(remove, { user: ada, params: { team_id, user_id: admin.id } })
  })

  test('who comes back has the permissions of a new member, and no profile of before', async () => {
    const project = await testProject()
    const { createTeam, createMember, grant, removeMember, addMember, listPermissions } = teamActions(project)
    const team_id = await createTeam()
    const ada = await createMember(team_id)
    const params = { team_id, user_id: ada.id }
    await grant(team_id, ada, 'team_admin')
    const body = { display_name: 'Boss' }
    await project.call('PATCH /team-member-profiles/{team_id}/{user_id}', { user: ada, params, body })
    await removeMember(team_id, ada)
    await addMember(team_id, ada)
    expect(await listPermissions(team_id, ada)).toEqual(['team_member'])
    const profile = await project.call('GET /team-member-profiles/{team_id}/{user_id}', { user: ada, params })
    expect(profile.display_name).toBeNull()
  })

  test('is in the audit log with who added and who removed them', async () => {
    const project = await testProject()
    const { createTeam, createMember } = teamActions(project)
    const team_id = await createTeam()
    const ada = await createMember(team_id)
    await project.call(remove, { user: ada, params: { team_id, user_id: 'me' } })
    const entry = { target_type: 'user', target_id: ada.id, ip_address: '127.0.0.1' }
    expect(await listAuditEntries(project, 'team_membership')).toEqual([
      {
        ...entry,
        action: 'team_membership.created',
        actor_type: 'server-key',
        actor_id: expect.any(String),
        details: { team_id, permission_ids: ['team_member'] },
      },
      { ...entry, action: 'team_membership.deleted', actor_type: 'user', actor_id: ada.id, details: { team_id } },
    ])
  })
})

test('someone removed on one node is refused on the other at once', async () => {
  const project = await testProject()

  const secondNode = projectWithKeys(await separateServer({}), project.id, project.keys)
  const { createTeam, createMember, removeMember } = teamActions(project)
  const team_id = await createTeam()
  const user = await createMember(team_id)
  await secondNode.call('GET /teams/{team_id}', { user, params: { team_id } })
  await removeMember(team_id, user)
  await expect(secondNode.call('GET /teams/{team_id}', { user, params: { team_id } })).rejects.toMatchObject({
    code: 'TEAM_MEMBERSHIP_NOT_FOUND',
  })
})
