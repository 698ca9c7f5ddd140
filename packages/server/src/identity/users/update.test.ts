import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { insertMembership, insertTeam } from '../../teams/queries.ts'
import { goodPassword, type TestProject, testProject } from '../../testing/index.ts'
import { createPerson, type Person } from '../../testing/world.ts'

const plain400 = { status: 400, code: undefined }
const schemaError = { status: 400, body: { code: 'SCHEMA_ERROR' } }

function patchAsServer({ call }: TestProject, userId: string, body: Record<string, unknown>) {
  return call('PATCH /users/{user_id}', { as: 'server', params: { user_id: userId }, body })
}

async function signIn({ call }: TestProject, user: Person, password: string) {
  return call('POST /auth/password/sign-in', { body: { email: user.email, password } })
}

async function joinTeam({ server, id }: TestProject, userId: string): Promise<string> {
  const now = new Date()
  const teamId = randomUUID()
  await insertTeam(server.platform.db, id, { id: teamId, displayName: 'Team', now })
  await insertMembership(server.platform.db, id, { teamId, userId, permissionIds: [], now })
  return teamId
}

test('an empty change returns the unchanged user', async () => {
  const project = await testProject()
  const user = await createPerson(project)
  const before = await project.call('GET /users/me', { user })
  expect(await project.call('PATCH /users/me', { user, body: {} })).toEqual(before)
})

test('a change without a body is a schema error', async () => {
  const project = await testProject()
  const user = await createPerson(project)
  expect(await project.send('PATCH /users/me', { user })).toMatchObject(schemaError)
})

test('a display name is set, kept when it is not named, and emptied by null or an empty text', async () => {
  const project = await testProject()
  const user = await createPerson(project)
  const patch = async (body: { display_name?: string | null; client_metadata?: unknown }) =>
    (await project.call('PATCH /users/me', { user, body })).display_name

  expect(await patch({ display_name: 'Ada 🦄 Lovelace' })).toBe('Ada 🦄 Lovelace')
  expect(await patch({ client_metadata: 1 })).toBe('Ada 🦄 Lovelace')
  expect(await patch({ display_name: '' })).toBeNull()
  expect(await patch({ display_name: 'Ada' })).toBe('Ada')
  expect(await patch({ display_name: null })).toBeNull()
})

test('a display name has at most 256 UTF-16 units', async () => {
  const project = await testProject()
  const user = await createPerson(project)
  const longest = '🦄'.repeat(128)
  expect(await project.call('PATCH /users/me', { user, body: { display_name: longest } })).toMatchObject({
    display_name: longest,
  })
  expect(await project.send('PATCH /users/me', { user, body: { display_name: `${longest}x` } })).toMatchObject(
    schemaError,
  )
})

test.each([
  ['id', randomUUID()],
  ['project_id', 'internal'],
  ['primary_email', 'eve@example.com'],
  ['primary_email_verified', true],
  ['primary_email_auth_enabled', true],
  ['server_metadata', {}],
  ['client_read_only_metadata', {}],
  ['is_anonymous', false],
  ['signed_up_at_millis', 0],
  ['password', goodPassword],
  ['password_hash', 'x'],
  ['oauth_providers', []],
  ['has_password', true],
])('a client cannot change %s, and nothing else of the same request counts', async (name, value) => {
  const project = await testProject()
  const user = await createPerson(project)
  const before = await project.call('GET /users/me', { as: 'server', user })

  const body = { [name]: value, display_name: 'Eve' }
  expect(await project.send('PATCH /users/me', { user, body })).toMatchObject(schemaError)
  expect(await project.call('GET /users/me', { as: 'server', user })).toEqual(before)
})

test.each([
  'id',
  'project_id',
  'signed_up_at_millis',
  'has_password',
  'oauth_providers',
  'selected_team',
  'auth_with_email',
])('a server cannot change %s', async (name) => {
  const project = await testProject()
  const user = await createPerson(project)
  const request = { as: 'server' as const, params: { user_id: user.id }, body: { [name]: null } }
  expect(await project.send('PATCH /users/{user_id}', request)).toMatchObject(schemaError)
})

test('null is refused where it has no meaning, and every mistake has its own line', async () => {
  const project = await testProject()
  const user = await createPerson(project)
  const body = {
    otp_auth_enabled: null,
    passkey_auth_enabled: null,
    primary_email_verified: null,
    primary_email_auth_enabled: null,
    password_hash: null,
    is_anonymous: null,
  }
  const response = await project.send('PATCH /users/{user_id}', { as: 'server', params: { user_id: user.id }, body })
  expect(response).toMatchObject(schemaError)
  const { message } = (response.body as { details: { message: string } }).details
  for (const name of Object.keys(body)) expect(message).toContain(`- body.${name} `)
})

test('scalars are taken leniently, arrays and objects are not', async () => {
  const project = await testProject()
  const user = await createPerson(project)
  const send = (body: unknown) =>
    project.send('PATCH /users/{user_id}', { as: 'server', params: { user_id: user.id }, body })

  expect(await send({ display_name: 5, primary_email_verified: 'false' })).toMatchObject({
    status: 200,
    body: { display_name: '5', primary_email_verified: false },
  })
  expect(await send({ display_name: true, primary_email_verified: 1 })).toMatchObject({
    body: { display_name: 'true', primary_email_verified: true },
  })
  expect(await send({ display_name: ['x'] })).toMatchObject(schemaError)
  expect(await send({ display_name: {} })).toMatchObject(schemaError)
  expect(await send({ primary_email_verified: 'yes' })).toMatchObject(schemaError)
})

test('the selection follows from team to team and to none', async () => {
  const project = await testProject()
  const user = await createPerson(project)
  const teams = [await joinTeam(project, user.id), await joinTeam(project, user.id)]

  for (const selected_team_id of [teams[0]!, teams[1]!, null]) {
    const response = await project.call('PATCH /users/me', { user, body: { selected_team_id } })
    expect(response.selected_team_id).toBe(selected_team_id)
    expect(response.selected_team?.id ?? null).toBe(selected_team_id)
  }
})

test('nobody selects a team they are not in', async () => {
  const project = await testProject()
  const user = await createPerson(project)
  const foreign = await joinTeam(project, (await createPerson(project)).id)

  for (const team_id of [foreign, randomUUID()]) {
    const notFound = { status: 404, code: 'TEAM_MEMBERSHIP_NOT_FOUND', details: { team_id, user_id: user.id } }
    const body = { selected_team_id: team_id, display_name: 'Eve' }
    await expect(project.call('PATCH /users/me', { user, body })).rejects.toMatchObject(notFound)
    await expect(patchAsServer(project, user.id, body)).rejects.toMatchObject(notFound)
  }
  expect((await project.call('GET /users/me', { user })).display_name).toBeNull()
  expect(await project.send('PATCH /users/me', { user, body: { selected_team_id: 'me' } })).toMatchObject(schemaError)
})

test('a TOTP secret turns the second factor on, null turns it off', async () => {
  const project = await testProject()
  const user = await createPerson(project)
  const patch = async (totp_secret_base64: string | null) =>
    (await project.call('PATCH /users/me', { user, body: { totp_secret_base64 } })).requires_totp_mfa

  const secret = Buffer.from('a secret of twenty b').toString('base64')
  expect(await patch(secret)).toBe(true)
  const row = await project.server.platform.db
    .selectFrom('users')
    .select('totp_secret_encrypted')
    .where('project_id', '=', project.id)
    .executeTakeFirstOrThrow()
  expect(row.totp_secret_encrypted).not.toContain(secret)
  expect(await patch(null)).toBe(false)
})

test.each([
  ['no base64', 'not-valid-base64'],
  ['wrong padding', 'YWJjZGVmZ2hpamtsbW5v='],
  ['the alphabet for URLs', Buffer.alloc(20, 0xff).toString('base64url')],
  ['4 bytes', Buffer.alloc(4).toString('base64')],
  ['10 KB', Buffer.alloc(10_000).toString('base64')],
  ['an empty text', ''],
])('a TOTP secret of %s is a schema error', async (_, totp_secret_base64) => {
  const project = await testProject()
  const user = await createPerson(project)
  expect(await project.send('PATCH /users/me', { user, body: { totp_secret_base64 } })).toMatchObject(schemaError)
  expect((await project.call('GET /users/me', { user })).requires_totp_mfa).toBe(false)
})

test('one-time codes are turned on only where the project has them, and off anywhere', async () => {
  const project = await testProject()
  const user = await createPerson(project)
  await expect(project.call('PATCH /users/me', { user, body: { otp_auth_enabled: true } })).rejects.toMatchObject(
    plain400,
  )
  await project.call('PATCH /internal/projects/current', {
    as: 'admin',
    body: { config: { magic_link_enabled: true } },
  })
  const on = await project.call('PATCH /users/me', { user, body: { otp_auth_enabled: true } })
  expect(on).toMatchObject({ otp_auth_enabled: true, auth_with_email: true, has_password: false })

  await project.call('PATCH /internal/projects/current', {
    as: 'admin',
    body: { config: { magic_link_enabled: false } },
  })
  const same = await project.call('PATCH /users/me', { user, body: { otp_auth_enabled: true } })
  expect(same.otp_auth_enabled).toBe(true)
  const off = await project.call('PATCH /users/me', { user, body: { otp_auth_enabled: false } })
  expect(off).toMatchObject({ otp_auth_enabled: false, auth_with_email: false })
})

test('a passkey is never added here', async () => {
  const project = await testProject()
  const user = await createPerson(project)
  const patch = (passkey_auth_enabled: boolean) =>
    project.call('PATCH /users/me', { user, body: { passkey_auth_enabled } })
  await expect(patch(true)).rejects.toMatchObject(plain400)
  expect((await patch(false)).passkey_auth_enabled).toBe(false)
})

test('a password set by the server ends all sessions and signs in', async () => {
  const project = await testProject()
  const user = await createPerson(project)
  expect(await patchAsServer(project, user.id, { password: 'long enough' })).toMatchObject({
    has_password: true,
    auth_with_email: true,
  })

  const headers = { 'x-stack-refresh-token': user.refresh_token }
  await expect(project.call('POST /auth/sessions/current/refresh', { headers })).rejects.toMatchObject({
    code: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED',
  })
  expect((await project.call('GET /users/me', { user })).has_password).toBe(true)
  expect((await signIn(project, user, 'long enough')).user_id).toBe(user.id)
})

test('null removes the password and ends all sessions', async () => {
  const project = await testProject()
  const user = await createPerson(project, { password: goodPassword })
  expect((await patchAsServer(project, user.id, { password: null })).has_password).toBe(false)

  await expect(signIn(project, user, goodPassword)).rejects.toMatchObject({ code: 'EMAIL_PASSWORD_MISMATCH' })
  const sessions = await project.call('GET /auth/sessions', { as: 'server', query: { user_id: user.id } })
  expect(sessions.items).toEqual([])
})

test('other changes leave the sessions alone', async () => {
  const project = await testProject()
  const user = await createPerson(project, { password: goodPassword })
  await patchAsServer(project, user.id, { display_name: 'Ada', primary_email: 'ada@example.com', server_metadata: 1 })
  const sessions = await project.call('GET /auth/sessions', { as: 'server', query: { user_id: user.id } })
  expect(sessions.items).toHaveLength(1)
})

test('a first password needs password sign-in in the project, another one does not', async () => {
  const project = await testProject()
  const without = await createPerson(project)
  const having = await createPerson(project, { password: goodPassword })
  await project.call('PATCH /internal/projects/current', {
    as: 'admin',
    body: { config: { credential_enabled: false } },
  })

  await expect(patchAsServer(project, without.id, { password: 'new password' })).rejects.toMatchObject(plain400)
  expect((await patchAsServer(project, without.id, { password: null })).has_password).toBe(false)
  expect((await patchAsServer(project, having.id, { password: 'new password' })).has_password).toBe(true)
})

test('a first password needs a primary email, which may come with it', async () => {
  const project = await testProject()
  const { id } = await project.call('POST /users', { as: 'server', body: {} })

  await expect(patchAsServer(project, id, { password: goodPassword })).rejects.toMatchObject(plain400)
  const hash = '$2b$04$YiKgv.PQ1Cy3ZaI85pdKvONBngsczPGgrWH9z4TKDtP5sulSYk7Gm'
  await expect(patchAsServer(project, id, { password_hash: hash })).rejects.toMatchObject(plain400)
  const both = { password: goodPassword, primary_email: 'ada@example.com', primary_email_auth_enabled: true }
  expect((await patchAsServer(project, id, both)).has_password).toBe(true)
})

test('a password has at most 70 characters, whatever they are', async () => {
  const project = await testProject()
  const user = await createPerson(project)
  const send = (password: string) =>
    project.send('PATCH /users/{user_id}', { as: 'server', params: { user_id: user.id }, body: { password } })
  expect(await send('x'.repeat(71))).toMatchObject(schemaError)
  const longest = 'é'.repeat(70)
  expect(await send(longest)).toMatchObject({ status: 200 })
  expect((await signIn(project, user, longest)).user_id).toBe(user.id)
  await expect(signIn(project, user, `${'é'.repeat(36)}${'x'.repeat(34)}`)).rejects.toMatchObject({
    code: 'EMAIL_PASSWORD_MISMATCH',
  })
})
