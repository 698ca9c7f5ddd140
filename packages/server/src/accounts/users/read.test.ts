import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { insertMembership, insertTeam } from '../../teams/queries.ts'
import { type TestProject, testProject } from '../../testing/index.ts'
import { createPerson, type Person } from '../../testing/world.ts'

const clientKeys = [
  'auth_with_email',
  'client_metadata',
  'client_read_only_metadata',
  'display_name',
  'has_password',
  'id',
  'is_anonymous',
  'locale',
  'oauth_providers',
  'otp_auth_enabled',
  'passkey_auth_enabled',
  'passkey_mfa_enabled',
  'primary_email',
  'primary_email_verified',
  'profile_image_url',
  'requires_totp_mfa',
  'selected_team',
  'selected_team_id',
  'signed_up_at_millis',
]
const serverKeys = [...clientKeys, 'last_active_at_millis', 'primary_email_auth_enabled', 'server_metadata'].sort()
const clientTeamKeys = [
  'client_metadata',
  'client_read_only_metadata',
  'display_name',
  'id',
  'profile_image_url',
  'second_factor_required_from_millis',
]
const serverTeamKeys = [...clientTeamKeys, 'created_at_millis', 'server_metadata'].sort()

const keysOf = (value: unknown) => Object.keys(value as object).sort()

async function selectNewTeam({ server, id, call }: TestProject, user: Person): Promise<string> {
  const now = new Date(1_700_000_000_123)
  const teamId = randomUUID()
  await insertTeam(server.platform.db, id, { id: teamId, displayName: 'Engines', now })
  await insertMembership(server.platform.db, id, { teamId, userId: user.id, permissionIds: [], now })
  await call('PATCH /users/me', { user, body: { selected_team_id: teamId } })
  return teamId
}

test('an empty user has every key, with null and false for what it lacks', async () => {
  const { call } = await testProject()
  const { id, signed_up_at_millis, last_active_at_millis, ...rest } = await call('POST /users', {
    as: 'server',
    body: {},
  })

  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(Number.isInteger(signed_up_at_millis)).toBe(true)
  expect(last_active_at_millis).toBe(signed_up_at_millis)
  expect(rest).toStrictEqual({
    primary_email: null,
    primary_email_verified: false,
    primary_email_auth_enabled: false,
    display_name: null,
    profile_image_url: null,
    has_password: false,
    otp_auth_enabled: false,
    passkey_auth_enabled: false,
    passkey_mfa_enabled: false,
    auth_with_email: false,
    requires_totp_mfa: false,
    is_anonymous: false,
    locale: null,
    oauth_providers: [],
    selected_team_id: null,
    selected_team: null,
    client_metadata: null,
    client_read_only_metadata: null,
    server_metadata: null,
  })
})

test('a client sees the client keys of itself, servers and admins see the rest too', async () => {
  const project = await testProject()
  const { call } = project
  const user = await createPerson(project)
  await selectNewTeam(project, user)

  const own = await call('GET /users/me', { user })
  expect(keysOf(own)).toEqual(clientKeys)
  expect(keysOf(own.selected_team)).toEqual(clientTeamKeys)
  for (const as of ['server', 'admin'] as const) {
    const whole = await call('GET /users/me', { as, user })
    expect(keysOf(whole)).toEqual(serverKeys)
    expect(keysOf(whole.selected_team)).toEqual(serverTeamKeys)
    expect(whole).toMatchObject(own)
    expect(await call('GET /users/{user_id}', { as, params: { user_id: user.id } })).toEqual(whole)
    const { items } = await call('GET /users', { as })
    expect(items).toEqual([whole])
  }
})

test('a change returns what the caller may see', async () => {
  const project = await testProject()
  const user = await createPerson(project)
  const body = { display_name: 'Ada' }

  expect(keysOf(await project.call('PATCH /users/me', { user, body }))).toEqual(clientKeys)
  expect(keysOf(await project.call('PATCH /users/me', { as: 'server', user, body }))).toEqual(serverKeys)
  const params = { user_id: user.id }
  expect(keysOf(await project.call('PATCH /users/{user_id}', { as: 'admin', params, body }))).toEqual(serverKeys)
})

test('the selected team is shown whole', async () => {
  const project = await testProject()
  const user = await createPerson(project)
  const teamId = await selectNewTeam(project, user)

  const { selected_team_id, selected_team } = await project.call('GET /users/me', { as: 'server', user })
  expect(selected_team_id).toBe(teamId)
  expect(selected_team).toStrictEqual({
    id: teamId,
    display_name: 'Engines',
    profile_image_url: null,
    client_metadata: null,
    client_read_only_metadata: null,
    server_metadata: null,
    created_at_millis: 1_700_000_000_123,
    second_factor_required_from_millis: null,
  })
})

test('a user was last active when an access token was last issued', async () => {
  const project = await testProject()
  const { call, server } = project
  const { id } = await call('POST /users', { as: 'server', body: {} })
  await server.platform.db
    .updateTable('users')
    .set({ signed_up_at: new Date(1_000), last_active_at: new Date(1_000) })
    .where('project_id', '=', project.id)
    .execute()
  const read = () => call('GET /users/{user_id}', { as: 'server', params: { user_id: id } })
  expect(await read()).toMatchObject({ signed_up_at_millis: 1_000, last_active_at_millis: 1_000 })

  const before = Date.now()
  await call('POST /auth/sessions', { as: 'server', body: { user_id: id } })
  const { signed_up_at_millis, last_active_at_millis } = await read()
  expect(signed_up_at_millis).toBe(1_000)
  expect(last_active_at_millis).toBeGreaterThanOrEqual(before)
})

// ASVS 15.3.1
test('nobody is shown a password hash or a TOTP secret', async () => {
  const project = await testProject()
  const user = await createPerson(project, { password: 'correct horse battery' })
  const totp_secret_base64 = Buffer.from('a secret of twenty b').toString('base64')
  await project.call('PATCH /users/me', { user, body: { totp_secret_base64 } })

  const answer = JSON.stringify(await project.call('GET /users/me', { as: 'admin', user }))
  expect(answer).toContain('"requires_totp_mfa":true')
  expect(answer).not.toContain(totp_secret_base64)
  expect(answer).not.toContain('argon2')
})

test('without a signed-in user there is no own user, not even with a refresh token', async () => {
  const project = await testProject()
  const { refresh_token } = await createPerson(project)
  const noUser = { status: 400, code: 'CANNOT_GET_OWN_USER_WITHOUT_USER', details: undefined }

  for (const as of ['client', 'server', 'admin'] as const) {
    await expect(project.call('GET /users/me', { as })).rejects.toMatchObject(noUser)
    await expect(project.call('PATCH /users/me', { as, body: {} })).rejects.toMatchObject(noUser)
    await expect(project.call('DELETE /users/me', { as })).rejects.toMatchObject(noUser)
  }
  const headers = { 'x-stack-refresh-token': refresh_token }
  await expect(project.call('GET /users/me', { headers })).rejects.toMatchObject(noUser)
})

test('the access token of a deleted user counts as not signed in', async () => {
  const project = await testProject()
  const user = await createPerson(project)
  await project.call('DELETE /users/{user_id}', { as: 'server', params: { user_id: user.id } })

  await expect(project.call('GET /users/me', { user })).rejects.toMatchObject({
    code: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
  })
})

test('a text that is not an access token is refused as such', async () => {
  const { call } = await testProject()
  await expect(call('GET /users/me', { user: { access_token: '12341234' } })).rejects.toMatchObject({
    status: 401,
    code: 'UNPARSABLE_ACCESS_TOKEN',
  })
})

test('clients may not list, create, read, change or delete by id, even if the id is none', async () => {
  const project = await testProject()
  const user = await createPerson(project)
  const refused = {
    status: 401,
    body: {
      code: 'INSUFFICIENT_ACCESS_TYPE',
      details: { actual_access_type: 'client', allowed_access_types: ['server', 'admin'] },
    },
  }
  expect(await project.send('GET /users', { user })).toMatchObject(refused)
  expect(await project.send('GET /users', { user, query: { limit: 'many' } })).toMatchObject(refused)
  expect(await project.send('POST /users', { user, body: { nonsense: 1 } })).toMatchObject(refused)
  for (const user_id of [user.id, '123']) {
    const params = { user_id }
    expect(await project.send('GET /users/{user_id}', { user, params })).toMatchObject(refused)
    expect(await project.send('PATCH /users/{user_id}', { user, params, body: {} })).toMatchObject(refused)
    expect(await project.send('DELETE /users/{user_id}', { user, params })).toMatchObject(refused)
  }
})

test('without an access type the response is ACCESS_TYPE_REQUIRED', async () => {
  const { server } = await testProject()
  const response = await server.fetch('/api/v1/users/me')
  expect(response.status).toBe(400)
  expect(response.headers.get('x-stack-known-error')).toBe('ACCESS_TYPE_REQUIRED')
})

test('an unknown user is not found, and a text that is no id is a schema error', async () => {
  const { call, send } = await testProject()
  const notFound = { status: 404, code: 'USER_NOT_FOUND', details: undefined }
  for (const user_id of [randomUUID(), '00000000-0000-0000-0000-000000000000']) {
    const params = { user_id }
    await expect(call('GET /users/{user_id}', { as: 'server', params })).rejects.toMatchObject(notFound)
    await expect(call('PATCH /users/{user_id}', { as: 'server', params, body: {} })).rejects.toMatchObject(notFound)
    await expect(call('DELETE /users/{user_id}', { as: 'server', params })).rejects.toMatchObject(notFound)
  }
  for (const user_id of ['123', 'ME', `${randomUUID()}0`]) {
    expect(await send('GET /users/{user_id}', { as: 'server', params: { user_id } })).toMatchObject({
      status: 400,
      body: { code: 'SCHEMA_ERROR' },
    })
  }
})

test('an id is accepted in any case and always returned in lower case', async () => {
  const project = await testProject()
  const user = await createPerson(project)
  const answer = await project.call('GET /users/{user_id}', {
    as: 'server',
    params: { user_id: user.id.toUpperCase() },
  })
  expect(answer.id).toBe(user.id)
})

test('the query parameters of the list are accepted for a single user, but not for the current user', async () => {
  const project = await testProject()
  const user = await createPerson(project)
  const query = { include_anonymous: 'true' as const }
  const params = { user_id: user.id }
  await project.call('GET /users/{user_id}', { as: 'server', params, query })
  await project.call('PATCH /users/{user_id}', { as: 'server', params, query, body: {} })
  expect(await project.send('GET /users/me', { user, query })).toMatchObject({ body: { code: 'SCHEMA_ERROR' } })
  expect(await project.send('GET /users/{user_id}', { as: 'server', params, query: { other: 1 } })).toMatchObject({
    body: { code: 'SCHEMA_ERROR' },
  })
})
