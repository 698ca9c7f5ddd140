import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { race, separateServer, type TestProject, testProject } from '../../testing/index.ts'
import { listAuditEntries, listEvents, listenToEvents } from '../../testing/records.ts'
import { teamActions } from '../../testing/team.ts'
import { createPerson } from '../../testing/world.ts'

const asServer = { as: 'server' as const }
const plain = (status: number) => ({ status, code: undefined })
const notFound = { status: 404, code: 'API_KEY_NOT_FOUND' }
const enabled = { 'apiKeys.enabled': { user: true, team: true } }

function actions({ call }: TestProject) {
  const base = { description: 'For a program', expires_at_millis: null }
  return {
    createUserKey: (user_id: string, more: object = {}, request: object = asServer) =>
      call('POST /user-api-keys', { ...request, body: { ...base, user_id, ...more } }),
    createTeamKey: (team_id: string, more: object = {}, request: object = asServer) =>
      call('POST /team-api-keys', { ...request, body: { ...base, team_id, ...more } }),
    checkUserKey: (api_key: string) => call('POST /user-api-keys/check', { ...asServer, body: { api_key } }),
    checkTeamKey: (api_key: string) => call('POST /team-api-keys/check', { ...asServer, body: { api_key } }),
    changeUserKey: (id: string, body: object, request: object = asServer) =>
      call('PATCH /user-api-keys/{id}', { ...request, params: { id }, body }),
  }
}

async function setUp() {
  const project = await testProject(enabled)
  return { project, person: await createPerson(project), ...actions(project) }
}

describe('a new key', () => {
  test('returns 200 and its full value, which is never shown again', async () => {
    const { project, person } = await setUp()
    const expires_at_millis = Date.now() + 60_000
    const body = { description: 'CI', expires_at_millis, user_id: 'me' }
    const answer = await project.send('POST /user-api-keys', { user: person, body })
    expect(answer.status).toBe(200)
    const created = answer.body as { id: string; value: string; created_at_millis: number }
    expect(created).toStrictEqual({
      id: created.id,
      description: 'CI',
      is_public: false,
      created_at_millis: created.created_at_millis,
      expires_at_millis,
      type: 'user',
      user_id: person.id,
      value: expect.stringMatching(/^sk_.{99}$/),
    })
    const shown = { ...created, value: { last_four: created.value.slice(-4) } }
    const read = { user: person, params: { id: created.id } }
    expect(await project.call('GET /user-api-keys/{id}', read)).toStrictEqual(shown)
    const list = await project.call('GET /user-api-keys', { user: person, query: { user_id: 'me' } })
    expect(list).toStrictEqual({ items: [shown], is_paginated: false })
    const { db } = project.server.platform
    const rows = await db.selectFrom('api_keys').selectAll().where('project_id', '=', project.id).execute()
    expect(JSON.stringify(rows)).not.toContain(created.value.slice(3, 48))
  })

  test('starts with sk when it is secret and with pk when it is public', async () => {
    const { createUserKey, person } = await setUp()
    expect((await createUserKey(person.id)).value).toMatch(/^sk_/)
    expect(await createUserKey(person.id, { is_public: true })).toMatchObject({
      is_public: true,
      value: expect.stringMatching(/^pk_/),
    })
  })

  test('of an unknown user or team is USER_NOT_FOUND or TEAM_NOT_FOUND for a server', async () => {
    const { createUserKey, createTeamKey } = await setUp()
    await expect(createUserKey(randomUUID())).rejects.toMatchObject({ status: 404, code: 'USER_NOT_FOUND' })
    await expect(createTeamKey(randomUUID())).rejects.toMatchObject({ status: 404, code: 'TEAM_NOT_FOUND' })
  })

  test.each([
    { expires_at_millis: undefined },
    { expires_at_millis: 0 },
    { expires_at_millis: 1.5 },
    { expires_at_millis: 9e15 },
    { description: undefined },
    { team_id: randomUUID() },
    { value: 'sk_mine' },
  ])('with %j is a schema error', async (body) => {
    const { project, person } = await setUp()
    const valid = { description: '', expires_at_millis: null, user_id: person.id }
    expect(await project.send('POST /user-api-keys', { ...asServer, body: { ...valid, ...body } })).toMatchObject({
      body: { code: 'SCHEMA_ERROR' },
    })
  })
})

describe('who may', () => {
  test('nobody if the project has not enabled API keys', async () => {
    const project = await testProject()
    const person = await createPerson(project)
    const { createUserKey, createTeamKey, checkUserKey, checkTeamKey, changeUserKey } = actions(project)
    const calls = [
      () => createUserKey(person.id),
      () => createTeamKey(randomUUID()),
      () => checkUserKey('x'),
      () => checkTeamKey('x'),
      () => changeUserKey(randomUUID(), {}),
      () => project.call('GET /user-api-keys', { query: { user_id: person.id } }),
      () => project.call('GET /team-api-keys', { query: { team_id: randomUUID() } }),
    ]
    for (const call of calls) await expect(call()).rejects.toMatchObject(plain(400))
  })

  test('clients manage only their own', async () => {
    const { project, person, createUserKey, changeUserKey } = await setUp()
    const other = await createPerson(project)
    const { id } = await createUserKey(other.id)
    const asPerson = { user: person }
    await expect(createUserKey(other.id, {}, asPerson)).rejects.toMatchObject(plain(403))
    await expect(changeUserKey(id, { revoked: true }, asPerson)).rejects.toMatchObject(plain(403))
    const { call } = project
    await expect(call('GET /user-api-keys/{id}', { ...asPerson, params: { id } })).rejects.toMatchObject(plain(403))
    const query = { user_id: other.id }
    await expect(call('GET /user-api-keys', { ...asPerson, query })).rejects.toMatchObject(plain(403))
    await expect(call('GET /user-api-keys', { query })).rejects.toMatchObject({ code: 'USER_AUTHENTICATION_REQUIRED' })
  })

  test('members manage keys of their team with $manage_api_keys, and others find nothing', async () => {
    const { project, person, createTeamKey } = await setUp()
    const { createTeam, createMember, grant } = teamActions(project)
    const teamId = await createTeam(person)
    const member = await createMember(teamId)
    const stranger = await createPerson(project)
    const { id } = await createTeamKey(teamId, {}, { user: person })
    const query = { team_id: teamId }
    const calls = (user: typeof person) => [
      () => createTeamKey(teamId, {}, { user }),
      () => project.call('GET /team-api-keys', { user, query }),
      () => project.call('GET /team-api-keys/{id}', { user, params: { id }, query }),
      () => project.call('PATCH /team-api-keys/{id}', { user, params: { id }, query, body: { description: 'x' } }),
    ]
    for (const user of [member, stranger]) {
      for (const call of calls(user)) await expect(call()).rejects.toMatchObject(notFound)
    }
    await expect(createTeamKey(randomUUID(), {}, { user: person })).rejects.toMatchObject(notFound)
    await grant(teamId, member, '$manage_api_keys')
    for (const call of calls(member)) await expect(call()).resolves.toBeDefined()
  })

  test('whose session has ended makes no more keys', async () => {
    const { project, person, createUserKey } = await setUp()
    await project.call('DELETE /auth/sessions/current', { user: person })
    await expect(createUserKey('me', {}, { user: person })).rejects.toMatchObject({ code: 'ACCESS_TOKEN_EXPIRED' })
  })

  test('only servers check keys', async () => {
    const { project, person, createUserKey } = await setUp()
    const { value } = await createUserKey(person.id)
    await expect(
      project.call('POST /user-api-keys/check', { user: person, body: { api_key: value } }),
    ).rejects.toMatchObject({ code: 'INSUFFICIENT_ACCESS_TYPE' })
  })
})

describe('lists and reads', () => {
  test('are newest first and keep what is expired or revoked', async () => {
    const { project, person, createUserKey, changeUserKey } = await setUp()
    const ids = []
    for (const expires_at_millis of [1, null, null])
      ids.push((await createUserKey(person.id, { expires_at_millis })).id)
    await changeUserKey(ids[1]!, { revoked: true })
    const list = await project.call('GET /user-api-keys', { ...asServer, query: { user_id: person.id } })
    expect(list.items.map(({ id }) => id)).toEqual(ids.reverse())
  })

  test('need the owner: without it, or with the other kind, a list is a schema error', async () => {
    const { project, person } = await setUp()
    const teamId = randomUUID()
    for (const [route, query] of [
      ['GET /user-api-keys', {}],
      ['GET /user-api-keys', { user_id: person.id, team_id: teamId }],
      ['GET /team-api-keys', {}],
      ['GET /team-api-keys', { team_id: teamId, user_id: person.id }],
      ['GET /team-api-keys/{id}', {}],
    ] as const) {
      const answer = await project.send(route, { ...asServer, params: { id: teamId }, query })
      expect(answer).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
    }
  })

  test('find a key only under its own kind and team', async () => {
    const { project, person, createUserKey, createTeamKey } = await setUp()
    const { createTeam } = teamActions(project)
    const [teamId, otherTeamId] = [await createTeam(), await createTeam()]
    const userKey = await createUserKey(person.id)
    const teamKey = await createTeamKey(teamId)
    const readTeamKey = (id: string, team_id: string) =>
      project.call('GET /team-api-keys/{id}', { ...asServer, params: { id }, query: { team_id } })
    expect((await readTeamKey(teamKey.id, teamId)).id).toBe(teamKey.id)
    await expect(readTeamKey(teamKey.id, otherTeamId)).rejects.toMatchObject(notFound)
    await expect(readTeamKey(userKey.id, teamId)).rejects.toMatchObject(notFound)
    const params = { id: teamKey.id }
    await expect(project.call('GET /user-api-keys/{id}', { ...asServer, params })).rejects.toMatchObject(notFound)
  })
})

describe('a change', () => {
  test('is of the description, or a revocation whose first time stays', async () => {
    const { person, createUserKey, changeUserKey } = await setUp()
    const { id } = await createUserKey(person.id, { is_public: true })
    expect(await changeUserKey(id, { description: 'New' })).toMatchObject({ description: 'New' })
    const { manually_revoked_at_millis } = await changeUserKey(id, { revoked: true })
    expect(manually_revoked_at_millis).toBeGreaterThan(0)
    expect(await changeUserKey(id, { revoked: true })).toMatchObject({ manually_revoked_at_millis })
  })

  test('of the time that a key expires brings it back or ends it, unless it is revoked', async () => {
    const { person, createUserKey, changeUserKey, checkUserKey } = await setUp()
    const { id, value } = await createUserKey(person.id, { expires_at_millis: 1 })
    const later = Date.now() + 60_000
    expect(await changeUserKey(id, { expires_at_millis: later })).toMatchObject({ expires_at_millis: later })
    expect(await checkUserKey(value)).toMatchObject({ expires_at_millis: later })
    expect(await changeUserKey(id, { description: 'Still' })).toMatchObject({ expires_at_millis: later })
    expect(await changeUserKey(id, { expires_at_millis: null })).not.toHaveProperty('expires_at_millis')
    expect(await checkUserKey(value)).toMatchObject({ id })
    await changeUserKey(id, { expires_at_millis: 2 })
    await expect(checkUserKey(value)).rejects.toMatchObject({ code: 'API_KEY_EXPIRED' })
    await changeUserKey(id, { revoked: true, expires_at_millis: null })
    await expect(checkUserKey(value)).rejects.toMatchObject({ code: 'API_KEY_REVOKED' })
  })

  test.each([
    { revoked: false },
    { expires_at_millis: 0 },
    { expires_at_millis: 1.5 },
    { is_public: true },
    { user_id: 'me' },
    { team_id: null },
  ])('to %j is a schema error', async (body) => {
    const { person, createUserKey, changeUserKey } = await setUp()
    const { id } = await createUserKey(person.id)
    await expect(changeUserKey(id, body)).rejects.toMatchObject({ code: 'SCHEMA_ERROR' })
  })
})

describe('a check', () => {
  test('returns whose key it is, and checks in the order of the contract', async () => {
    const { project, person, createUserKey, createTeamKey, checkUserKey, checkTeamKey, changeUserKey } = await setUp()
    const teamId = await teamActions(project).createTeam()
    const teamKey = await createTeamKey(teamId)
    const { value, ...key } = await createUserKey(person.id)
    expect(await checkUserKey(value)).toStrictEqual({ ...key, value: { last_four: value.slice(-4) } })
    expect((await checkTeamKey(teamKey.value)).team_id).toBe(teamId)

    await expect(checkUserKey(value.slice(-4))).rejects.toMatchObject(notFound)
    await expect(checkUserKey(teamKey.value)).rejects.toMatchObject({
      status: 400,
      code: 'WRONG_API_KEY_TYPE',
      details: { expected_type: 'user', actual_type: 'team' },
    })
    const expired = await createUserKey(person.id, { expires_at_millis: 1 })
    await expect(checkUserKey(expired.value)).rejects.toMatchObject({ status: 401, code: 'API_KEY_EXPIRED' })
    await changeUserKey(expired.id, { revoked: true })
    await expect(checkUserKey(expired.value)).rejects.toMatchObject({ status: 401, code: 'API_KEY_REVOKED' })
    await expect(actions(await testProject(enabled)).checkUserKey(value)).rejects.toMatchObject(notFound)
  })

  test('on another node refuses a key that was revoked just now', async () => {
    const { project, person, createUserKey, changeUserKey } = await setUp()
    const otherNode = await separateServer({})
    const { value, id } = await createUserKey(person.id)
    const request = { method: 'POST', headers: { ...project.headers('server'), 'content-type': 'application/json' } }
    const check = () =>
      otherNode.fetch('/api/v1/user-api-keys/check', { ...request, body: JSON.stringify({ api_key: value }) })
    expect((await check()).status).toBe(200)
    await changeUserKey(id, { revoked: true })
    expect((await check()).headers.get('x-stack-known-error')).toBe('API_KEY_REVOKED')
  })
})

test('keys go with their user or team, and a user who is deleted meanwhile gets none', async () => {
  const { project, person, createUserKey, createTeamKey, checkUserKey, checkTeamKey } = await setUp()
  const teamId = await teamActions(project).createTeam(person)
  const teamKey = await createTeamKey(teamId)
  const { value } = await createUserKey(person.id)
  const params = { user_id: person.id }
  const { failed } = await race(10, async (index) =>
    index === 4 ? project.call('DELETE /users/{user_id}', { ...asServer, params }) : createUserKey(person.id),
  )
  for (const error of failed) expect(error).toMatchObject({ code: 'USER_NOT_FOUND' })
  await expect(checkUserKey(value)).rejects.toMatchObject(notFound)
  expect((await checkTeamKey(teamKey.value)).team_id).toBe(teamId)
  await project.call('DELETE /teams/{team_id}', { ...asServer, params: { team_id: teamId } })
  await expect(checkTeamKey(teamKey.value)).rejects.toMatchObject(notFound)
  const { db } = project.server.platform
  expect(await db.selectFrom('api_keys').selectAll().where('project_id', '=', project.id).execute()).toEqual([])
})

test('changes are in the audit log and in webhooks without the value', async () => {
  const { project, person, createUserKey, changeUserKey } = await setUp()
  await listenToEvents(project)
  const { id, value } = await createUserKey('me', {}, { user: person })
  await changeUserKey(id, { description: 'x' }, { user: person })
  await changeUserKey(id, { expires_at_millis: null })
  await changeUserKey(id, { revoked: true })
  await changeUserKey(id, { revoked: true })
  const events = await listEvents(project)
  expect(events.map(({ type }) => type)).toEqual([
    'api_key.created',
    'api_key.updated',
    'api_key.updated',
    'api_key.revoked',
  ])
  const entries = await listAuditEntries(project, 'api_key.')
  expect(entries).toMatchObject([
    { action: 'api_key.created', actor_type: 'user', actor_id: person.id, target_type: 'api_key', target_id: id },
    { action: 'api_key.updated', details: { user_id: person.id } },
    { action: 'api_key.updated', details: { user_id: person.id, expires_at_millis: null } },
    { action: 'api_key.revoked', actor_type: 'server-key' },
  ])
  expect(JSON.stringify([entries, events])).not.toContain(value.slice(3, 48))
})
