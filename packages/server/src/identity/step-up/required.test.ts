import { type RouteDefinition, routes } from '@latchkey/contract'
import { describe, expect, test } from 'vitest'
import { goodPassword, testProject, testServer } from '../../testing/index.ts'
import { minimalRequests } from '../../testing/minimal-requests.ts'
import type { RawCall, TestProject, WireResponse } from '../../testing/project.ts'
import { takeSnapshot } from '../../testing/snapshot.ts'
import { ageProof, elevenMinutes, withStepUp } from '../../testing/step-up.ts'
import { createPerson, createWorld, type World } from '../../testing/world.ts'

type RouteName = keyof typeof routes
type Case = [name: string, route: RouteName, body: Record<string, unknown> | undefined]

const secret = Buffer.alloc(20, 7).toString('base64')
const values: Record<string, unknown> = {
  totp_secret_base64: secret,
  otp_auth_enabled: true,
  passkey_auth_enabled: false,
  passkey_mfa_enabled: true,
  expires_at_millis: 4_000_000_000_000,
  second_factor_required_from_millis: 4_000_000_000_000,
}

/** Every route that the contract says could take an account over; one case for each member of a body that could. */
const cases = (Object.entries(routes) as [RouteName, RouteDefinition][]).flatMap(([route, { stepUp }]): Case[] => {
  if (!stepUp) return []
  if (stepUp === true) return [[route, route, undefined]]
  return stepUp.map((field) => [`${route} with ${field}`, route, { [field]: values[field] }])
})

const required = { status: 403, body: { code: 'STEP_UP_REQUIRED' } }

test('the contract names what could take an account over', () => {
  expect(cases.map(([name]) => name).sort()).toEqual([
    'DELETE /connection-domains/{domain_id}',
    'DELETE /connections/{connection_id}',
    'DELETE /contact-channels/{user_id}/{id}',
    'DELETE /directories/{directory_id}',
    'DELETE /oauth-providers/{user_id}/{id}',
    'DELETE /passkeys/{user_id}/{id}',
    'DELETE /teams/{team_id}',
    'DELETE /users/me',
    'PATCH /connections/{connection_id}',
    'PATCH /contact-channels/{user_id}/{id}',
    'PATCH /directories/{directory_id}',
    'PATCH /oauth-providers/{user_id}/{id}',
    'PATCH /team-api-keys/{id} with expires_at_millis',
    'PATCH /teams/{team_id} with second_factor_required_from_millis',
    'PATCH /teams/{team_id}/members/{user_id}',
    'PATCH /teams/{team_id}/required-connection',
    'PATCH /user-api-keys/{id} with expires_at_millis',
    'PATCH /users/me with otp_auth_enabled',
    'PATCH /users/me with passkey_auth_enabled',
    'PATCH /users/me with passkey_mfa_enabled',
    'PATCH /users/me with totp_secret_base64',
    'POST /auth/cli/complete',
    'POST /auth/passkey/initiate-passkey-registration',
    'POST /auth/passkey/register',
    'POST /auth/password/set',
    'POST /auth/recovery-codes',
    'POST /auth/step-up/check',
    'POST /connection-domains',
    'POST /connections',
    'POST /contact-channels',
    'POST /directories',
    'POST /directories/{directory_id}/rotate-token',
    'POST /oauth-provider/device/approve',
    'POST /team-api-keys',
    'POST /user-api-keys',
  ])
})

describe.each(cases)('%s', (_name, route, body) => {
  // ASVS 7.5.1, 10.3.4
  test('needs a proof from the last ten minutes, if the project requires it', async () => {
    const world = await openWorld(true)
    const { project } = world
    const user = await signIn(world)
    await ageProof(project, user)
    const before = await takeSnapshot(project.server.platform.db, project.id)
    expect(await send(world, route, body, { user })).toMatchObject({
      ...required,
      body: { details: { max_age_seconds: 600, methods: ['password', 'passkey', 'email_code'] } },
    })
    expect(await send(world, route, body, { user: world.person })).toMatchObject(required)
    expect(await takeSnapshot(project.server.platform.db, project.id)).toEqual(before)

    await ageProof(project, user, elevenMinutes - 2 * 60_000)
    const asBefore = await openWorld(false)
    const expected = await send(asBefore, route, body, { user: asBefore.person })
    expect(outcomeOf(await send(world, route, body, { user }))).toEqual(outcomeOf(expected))
    expect(outcomeOf(expected)[1]).not.toBe('STEP_UP_REQUIRED')
  })

  test('is refused while impersonating the user, even if the project requires no proof', async () => {
    for (const isRequired of [true, false]) {
      const world = await openWorld(isRequired)
      const { project, person } = world
      const as = { user_id: person.id, is_impersonation: true }
      const user = await project.call('POST /auth/sessions', { as: 'admin', body: as })
      const before = await takeSnapshot(project.server.platform.db, project.id)
      expect(await send(world, route, body, { user })).toMatchObject({
        status: 403,
        body: expect.stringContaining('impersonating'),
      })
      expect(await takeSnapshot(project.server.platform.db, project.id)).toEqual(before)
    }
  })

  test('needs none of a server or an admin', async () => {
    for (const as of ['server', 'admin'] as const) {
      const world = await openWorld(true)
      const asBefore = await openWorld(false)
      const expected = await send(asBefore, route, body, { as, user: asBefore.person })
      expect(outcomeOf(await send(world, route, body, { as, user: world.person }))).toEqual(outcomeOf(expected))
      expect(outcomeOf(expected)[1]).not.toBe('STEP_UP_REQUIRED')
    }
  })
})

test('linking an account at a provider needs a recent proof too', async () => {
  const world = await openWorld(true)
  const { project } = world
  const user = await signIn(world)
  const minimal = minimalRequests['GET /auth/oauth/authorize/{provider}'](world)
  const link = () => ({ ...minimal, query: { ...minimal.query, type: 'link', token: user.access_token } })
  expect(await project.send('GET /auth/oauth/authorize/{provider}', link())).toMatchObject({ status: 307 })
  await ageProof(project, user)
  expect(await project.send('GET /auth/oauth/authorize/{provider}', link())).toMatchObject(required)
  const signInAgain = { ...minimal, query: { ...minimal.query, token: user.access_token } }
  expect(await project.send('GET /auth/oauth/authorize/{provider}', signInAgain)).toMatchObject({ status: 307 })
})

test('what takes nothing over needs no proof, and neither does a change of the password with the old one', async () => {
  const world = await openWorld(true)
  const { project, person: user, userKey } = world
  const body = { display_name: 'Ada', client_metadata: {} }
  expect(await project.send('PATCH /users/me', { user, body })).toMatchObject({ status: 200 })
  const revoke = { params: { id: userKey.id }, body: { revoked: true } }
  expect(await project.send('PATCH /user-api-keys/{id}', { user, ...revoke })).toMatchObject({ status: 200 })
  const change = { old_password: goodPassword, new_password: 'staple for a battery' }
  expect(await project.send('POST /auth/password/update', { user, body: change })).toMatchObject({ status: 200 })
})

test('refreshing renews no proof', async () => {
  const world = await openWorld(true)
  const { project } = world
  const user = await signIn(world)
  await ageProof(project, user)
  const headers = { 'x-stack-refresh-token': user.refresh_token }
  const refreshed = await project.call('POST /auth/sessions/current/refresh', { headers })
  expect(await project.send('POST /auth/step-up/check', { user: refreshed })).toMatchObject(required)
})

test('who has nothing to prove themselves with is not asked, until they have', async () => {
  const project = await testProject(withStepUp)
  const anonymous = await createPerson(project, { isAnonymous: true })
  const asAnonymous = { user: anonymous, headers: { 'x-stack-allow-anonymous-user': 'true' } }
  expect(await project.send('POST /auth/step-up/check', asAnonymous)).toMatchObject({ status: 200 })
  const body = { totp_secret_base64: secret }
  expect(await project.send('PATCH /users/me', { ...asAnonymous, body })).toMatchObject({ status: 200 })
  expect(await project.send('PATCH /users/me', { ...asAnonymous, body: { totp_secret_base64: null } })).toMatchObject({
    ...required,
    body: { details: { methods: ['totp'] } },
  })
})

test('who signs in at a provider only, without a verified address, is told to sign in again', async () => {
  const world = await openWorld(true)
  const { project, person: user } = world
  const { db } = project.server.platform
  await db.deleteFrom('passkeys').where('user_id', '=', user.id).execute()
  await db.updateTable('users').set({ password_hash: null }).where('id', '=', user.id).execute()
  await db.updateTable('contact_channels').set({ is_verified: false }).where('user_id', '=', user.id).execute()
  expect(await project.send('POST /auth/step-up/check', { user })).toMatchObject({
    ...required,
    body: { details: { methods: [] }, error: expect.stringContaining('sign in again') },
  })
})

test('an impersonation is refused as such, and a session that has ended as ended', async () => {
  const { project, person } = await openWorld(true)
  const body = { user_id: person.id, is_impersonation: true }
  const impersonation = await project.call('POST /auth/sessions', { as: 'admin', body })
  const refused = { status: 403, body: expect.stringContaining('impersonating') }
  expect(await project.send('POST /auth/step-up/check', { user: impersonation })).toMatchObject(refused)
  await project.call('DELETE /auth/sessions/current', { user: person })
  const ended = { status: 401, body: { code: 'ACCESS_TOKEN_EXPIRED' } }
  expect(await project.send('POST /auth/step-up/check', { user: person })).toMatchObject(ended)
})

describe('an app that requires a proof of a certain age', () => {
  const check = (
    project: TestProject,
    user: { access_token: string },
    seconds: number,
    as: 'client' | 'server' = 'client',
  ) => project.send('POST /auth/step-up/check', { as, user, body: { max_age_seconds: seconds } })

  test('is told so by the clock of this server, whatever the project and the access level are', async () => {
    for (const isRequired of [true, false]) {
      const world = await openWorld(isRequired)
      const { project } = world
      const user = await signIn(world)
      await ageProof(project, user, 299_000)
      expect(await check(project, user, 300)).toMatchObject({ status: 200, body: { success: true } })
      await ageProof(project, user, 300_000)
      const refused = {
        ...required,
        body: { details: { max_age_seconds: 300, methods: ['password', 'passkey', 'email_code'] } },
      }
      expect(await check(project, user, 300)).toMatchObject(refused)
      expect(await check(project, user, 300, 'server')).toMatchObject(refused)
      const { status } = await project.send('POST /auth/step-up', {
        user,
        body: { type: 'password', password: goodPassword },
      })
      expect(status).toBe(200)
      expect(await check(project, user, 30)).toMatchObject({ status: 200 })
    }
  })

  test('gets none from a session of a server, an anonymous user, an impersonation or a session that has ended', async () => {
    const { project, person } = await openWorld(false)
    expect(await check(project, person, 300)).toMatchObject(required)
    const anonymous = await createPerson(project, { isAnonymous: true })
    const headers = { 'x-stack-allow-anonymous-user': 'true' }
    const body = { max_age_seconds: 300 }
    expect(await project.send('POST /auth/step-up/check', { user: anonymous, headers, body })).toMatchObject({
      ...required,
      body: { details: { methods: [] } },
    })
    const as = { user_id: person.id, is_impersonation: true }
    const impersonation = await project.call('POST /auth/sessions', { as: 'admin', body: as })
    for (const access of ['client', 'server'] as const) {
      expect(await check(project, impersonation, 300, access)).toMatchObject({
        status: 403,
        body: expect.stringContaining('impersonating'),
      })
    }
    await project.call('DELETE /auth/sessions/current', { user: person })
    expect(await check(project, person, 300)).toMatchObject({ status: 401, body: { code: 'ACCESS_TOKEN_EXPIRED' } })
  })

  test.each([29, 30.5, 31_536_001, 'soon', null])('cannot ask for %s', async (seconds) => {
    const { project, person: user } = await openWorld(false)
    expect(await project.send('POST /auth/step-up/check', { user, body: { max_age_seconds: seconds } })).toMatchObject({
      status: 400,
      body: { code: 'SCHEMA_ERROR' },
    })
  })
})

test('a project that requires it says so, and one created without the setting does not', async () => {
  const project = await testProject()
  const read = async () => (await project.call('GET /internal/projects/current', { as: 'admin' })).config
  expect((await read()).step_up_required).toBe(false)
  await project.call('PATCH /internal/projects/current', { as: 'admin', body: { config: { step_up_required: true } } })
  expect((await read()).step_up_required).toBe(true)
  const { config_string } = await project.call('GET /internal/config', { as: 'admin' })
  expect(JSON.parse(config_string).auth.stepUp).toEqual({ isRequired: true })
})

async function openWorld(isRequired: boolean): Promise<World> {
  const world = await createWorld(await testServer())
  const settings = { 'auth.stepUp.isRequired': isRequired, 'auth.passkey.allowSignIn': true }
  const body = { config_override_string: JSON.stringify(settings) }
  await world.project.call('PATCH /internal/config/override', { as: 'admin', body })
  return world
}

function signIn({ project, person }: World) {
  return project.call('POST /auth/password/sign-in', { body: { email: person.email, password: goodPassword } })
}

function send(world: World, route: RouteName, body: Record<string, unknown> | undefined, options: RawCall) {
  const minimal: RawCall = minimalRequests[route](world)
  return world.project.send(route, { ...minimal, ...(body ? { body } : {}), ...options })
}

function outcomeOf({ status, body }: WireResponse): [number, string | undefined] {
  return [status, status < 400 ? undefined : (body as { code?: string }).code]
}
