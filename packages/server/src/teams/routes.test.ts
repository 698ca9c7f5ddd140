import { describe, expect, test } from 'vitest'
import { testProject, testUrl } from '../testing/index.ts'
import { listAuditEntries, listEvents, listenToEvents } from '../testing/records.ts'
import { teamActions } from '../testing/team.ts'
import { createPerson } from '../testing/world.ts'

const gif = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const clientTeams = { 'teams.allowClientTeamCreation': true }
const unknownId = crypto.randomUUID()

describe('POST /teams', () => {
  test('by a server makes a team without members, with all its fields', async () => {
    const project = await testProject()
    await listenToEvents(project)
    const { call } = project
    const body = {
      display_name: '',
      profile_image_url: 'http://localhost/logo.png',
      client_metadata: 'test',
      client_read_only_metadata: [1],
      server_metadata: { plan: 'pro' },
    }
    const response = await project.send('POST /teams', { as: 'server', body })
    expect(response.status).toBe(201)
    const team = response.body as { id: string }
    const made = { id: expect.any(String), created_at_millis: expect.any(Number) }
    expect(team).toEqual({ ...body, ...made, second_factor_required_from_millis: null })
    expect(await call('GET /teams/{team_id}', { as: 'server', params: { team_id: team.id } })).toEqual(team)
    expect((await call('GET /team-member-profiles', { as: 'server', query: { team_id: team.id } })).items).toEqual([])
    expect(await listEvents(project, 'team')).toEqual([{ type: 'team.created', data: team }])
  })

  test('makes its creator an admin, but does not select the team, and tells receivers of the team only', async () => {
    const project = await testProject()
    await listenToEvents(project)
    const { createTeam, listPermissions } = teamActions(project)
    const ada = await createPerson(project)
    const teamId = await createTeam(ada)
    expect(await listPermissions(teamId, ada)).toEqual(['team_admin'])
    expect((await project.call('GET /users/me', { user: ada })).selected_team).toBeNull()
    expect((await listEvents(project, 'team')).map(({ type }) => type)).toEqual(['team.created'])
  })

  test('by a client, who becomes the creator, shows the client view', async () => {
    const project = await testProject(clientTeams)
    const { call } = project
    const user = await createPerson(project)
    const body = { display_name: 'Mine', profile_image_url: gif, client_metadata: { a: 1 } }
    const team = await call('POST /teams', { user, body })
    expect(team).toEqual({
      id: team.id,
      display_name: 'Mine',
      profile_image_url: expect.stringMatching(
        new RegExp(`^${testUrl}/files/${project.id}/team-profile-images/[0-9a-f-]{36}\\.gif$`),
      ),
      client_metadata: { a: 1 },
      client_read_only_metadata: null,
      second_factor_required_from_millis: null,
    })
    expect((await call('GET /teams', { user, query: { user_id: 'me' } })).items).toEqual([team])
    expect((await project.server.fetch(team.profile_image_url!)).headers.get('content-type')).toBe('image/gif')
  })

  test('checks a client in the order of the contract: sign-in, project, image, creator', async () => {
    const closed = await testProject()
    const open = await testProject(clientTeams)
    const other = (await createPerson(open)).id
    const body = { display_name: 'T', profile_image_url: 'http://localhost/x.png', creator_user_id: other }
    const send = async (project: typeof open, change: object, isSignedIn = true) => {
      const user = isSignedIn ? await createPerson(project) : undefined
      return project.send('POST /teams', { user, body: { ...body, ...change } })
    }
    expect(await send(closed, {}, false)).toMatchObject({ status: 401, body: { code: 'USER_AUTHENTICATION_REQUIRED' } })
    expect(await send(closed, {})).toMatchObject({ status: 403 })
    expect(await send(open, {})).toMatchObject({ status: 400, body: expect.stringMatching(/image/) })
    // client team create for another creator: text 403
    const refused = await send(open, { profile_image_url: gif })
    expect(refused).toMatchObject({ status: 403, body: expect.any(String) })
    expect(refused.headers.get('x-stack-known-error')).toBeNull()
    expect((await open.call('GET /teams', { as: 'server' })).items).toEqual([])
    const files = await open.server.platform.db
      .selectFrom('files')
      .select('id')
      .where('project_id', '=', open.id)
      .execute()
    expect(files).toEqual([])
  })

  test('for an unknown creator is USER_NOT_FOUND and makes no team', async () => {
    const project = await testProject()
    await listenToEvents(project)
    const body = { display_name: 'T', creator_user_id: unknownId }
    await expect(project.call('POST /teams', { as: 'server', body })).rejects.toMatchObject({
      status: 404,
      code: 'USER_NOT_FOUND',
    })
    expect((await project.call('GET /teams', { as: 'server' })).items).toEqual([])
    expect(await listEvents(project, 'team')).toEqual([])
  })

  test('takes the signed-in user by `me` and by the older query parameter', async () => {
    const project = await testProject()
    const { call } = project
    const user = await createPerson(project)
    const query = { add_current_user: 'true' as const }
    await call('POST /teams', { as: 'server', user, body: { display_name: 'A', creator_user_id: 'me' } })
    await call('POST /teams', { as: 'server', user, query, body: { display_name: 'B' } })
    const { items } = await call('GET /teams', { as: 'server', query: { user_id: user.id } })
    expect(items.map(({ display_name }) => display_name)).toEqual(['A', 'B'])

    const body = { display_name: 'C' }
    expect(await project.send('POST /teams', { as: 'server', query, body })).toMatchObject({ status: 401 })
    const both = { as: 'server' as const, user, query, body: { ...body, creator_user_id: 'me' } }
    expect(await project.send('POST /teams', both)).toMatchObject({ status: 400, body: expect.any(String) })
  })

  test.each([
    ['no name', {}],
    ['a null name', { display_name: null }],
    ['an empty image URL', { display_name: 'T', profile_image_url: '' }],
    ['a field of servers', { display_name: 'T', server_metadata: 1 }],
    ['an id of its own', { display_name: 'T', id: unknownId }],
  ])('with %s is SCHEMA_ERROR for a client', async (_, body) => {
    const project = await testProject(clientTeams)
    const user = await createPerson(project)
    const response = await project.send('POST /teams', { user, body })
    expect(response).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
  })
})

describe('GET /teams', () => {
  test('lists the teams of a user, oldest first, and all of them for servers only', async () => {
    const project = await testProject()
    const { call } = project
    const { createTeam } = teamActions(project)
    const [ada, bob] = [await createPerson(project), await createPerson(project)]
    const ids = [await createTeam(ada), await createTeam(bob), await createTeam(ada)]
    const idsOf = async (query: object, as: 'client' | 'server' = 'server') =>
      (await call('GET /teams', { as, user: ada, query })).items.map(({ id }) => id)
    expect(await idsOf({})).toEqual(ids)
    expect(await idsOf({ user_id: ada.id })).toEqual([ids[0], ids[2]])
    expect(await idsOf({ user_id: unknownId })).toEqual([])
    expect(await idsOf({ user_id: 'me' }, 'client')).toEqual([ids[0], ids[2]])
    expect(await idsOf({ user_id: ada.id }, 'client')).toEqual([ids[0], ids[2]])

    const refused = { status: 403, code: undefined }
    await expect(idsOf({}, 'client')).rejects.toMatchObject(refused)
    await expect(idsOf({ user_id: bob.id }, 'client')).rejects.toMatchObject(refused)
    await expect(call('GET /teams', { query: { user_id: ada.id } })).rejects.toMatchObject({
      status: 400,
      code: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    })
    expect(Object.keys(await call('GET /teams', { as: 'server' }))).toEqual(['items', 'is_paginated'])
  })
})

describe('a team', () => {
  test('of others is TEAM_MEMBERSHIP_NOT_FOUND for a client, as one that nobody has', async () => {
    const project = await testProject()
    const { call } = project
    const { createTeam } = teamActions(project)
    const user = await createPerson(project)
    for (const team_id of [await createTeam(), unknownId]) {
      const refusal = { status: 404, code: 'TEAM_MEMBERSHIP_NOT_FOUND', details: { team_id, user_id: user.id } }
      await expect(call('GET /teams/{team_id}', { user, params: { team_id } })).rejects.toMatchObject(refusal)
      await expect(call('PATCH /teams/{team_id}', { user, params: { team_id }, body: {} })).rejects.toMatchObject(
        refusal,
      )
      await expect(call('DELETE /teams/{team_id}', { user, params: { team_id } })).rejects.toMatchObject(refusal)
    }
    const params = { team_id: unknownId }
    const unknown = { status: 404, code: 'TEAM_NOT_FOUND', details: params }
    await expect(call('GET /teams/{team_id}', { as: 'server', params })).rejects.toMatchObject(unknown)
    await expect(call('PATCH /teams/{team_id}', { as: 'server', params, body: {} })).rejects.toMatchObject(unknown)
    await expect(call('DELETE /teams/{team_id}', { as: 'server', params })).rejects.toMatchObject(unknown)
  })

  test('is not to be called `me`', async () => {
    const { send } = await testProject()
    const response = await send('GET /teams/{team_id}', { as: 'server', params: { team_id: 'me' } })
    expect(response).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
  })

  test('is changed by members with $update_team, and its name may become empty', async () => {
    const project = await testProject()
    await listenToEvents(project)
    const { call } = project
    const ada = await createPerson(project)
    const team_id = await teamActions(project).createTeam(ada)
    const params = { team_id }
    const body = { display_name: '', profile_image_url: gif, client_metadata: [1] }
    const changed = await call('PATCH /teams/{team_id}', { user: ada, params, body })
    expect(changed).toMatchObject({ display_name: '', client_metadata: [1] })
    expect(await call('GET /teams/{team_id}', { user: ada, params })).toEqual(changed)

    const server = await call('PATCH /teams/{team_id}', {
      as: 'server',
      params,
      body: { profile_image_url: null, client_metadata: null, server_metadata: 5, client_read_only_metadata: 'x' },
    })
    expect(server).toMatchObject({
      display_name: '',
      profile_image_url: null,
      client_metadata: null,
      server_metadata: 5,
      client_read_only_metadata: 'x',
    })
    expect((await project.server.fetch(changed.profile_image_url!)).status).toBe(404)
    const events = await listEvents(project, 'team.updated')
    expect(events.map(({ data }) => data)).toEqual([
      { ...changed, server_metadata: null, created_at_millis: server.created_at_millis },
      server,
    ])
  })

  test.each([
    'server_metadata',
    'client_read_only_metadata',
    'id',
    'created_at_millis',
    'project_id',
  ])('keeps its %s from clients', async (name) => {
    const project = await testProject()
    const user = await createPerson(project)
    const params = { team_id: await teamActions(project).createTeam(user) }
    const body = { display_name: 'New', [name]: 1 }
    const response = await project.send('PATCH /teams/{team_id}', { user, params, body })
    expect(response).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
    expect((await project.call('GET /teams/{team_id}', { user, params })).display_name).toBe('Team')
  })

  test.each([{ display_name: null }, { profile_image_url: '' }])('does not take %j', async (body) => {
    const project = await testProject()
    const params = { team_id: await teamActions(project).createTeam() }
    const response = await project.send('PATCH /teams/{team_id}', { as: 'server', params, body })
    expect(response).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
  })

  test('shows an image of another host only when a server sets it', async () => {
    const project = await testProject()
    const user = await createPerson(project)
    const params = { team_id: await teamActions(project).createTeam(user) }
    const body = { profile_image_url: 'http://localhost/x.png' }
    const patch = (as: 'client' | 'server') => project.send('PATCH /teams/{team_id}', { as, user, params, body })
    expect(await patch('client')).toMatchObject({ status: 400, body: expect.any(String) })
    expect(await patch('server')).toMatchObject({ status: 200, body })
  })

  test('takes memberships, permissions, profiles and its selection with it, but no user', async () => {
    const project = await testProject()
    await listenToEvents(project)
    const { call } = project
    const { createTeam, createMember, addMember } = teamActions(project)
    const ada = await createPerson(project)
    const team_id = await createTeam(ada)
    const otherTeam = await createTeam(ada)
    const bob = await createMember(team_id)
    await addMember(otherTeam, bob)
    await call('PATCH /users/me', { user: bob, body: { selected_team_id: team_id } })
    const params = { team_id, user_id: bob.id }
    const { profile_image_url } = await call('PATCH /team-member-profiles/{team_id}/{user_id}', {
      user: bob,
      params,
      body: { profile_image_url: gif },
    })
    const before = (await listEvents(project)).length

    expect(await call('DELETE /teams/{team_id}', { user: ada, params: { team_id } })).toEqual({ success: true })
    await expect(call('GET /teams/{team_id}', { as: 'server', params: { team_id } })).rejects.toMatchObject({
      code: 'TEAM_NOT_FOUND',
    })
    expect((await call('GET /users/me', { user: bob })).selected_team_id).toBeNull()
    const { items } = await call('GET /team-permissions', { as: 'server' })
    expect(items.map((item) => item.team_id)).toEqual([otherTeam, otherTeam])
    expect((await project.server.fetch(profile_image_url!)).status).toBe(404)
    expect((await listEvents(project)).slice(before)).toEqual([{ type: 'team.deleted', data: { id: team_id } }])
  })

  test('records in the audit log who did what to it', async () => {
    const project = await testProject(clientTeams)
    const { call } = project
    const user = await createPerson(project)
    const { id } = await call('POST /teams', { user, body: { display_name: 'Gone' } })
    await call('PATCH /teams/{team_id}', { as: 'server', params: { team_id: id }, body: { server_metadata: 1 } })
    await call('DELETE /teams/{team_id}', { as: 'admin', params: { team_id: id } })
    const entry = { target_type: 'team', target_id: id, ip_address: '127.0.0.1' }
    expect(await listAuditEntries(project, 'team.')).toEqual([
      {
        ...entry,
        action: 'team.created',
        actor_type: 'user',
        actor_id: user.id,
        details: { creator_user_id: user.id },
      },
      {
        ...entry,
        action: 'team.updated',
        actor_type: 'server-key',
        actor_id: expect.any(String),
        details: { fields: ['server_metadata'] },
      },
      {
        ...entry,
        action: 'team.deleted',
        actor_type: 'admin-key',
        actor_id: expect.any(String),
        details: { display_name: 'Gone' },
      },
    ])
  })
})

test('a team name is bounded, because searching needs an index of it', async () => {
  const project = await testProject(clientTeams)
  const person = await createPerson(project)
  const longest = 'x'.repeat(256)
  for (const as of ['client', 'server'] as const) {
    const create = (display_name: string) =>
      project.send('POST /teams', { as, user: person, body: { display_name, creator_user_id: 'me' } })
    const { status, body } = await create(longest)
    expect(status).toBe(201)
    expect(await create(`${longest}x`)).toMatchObject({ body: { code: 'SCHEMA_ERROR' } })
    const team = { as, user: person, params: { team_id: (body as { id: string }).id } }
    const rename = { ...team, body: { display_name: `${longest}x` } }
    expect(await project.send('PATCH /teams/{team_id}', rename)).toMatchObject({ body: { code: 'SCHEMA_ERROR' } })
    const member = { ...rename, params: { ...team.params, user_id: 'me' } }
    expect(await project.send('PATCH /team-member-profiles/{team_id}/{user_id}', member)).toMatchObject({
      body: { code: 'SCHEMA_ERROR' },
    })
  }
})
