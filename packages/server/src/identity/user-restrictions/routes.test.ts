import { describe, expect, test } from 'vitest'
import { TestAuthenticator } from '../../testing/authenticator.ts'
import { createTestProject, type SignedUp, separateServer, type TestProject, testProject } from '../../testing/index.ts'
import { codeEmailedTo } from '../../testing/outbox.ts'
import { projectWithKeys } from '../../testing/project.ts'
import { newPerson, providerForTests, signInWithProvider } from '../../testing/provider-sign-in.ts'
import { listAuditEntries } from '../../testing/records.ts'

const provider = providerForTests()
const callback_url = 'http://localhost:3000/callback'
const origin = 'http://localhost:3000'
const settings = {
  'auth.password.allowSignIn': true,
  'auth.otp.allowSignIn': true,
  'auth.passkey.allowSignIn': true,
  'apiKeys.enabled': { user: true, team: true },
}
const newProject = () => provider.newProject(settings)
const reason = 'Sent spam to other users.'

async function restrict(
  project: TestProject,
  user_id: string,
  body: { until_millis?: number | null; message?: string } = {},
) {
  return project.call('PUT /users/{user_id}/restriction', {
    as: 'server',
    params: { user_id },
    body: { reason, ...body },
  })
}

function lift({ call }: TestProject, user_id: string) {
  return call('DELETE /users/{user_id}/restriction', { as: 'server', params: { user_id } })
}

/** Sets up a way to sign in, and returns how to use it. */
const ways: Record<string, (project: TestProject, user: SignedUp) => Promise<() => Promise<unknown>>> = {
  'a password': async ({ call }, { email, password }) => {
    return () => call('POST /auth/password/sign-in', { body: { email, password } })
  },

  'a one-time code': async (project, { email }) => {
    const verification = await codeEmailedTo(project, email, 'email_verification')
    await project.call('POST /contact-channels/verify', { body: { code: verification } })
    return async () => {
      await project.call('POST /auth/otp/send-sign-in-code', { body: { email, callback_url } })
      return project.call('POST /auth/otp/sign-in', {
        body: { code: await codeEmailedTo(project, email, 'magic_link') },
      })
    }
  },

  'a passkey': async ({ call }, user) => {
    const authenticator = new TestAuthenticator()
    const { options_json, code } = await call('POST /auth/passkey/initiate-passkey-registration', { user })
    const credential = authenticator.register({ challenge: options_json.challenge, origin })
    await call('POST /auth/passkey/register', { user, body: { credential, code } })
    return async () => {
      const { options_json, code } = await call('POST /auth/passkey/initiate-passkey-authentication')
      const authentication_response = authenticator.authenticate({ challenge: options_json.challenge, origin })
      return call('POST /auth/passkey/sign-in', { body: { authentication_response, code } })
    }
  },

  'an account at a provider': async (project, user) => {
    const person = newPerson()
    const query = { type: 'link', token: user.access_token }
    await signInWithProvider(provider.idp, project, person, { provider: 'github', query })
    return () => signInWithProvider(provider.idp, project, person, { provider: 'github' })
  },

  'a session made by a server': async ({ call }, { user_id }) => {
    return () => call('POST /auth/sessions', { as: 'server', body: { user_id } })
  },
}

describe('a restricted user', () => {
  test.each(Object.keys(ways))('cannot sign in with %s until the restriction is lifted', async (way) => {
    const project = await newProject()
    const user = await project.signUp()
    const signIn = await ways[way]!(project, user)
    await restrict(project, user.user_id)
    await expect(signIn()).rejects.toThrow(/USER_IS_RESTRICTED|This account is restricted/)
    await lift(project, user.user_id)
    await signIn()
  })

  // ASVS 7.4.2
  test('is signed out at once, on every node', async () => {
    const project = await testProject()
    const secondNode = projectWithKeys(await separateServer({}), project.id, project.keys)
    const user = await project.signUp()
    await secondNode.call('GET /users/me', { user })
    await restrict(project, user.user_id)
    const headers = { 'x-stack-refresh-token': user.refresh_token }
    for (const node of [project, secondNode]) {
      await expect(node.call('GET /users/me', { user })).rejects.toMatchObject({ code: 'ACCESS_TOKEN_EXPIRED' })
      await expect(node.call('PATCH /users/me', { user, body: { display_name: 'Mallory' } })).rejects.toMatchObject({
        code: 'ACCESS_TOKEN_EXPIRED',
      })
      await expect(node.call('POST /auth/sessions/current/refresh', { headers })).rejects.toMatchObject({
        code: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED',
      })
    }
  })

  test('has API keys that work again only after the restriction', async () => {
    const project = await newProject()
    const user = await project.signUp()
    const body = { user_id: 'me', description: 'Script', is_public: false, expires_at_millis: null }
    const { value } = await project.call('POST /user-api-keys', { user, body })
    const check = () => project.call('POST /user-api-keys/check', { as: 'server', body: { api_key: value! } })
    await check()
    await restrict(project, user.user_id)
    await expect(check()).rejects.toMatchObject({ code: 'API_KEY_REVOKED' })
    await lift(project, user.user_id)
    await check()
  })

  test('never gets a session by signing in at the same moment', async () => {
    const project = await newProject()
    for (let round = 0; round < 10; round++) {
      const user = await project.signUp()
      const signIn = await ways['a password']!(project, user)
      const [, signedIn] = await Promise.allSettled([restrict(project, user.user_id), signIn()])
      if (signedIn.status === 'rejected') continue
      const { refresh_token } = signedIn.value as SignedUp
      const headers = { 'x-stack-refresh-token': refresh_token }
      await expect(project.call('POST /auth/sessions/current/refresh', { headers })).rejects.toThrow()
    }
  })

  test('gets no new password by a code from before the restriction, nor by one sent during it', async () => {
    const project = await newProject()
    const user = await project.signUp()
    const { email } = user
    const requestCode = async () => {
      await project.call('POST /auth/password/send-reset-code', { body: { email, callback_url } })
      return codeEmailedTo(project, email, 'password_reset')
    }
    const reset = (code: string) =>
      project.send('POST /auth/password/reset', { body: { code, password: 'staple for a battery' } })
    const before = await requestCode()
    await restrict(project, user.user_id)
    expect(await reset(before)).toMatchObject({ status: 404, body: { code: 'VERIFICATION_CODE_NOT_FOUND' } })
    expect(await reset(await requestCode())).toMatchObject({ status: 403, body: { code: 'USER_IS_RESTRICTED' } })
    await lift(project, user.user_id)
    expect(await reset(before)).toMatchObject({ status: 404 })
    await project.call('POST /auth/password/sign-in', { body: { email, password: user.password } })
    expect(await reset(await requestCode())).toMatchObject({ status: 200 })
  })

  test('learns until when and what the owners say, but not their reason', async () => {
    const project = await newProject()
    const user = await project.signUp()
    const details = { until_millis: Date.now() + 3_600_000, message: 'You sent too many messages.' }
    expect(await restrict(project, user.user_id, details)).toMatchObject({ reason, ...details })
    const { email, password } = user
    const refused = await project.send('POST /auth/password/sign-in', { body: { email, password } })
    expect(refused).toMatchObject({ status: 403, body: { code: 'USER_IS_RESTRICTED', details } })
    // In a tab that was open.
    const ended = await project.send('GET /users/me', { user })
    const asked = await project.send('GET /users/me', { user, headers: { 'x-stack-require-live-session': 'true' } })
    for (const { status, body } of [ended, asked]) {
      expect([status, body]).toMatchObject([401, { code: 'ACCESS_TOKEN_EXPIRED', details: { restriction: details } }])
    }
    for (const { body } of [refused, ended, asked]) expect(JSON.stringify(body)).not.toContain('spam')
  })
})

test('a restriction with an end is over by itself', async () => {
  let now = Date.now()
  const server = await separateServer({ now: () => new Date(now) })
  const project = await createTestProject(server, settings)
  const user = await project.signUp()
  await restrict(project, user.user_id, { until_millis: now + 60_000 })
  const signIn = await ways['a password']!(project, user)
  await expect(signIn()).rejects.toMatchObject({ code: 'USER_IS_RESTRICTED' })
  now += 60_000
  await signIn()
  const params = { user_id: user.user_id }
  expect(await project.call('GET /users/{user_id}/restriction', { as: 'server', params })).toEqual({
    is_restricted: false,
    reason: null,
    message: null,
    restricted_at_millis: null,
    until_millis: null,
  })
})

test('the audit log tells who restricted whom and why, and who lifted it', async () => {
  const project = await newProject()
  const { user_id } = await project.signUp()
  await restrict(project, user_id)
  await lift(project, user_id)
  await lift(project, user_id)
  expect(await listAuditEntries(project, 'user.restricted')).toMatchObject([
    { target_id: user_id, actor_type: 'server-key', details: { reason, until_millis: null } },
  ])
  expect(await listAuditEntries(project, 'user.unrestricted')).toMatchObject([{ target_id: user_id }])
})

test('existing clients see restricted users as before', async () => {
  const project = await newProject()
  const { user_id } = await project.signUp()
  const read = () => project.call('GET /users/{user_id}', { as: 'server', params: { user_id } })
  const before = await read()
  await restrict(project, user_id)
  expect(await read()).toEqual(before)
})

describe('a restriction is refused', () => {
  test('for a user who does not exist or belongs to another project', async () => {
    const project = await newProject()
    const { user_id } = await (await newProject()).signUp()
    await expect(restrict(project, user_id)).rejects.toMatchObject({ code: 'USER_NOT_FOUND' })
  })

  test('with an end in the past, or without a reason', async () => {
    const project = await newProject()
    const { user_id } = await project.signUp()
    await expect(restrict(project, user_id, { until_millis: Date.now() - 1 })).rejects.toMatchObject({ status: 400 })
    const request = { as: 'server' as const, params: { user_id }, body: { reason: '  ' } }
    await expect(project.call('PUT /users/{user_id}/restriction', request)).rejects.toMatchObject({
      code: 'SCHEMA_ERROR',
    })
  })

  test('by a client', async () => {
    const project = await newProject()
    const user = await project.signUp()
    const request = { user, params: { user_id: user.user_id }, body: { reason } }
    await expect(project.call('PUT /users/{user_id}/restriction', request)).rejects.toMatchObject({
      code: 'INSUFFICIENT_ACCESS_TYPE',
    })
  })
})
