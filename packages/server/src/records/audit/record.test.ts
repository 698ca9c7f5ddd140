import { randomUUID } from 'node:crypto'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createHousekeeping } from '../../housekeeping.ts'
import { totpAt } from '../../identity/mfa/totp.ts'
import { createDatabase } from '../../testing/database.ts'
import { internalProject, newEmail, openTestServer, type TestProject, testProject } from '../../testing/index.ts'
import { firstAttempt } from '../../testing/jobs.ts'
import { createTestProject } from '../../testing/project.ts'
import { createAdminKey } from '../../testing/project-keys.ts'
import { listAuditEntries, listEvents } from '../../testing/records.ts'
import { createOwner, createPerson, sessionIdOf } from '../../testing/world.ts'

const asServer = { as: 'server' as const }
const actionsOf = async (project: TestProject, prefix?: string) =>
  (await listAuditEntries(project, prefix)).map(({ action }) => action)

// ASVS 16.2.1
test('an entry tells who did what to whom, from where, when and by which request', async () => {
  const project = await testProject()
  const { email, password, user_id } = await project.signUp()
  const answer = await project.send('POST /auth/password/sign-in', {
    body: { email, password },
    headers: { 'user-agent': `Browser ${'x'.repeat(500)}` },
    address: '203.0.113.7',
  })
  const { db } = project.server.platform
  const entry = await db
    .selectFrom('audit_entries')
    .selectAll()
    .where('project_id', '=', project.id)
    .orderBy('happened_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(entry).toMatchObject({
    action: 'user.signed_in',
    actor_type: 'user',
    actor_id: user_id,
    target_type: 'user',
    target_id: user_id,
    details: { method: 'password', session_id: sessionIdOf(answer.body as never) },
    ip_address: '203.0.113.7',
    request_id: answer.headers.get('x-stack-request-id'),
  })
  expect(entry.user_agent).toHaveLength(300)
  expect(Date.now() - entry.happened_at.getTime()).toBeLessThan(60_000)
})

test('the whole life of an account is in the audit log', async () => {
  const project = await testProject({ 'users.allowClientUserDeletion': true })
  const { call } = project
  const anonymous = await call('POST /auth/anonymous/sign-up', {})
  const password = 'correct horse battery'
  const session = await call('POST /auth/password/sign-up', {
    user: anonymous,
    headers: { 'x-stack-allow-anonymous-user': 'true' },
    body: { email: newEmail(), password, verification_callback_url: 'http://localhost:3000/verify' },
  } as never)
  const user = { user: session }
  const totp_secret_base64 = Buffer.from('12345678901234567890').toString('base64')
  await call('PATCH /users/me', { ...user, body: { display_name: 'Ada', client_metadata: {} } })
  await call('PATCH /users/me', { ...user, body: { totp_secret_base64 } })
  await call('PATCH /users/me', { ...user, body: { totp_secret_base64: null } })
  const headers = { 'x-stack-refresh-token': session.refresh_token }
  const passwords = { old_password: password, new_password: 'staple for a battery' }
  await call('POST /auth/password/update', { ...user, headers, body: passwords } as never)
  const params = { user_id: session.user_id }
  await call('PATCH /users/{user_id}', {
    ...asServer,
    params,
    body: { server_metadata: 1, primary_email_verified: true },
  })
  await call('PATCH /users/{user_id}', { ...asServer, params, body: { password: null } })
  const later = await call('POST /auth/sessions', { ...asServer, body: { ...params, is_impersonation: true } })
  await call('DELETE /auth/sessions/{id}', { ...asServer, params: { id: sessionIdOf(later) } })
  const last = await call('POST /auth/sessions', { ...asServer, body: params })
  await call('DELETE /users/me', { user: last })

  const entries = await listAuditEntries(project)
  const find = (wanted: string) => entries.filter(({ action }) => action === wanted)
  // Entries of one request may have the same time, so their order says nothing.
  expect(entries.map(({ action }) => action).sort()).toEqual([
    'password.changed',
    'password.removed',
    'second_factor.disabled',
    'second_factor.enabled',
    'session.created',
    'session.created',
    'session.revoked',
    'user.created',
    'user.deleted',
    'user.signed_in',
    'user.signed_in',
    'user.updated',
    'user.upgraded',
  ])
  expect(new Set(entries.map(({ target_id }) => target_id))).toEqual(new Set([session.user_id]))
  expect(find('user.updated')).toMatchObject([{ details: { fields: ['server_metadata', 'primary_email_verified'] } }])
  expect(find('session.created')[0]).toMatchObject({ actor_type: 'server-key', details: { is_impersonation: true } })
  expect(entries.at(-1)).toMatchObject({ actor_type: 'user', actor_id: session.user_id })
  const text = JSON.stringify(entries)
  for (const secret of [password, totp_secret_base64, session.refresh_token]) expect(text).not.toContain(secret)
})

// ASVS 16.3.1
test('failed sign-ins of known and unknown emails leave an entry each, without an actor', async () => {
  const project = await testProject()
  const known = await createPerson(project, { password: 'correct horse battery' })
  const unknown = newEmail()
  for (const email of [known.email, unknown]) {
    const body = { email, password: 'a wrong password' }
    await expect(project.call('POST /auth/password/sign-in', { body })).rejects.toMatchObject({
      code: 'EMAIL_PASSWORD_MISMATCH',
    })
  }
  const nobody = { actor_type: 'unknown', actor_id: null }
  expect(await listAuditEntries(project, 'user.sign_in_failed')).toMatchObject([
    { ...nobody, target_type: 'user', target_id: known.id, details: { method: 'password', email: known.email } },
    { ...nobody, target_type: 'project', target_id: project.id, details: { method: 'password', email: unknown } },
  ])
})

// ASVS 16.3.1
test('a wrong code of the second factor is a failed sign-in, the right one ends in a sign-in', async () => {
  const project = await testProject()
  const { email, password, user_id, ...tokens } = await project.signUp()
  const secret = Buffer.from('12345678901234567890')
  const body = { totp_secret_base64: secret.toString('base64') }
  await project.call('PATCH /users/me', { user: tokens, body })
  const attempt = await project.send('POST /auth/password/sign-in', { body: { email, password } })
  const code = (attempt.body as { details: { attempt_code: string } }).details.attempt_code
  for (const totp of ['000000', totpAt(secret, Math.floor(Date.now() / 30_000))]) {
    await project.send('POST /auth/mfa/sign-in', { body: { type: 'totp', totp, code } })
  }
  const entries = await listAuditEntries(project, 'user.sign')
  expect(entries.slice(-2)).toMatchObject([
    { action: 'user.sign_in_failed', target_id: user_id, details: { method: 'second-factor' } },
    { action: 'user.signed_in', target_id: user_id, details: { method: 'second-factor' } },
  ])
})

test('command-line logins are approved and signed in', async () => {
  const project = await testProject()
  const person = await createPerson(project)
  const { polling_code, login_code } = await project.call('POST /auth/cli', {})
  const body = { login_code, refresh_token: person.refresh_token }
  await project.call('POST /auth/cli/complete', { body })
  await project.call('POST /auth/cli/poll', { body: { polling_code } })
  expect(await listAuditEntries(project)).toMatchObject([
    { action: 'session.created' },
    { action: 'cli_login.approved', target_id: person.id },
    { action: 'user.signed_in', target_id: person.id, details: { method: 'cli' } },
  ])
})

test('keys and settings of a project are in its audit log, without their values', async () => {
  const project = await testProject()
  const asAdmin = { as: 'admin' as const }
  const keys = await project.call('POST /internal/api-keys', {
    ...asAdmin,
    body: {
      description: 'New',
      expires_at_millis: 4_000_000_000_000,
      has_publishable_client_key: true,
      has_secret_server_key: true,
      has_super_secret_admin_key: false,
    },
  })
  const params = { id: keys.id }
  for (const body of [{ description: 'x' }, { revoked: true as const }, { revoked: true as const }]) {
    await project.call('PATCH /internal/api-keys/{id}', { ...asAdmin, params, body })
  }
  const about = { display_name: 'Renamed', description: 'x'.repeat(500), is_production_mode: false }
  await project.call('PATCH /internal/projects/current', {
    ...asAdmin,
    body: { ...about, config: { sign_up_enabled: false } },
  })
  const config_override_string = JSON.stringify({ 'emails.server.password': 'a secret' })
  await project.call('PATCH /internal/config/override', { ...asAdmin, body: { config_override_string } })
  const entries = await listAuditEntries(project)
  expect(entries.filter(({ action }) => action !== 'project.updated')).toMatchObject([
    { action: 'project_key_set.created', actor_type: 'admin-key', target_id: keys.id },
    {
      action: 'project_key_set.updated',
      target_id: keys.id,
      details: { changes: [{ path: 'description', from: 'New', to: 'x' }] },
    },
    { action: 'project_key_set.revoked', target_id: keys.id },
    {
      action: 'project.config_changed',
      details: { paths: ['auth.allowSignUp'], changes: [{ path: 'auth.allowSignUp', from: true, to: false }] },
    },
    {
      action: 'project.config_changed',
      details: { paths: ['emails.server.password'], changes: [{ path: 'emails.server.password', to: '(secret)' }] },
    },
  ])
  expect(entries.filter(({ action }) => action === 'project.updated')).toMatchObject([
    {
      target_id: project.id,
      details: {
        fields: Object.keys(about),
        changes: [
          { path: 'description', from: '', to: `${'x'.repeat(200)}…` },
          { path: 'display_name', from: 'Test project', to: 'Renamed' },
        ],
      },
    },
  ])
  expect(JSON.stringify(entries)).not.toMatch(/a secret|ssk_/)
})

test('the creation of a project is in its own audit log, its deletion in that of the owners', async () => {
  const internal = await internalProject()
  const owner = await createOwner(internal.server)
  const body = { display_name: 'Shop', owner_team_id: owner.teamId }
  const { id } = await internal.call('POST /internal/projects', { user: owner, body })
  const project = { ...internal, id }
  expect(await listAuditEntries(project)).toMatchObject([
    { action: 'project.created', actor_type: 'owner', actor_id: owner.id, target_id: id },
  ])
  const headers = {
    'x-stack-project-id': id,
    'x-stack-access-type': 'admin',
    'x-stack-admin-access-token': owner.access_token,
  }
  await internal.server.fetch('/api/v1/internal/projects/current', { method: 'DELETE', headers })
  const ends = await listAuditEntries(internal, 'project.deleted')
  expect(ends.filter(({ target_id }) => target_id === id)).toMatchObject([
    { actor_type: 'owner', actor_id: owner.id, details: { display_name: 'Shop' } },
  ])
})

// ASVS 2.3.3
test('what was rolled back is not in the audit log', async () => {
  const project = await testProject()
  const person = await createPerson(project)
  const before = await actionsOf(project)
  const body = { server_metadata: 1, selected_team_id: randomUUID() }
  await expect(project.call('PATCH /users/me', { ...asServer, user: person, body })).rejects.toThrow()
  await expect(
    project.call('PATCH /users/{user_id}', {
      ...asServer,
      params: { user_id: person.id },
      body: { ...body, password: 'x' },
    }),
  ).rejects.toThrow()
  expect(await actionsOf(project)).toEqual(before)
})

test('what is older than its time is removed in batches, and nothing else', async () => {
  let now = Date.now()
  // A database of its own: what is old here would be old for the tests beside it too.
  const database = await createDatabase(inject('databaseUrl'))
  const server = await openTestServer(database.url, { now: () => new Date(now) })
  onTestFinished(async () => {
    await server.close()
    await database.drop()
  })
  const project = await createTestProject(server)
  const { db } = server.platform
  const day = 24 * 3600 * 1000
  const count = 4_500
  const addRows = async (createdAt: Date) => {
    const ids = Array.from({ length: count }, () => ({ project_id: project.id, id: randomUUID() }))
    const event = { object_id: 'x', type: 'user.deleted', data: '{}', created_at: createdAt }
    await db
      .insertInto('webhook_events')
      .values(ids.map((key) => ({ ...key, ...event })))
      .execute()
    const entry = {
      happened_at: createdAt,
      action: 'user.deleted',
      actor_type: 'user',
      actor_id: null,
      target_type: 'user',
      target_id: 'x',
      details: null,
      ip_address: null,
      user_agent: null,
      request_id: null,
    }
    await db
      .insertInto('audit_entries')
      .values(ids.map((key) => ({ ...key, ...entry })))
      .execute()
  }
  await addRows(new Date(now))
  now += 31 * day
  await addRows(new Date(now))
  const housekeeping = createHousekeeping(server.platform)
  const cleanUp = () => housekeeping['clean-up']({}, firstAttempt)
  await cleanUp()
  expect([(await listEvents(project)).length, (await actionsOf(project)).length]).toEqual([count, 2 * count])
  now += 370 * day
  await cleanUp()
  expect([(await listEvents(project)).length, (await actionsOf(project)).length]).toEqual([0, count])
})

test('a server that also sends the token of a user is named by its key, and the user beside it', async () => {
  const project = await testProject()
  const person = await createPerson(project)
  const key = await createAdminKey(project)
  for (const as of ['server', 'admin'] as const) {
    await project.call('POST /teams', { as, user: person, headers: key.headers, body: { display_name: 'Team' } })
    expect((await listAuditEntries(project, 'team.created')).at(-1)).toMatchObject({
      actor_type: `${as}-key`,
      actor_id: key.id,
      details: { on_behalf_of: person.id },
    })
  }
})
