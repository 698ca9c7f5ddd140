import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { insertVerificationCode } from '../../records/verification-codes/queries.ts'
import { insertMembership, insertTeam } from '../../teams/queries.ts'
import { TestAuthenticator } from '../../testing/authenticator.ts'
import { goodPassword, race, type TestProject, testProject } from '../../testing/index.ts'
import { codeEmailedTo } from '../../testing/outbox.ts'
import { createPerson } from '../../testing/world.ts'

function deleteAsServer({ call }: TestProject, userId: string) {
  return call('DELETE /users/{user_id}', { as: 'server', params: { user_id: userId } })
}

test('a server deletes a user, who is then not found', async () => {
  const project = await testProject()
  const user = await createPerson(project)
  const notFound = { status: 404, code: 'USER_NOT_FOUND' }

  expect(await deleteAsServer(project, user.id)).toStrictEqual({ success: true })
  await expect(
    project.call('GET /users/{user_id}', { as: 'server', params: { user_id: user.id } }),
  ).rejects.toMatchObject(notFound)
  await expect(deleteAsServer(project, user.id)).rejects.toMatchObject(notFound)
  expect((await project.call('GET /users', { as: 'server' })).items).toEqual([])
})

test('a body is accepted and ignored', async () => {
  const project = await testProject()
  for (const body of [{}, { anything: 1 }, []]) {
    const user = await createPerson(project)
    const request = { as: 'server' as const, params: { user_id: user.id }, body }
    expect(await project.send('DELETE /users/{user_id}', request)).toMatchObject({ status: 200 })
  }
})

test('a client deletes itself only where the project allows it', async () => {
  const project = await testProject()
  const user = await createPerson(project)
  await expect(project.call('DELETE /users/me', { user })).rejects.toMatchObject({ status: 400, code: undefined })
  expect((await project.call('GET /users/me', { user })).id).toBe(user.id)

  const body = { config: { client_user_deletion_enabled: true } }
  await project.call('PATCH /internal/projects/current', { as: 'admin', body })
  expect(await project.call('DELETE /users/me', { user })).toStrictEqual({ success: true })
  await expect(project.call('GET /users/me', { user })).rejects.toMatchObject({
    code: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
  })
})

test('a server deletes the signed-in user whatever the project allows clients', async () => {
  const project = await testProject()
  for (const as of ['server', 'admin'] as const) {
    const user = await createPerson(project)
    expect(await project.call('DELETE /users/me', { as, user })).toStrictEqual({ success: true })
  }
})

test('everything of the user goes, and the teams stay', async () => {
  const project = await testProject({
    'teams.createPersonalTeamOnSignUp': true,
    'auth.oauth.providers.google': { type: 'google', allowSignIn: true },
    'rbac.permissions.reader': { scope: 'project' },
    'rbac.defaultPermissions.signUp': { reader: true },
  })
  const { db } = project.server.platform
  const { id } = await project.call('POST /users', {
    as: 'server',
    body: {
      primary_email: 'ada@example.com',
      primary_email_auth_enabled: true,
      password: goodPassword,
      oauth_providers: [{ id: 'google', account_id: '1' }],
    },
  })
  const other = await createPerson(project)
  const session = await project.call('POST /auth/sessions', { as: 'server', body: { user_id: id } })
  await insertVerificationCode(db, project.id, {
    kind: 'mfa-attempt',
    userId: id,
    data: { is_new_user: false },
    now: new Date(),
  })
  const shared = randomUUID()
  const now = new Date()
  await insertTeam(db, project.id, { id: shared, displayName: 'Shared', now })
  for (const userId of [id, other.id]) {
    await insertMembership(db, project.id, { teamId: shared, userId, permissionIds: ['team_admin'], now })
  }
  const countRows = async () => {
    const { rows } = await sql<Record<string, number>>`
      SELECT
        (SELECT count(*)::int FROM contact_channels WHERE project_id = ${project.id} AND user_id = ${id}) AS channels,
        (SELECT count(*)::int FROM provider_links WHERE project_id = ${project.id} AND user_id = ${id}) AS links,
        (SELECT count(*)::int FROM sessions WHERE project_id = ${project.id} AND user_id = ${id}) AS sessions,
        (SELECT count(*)::int FROM verification_codes WHERE project_id = ${project.id} AND user_id = ${id}) AS codes,
        (SELECT count(*)::int FROM project_permissions WHERE project_id = ${project.id} AND user_id = ${id}) AS grants,
        (SELECT count(*)::int FROM team_memberships WHERE project_id = ${project.id} AND user_id = ${id}) AS memberships,
        (SELECT count(*)::int FROM team_permissions WHERE project_id = ${project.id} AND user_id = ${id}) AS team_grants,
        (SELECT count(*)::int FROM teams WHERE project_id = ${project.id}) AS teams`.execute(db)
    return rows[0]
  }
  expect(await countRows()).toEqual({
    channels: 1,
    links: 1,
    sessions: 1,
    codes: 1,
    grants: 1,
    memberships: 2,
    team_grants: 2,
    teams: 3,
  })

  await deleteAsServer(project, id)
  expect(await countRows()).toEqual({
    channels: 0,
    links: 0,
    sessions: 0,
    codes: 0,
    grants: 0,
    memberships: 0,
    team_grants: 0,
    teams: 3,
  })
  const headers = { 'x-stack-refresh-token': session.refresh_token }
  await expect(project.call('POST /auth/sessions/current/refresh', { headers })).rejects.toMatchObject({
    code: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED',
  })
  await expect(
    project.call('POST /auth/password/sign-in', { body: { email: 'ada@example.com', password: goodPassword } }),
  ).rejects.toMatchObject({ code: 'EMAIL_PASSWORD_MISMATCH' })
  expect((await project.call('GET /users/me', { user: other })).id).toBe(other.id)
})

// ASVS 7.4.2
test('whatever was open for the user is dead at once', async () => {
  const project = await testProject({ 'auth.passkey.allowSignIn': true, 'auth.otp.allowSignIn': true })
  const { call, send } = project
  const person = await project.signUp()
  const origin = 'http://localhost:3000'
  const authenticator = new TestAuthenticator()
  const registration = await call('POST /auth/passkey/initiate-passkey-registration', { user: person })
  const credential = authenticator.register({ challenge: registration.options_json.challenge, origin })
  await call('POST /auth/passkey/register', { user: person, body: { credential, code: registration.code } })
  const { polling_code, login_code } = await call('POST /auth/cli')
  const waiting = await call('POST /auth/cli')
  const { refresh_token } = person
  await call('POST /auth/cli/complete', { body: { login_code, refresh_token } })
  const verification = await codeEmailedTo(project, person.email, 'email_verification')
  await call('POST /auth/password/send-reset-code', { body: { email: person.email, callback_url: origin } })
  const reset = await codeEmailedTo(project, person.email, 'password_reset')

  await deleteAsServer(project, person.user_id)

  const challenge = await call('POST /auth/passkey/initiate-passkey-authentication')
  const authentication_response = authenticator.authenticate({ challenge: challenge.options_json.challenge, origin })
  const attempts: [string, object, string][] = [
    ['POST /auth/passkey/sign-in', { authentication_response, code: challenge.code }, 'PASSKEY_AUTHENTICATION_FAILED'],
    ['POST /auth/cli/poll', { polling_code }, 'INVALID_POLLING_CODE'],
    ['POST /contact-channels/verify', { code: verification }, 'VERIFICATION_CODE_NOT_FOUND'],
    ['POST /auth/password/reset', { code: reset, password: goodPassword }, 'VERIFICATION_CODE_NOT_FOUND'],
  ]
  for (const [route, body, code] of attempts) expect(await send(route, { body })).toMatchObject({ body: { code } })
  const confirmation = { login_code: waiting.login_code, refresh_token }
  expect((await send('POST /auth/cli/complete', { body: confirmation })).status).toBe(400)
  expect((await send('POST /auth/password/set', { user: person, body: { password: 'x'.repeat(12) } })).status).toBe(400)
})

// ASVS 10.3.3
test('the same email signs up again and inherits nothing', async () => {
  const project = await testProject()
  const first = await project.signUp()
  const params = { user_id: first.user_id }
  const body = { server_metadata: { vip: true }, display_name: 'Ada' }
  await project.call('PATCH /users/{user_id}', { as: 'server', params, body })
  await deleteAsServer(project, first.user_id)

  const second = await project.signUp(first.email, 'another good password')
  expect(second.user_id).not.toBe(first.user_id)
  expect(await project.call('GET /users/me', { as: 'server', user: second })).toMatchObject({
    display_name: null,
    server_metadata: null,
    primary_email_verified: false,
  })
})

test('a user of another project is not found, and stays', async () => {
  const project = await testProject()
  const other = await testProject()
  const user = await createPerson(other)
  await expect(deleteAsServer(project, user.id)).rejects.toMatchObject({ status: 404, code: 'USER_NOT_FOUND' })
  expect((await other.call('GET /users/me', { user })).id).toBe(user.id)
})

test('twenty deletions at once delete once', async () => {
  const project = await testProject()
  const user = await createPerson(project)
  const { succeeded, failed } = await race(20, () => deleteAsServer(project, user.id))
  expect(succeeded).toHaveLength(1)
  for (const error of failed) expect(error).toMatchObject({ status: 404, code: 'USER_NOT_FOUND' })
})

test('changes against a deletion succeed before it or find nobody, and leave nothing behind', async () => {
  const project = await testProject()
  const users = await Promise.all(Array.from({ length: 5 }, () => createPerson(project)))
  for (const user of users) {
    const params = { user_id: user.id }
    const { failed } = await race<unknown>(20, (index) =>
      index === 10
        ? deleteAsServer(project, user.id)
        : project.call('PATCH /users/{user_id}', {
            as: 'server',
            params,
            body: { display_name: `Name ${index}`, primary_email: `mail-${index}@example.com`, server_metadata: index },
          }),
    )
    for (const error of failed) expect(error).toMatchObject({ status: 404, code: 'USER_NOT_FOUND' })
    await expect(project.call('GET /users/{user_id}', { as: 'server', params })).rejects.toMatchObject({ status: 404 })
  }
  const rest = await project.server.platform.db
    .selectFrom('contact_channels')
    .select('id')
    .where('project_id', '=', project.id)
    .execute()
  expect(rest).toEqual([])
})
