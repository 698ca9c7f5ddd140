import { type AccessType, type RouteDefinition, routes } from '@latchkey/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { type TestServer, testServer } from '../testing/index.ts'
import { minimalRequests } from '../testing/minimal-requests.ts'
import { ReusedWorld } from '../testing/reused-world.ts'
import { enrollment, setPolicy } from '../testing/second-factor-policy.ts'
import { takeSnapshot } from '../testing/snapshot.ts'
import { createWorld } from '../testing/world.ts'

type RouteName = keyof typeof routes

/** All that a session may do whose user has to set up a second factor first. */
const allowed: RouteName[] = [
  'DELETE /auth/sessions/current',
  'GET /projects/current',
  'GET /projects/{project_id}/.well-known/jwks.json',
  'PATCH /users/me',
  'POST /auth/passkey/initiate-passkey-authentication',
  'POST /auth/passkey/initiate-passkey-registration',
  'POST /auth/passkey/register',
  'POST /auth/sessions/current/refresh',
  'POST /auth/step-up',
  'POST /auth/step-up/check',
  'POST /auth/step-up/send-code',
]

let server: TestServer
const worlds = new ReusedWorld(async () => {
  const world = await createWorld(server)
  await setPolicy(world.project, 'required')
  return world
})

beforeAll(async () => {
  server = await testServer()
})

test('a short list of routes is for users who have to set up a second factor first', () => {
  const declared = Object.entries<RouteDefinition>(routes).filter(([, route]) => route.beforeSecondFactor)
  expect(declared.map(([id]) => id).sort()).toEqual(allowed)
  expect(routes['PATCH /users/me'].beforeSecondFactor).toEqual(['totp_secret_base64', 'passkey_mfa_enabled'])
})

const refused = (Object.keys(routes) as RouteName[]).filter((route) => !allowed.includes(route))

describe.each(refused)('%s', (route) => {
  test('refuses their session at every level of access and does nothing', async () => {
    const world = await worlds.get()
    const { project, person } = world
    const before = await takeSnapshot(server.platform.db, project.id)
    for (const as of ['client', 'server', 'admin'] satisfies AccessType[]) {
      const answer = await project.send(route, { ...minimalRequests[route](world), as, user: person })
      const { access } = routes[route] as RouteDefinition
      const code = access === 'open' || access.includes(as) ? 'SECOND_FACTOR_REQUIRED' : 'INSUFFICIENT_ACCESS_TYPE'
      expect([as, answer.headers.get('x-stack-known-error')]).toEqual([as, code])
    }
    expect(await takeSnapshot(server.platform.db, project.id)).toEqual(before)
  })
})

test('a refresh token, which identifies a session as well, does no more than the access token', async () => {
  const { project, person } = await worlds.get()
  const { login_code, polling_code } = await project.call('POST /auth/cli', { body: {} })
  const body = { login_code, refresh_token: person.refresh_token }
  for (const as of ['client', 'server', 'admin'] satisfies AccessType[]) {
    const answer = await project.send('POST /auth/cli/complete', { as, body })
    expect([as, answer]).toMatchObject([as, { status: 403, body: { code: 'SECOND_FACTOR_REQUIRED' } }])
  }
  expect(await project.call('POST /auth/cli/poll', { body: { polling_code } })).toEqual({ status: 'waiting' })
})

test.each([
  ['another field', { display_name: 'Mallory' }],
  ['another field beside the secret', { ...enrollment, display_name: 'Mallory' }],
  ['a removal, whose answer would show the user', { totp_secret_base64: null }],
  ['a passkey that is no second factor', { passkey_mfa_enabled: false }],
  ['another field beside the passkey', { passkey_mfa_enabled: true, display_name: 'Mallory' }],
  ['switching passkeys off beside the secret', { ...enrollment, passkey_mfa_enabled: false }],
  ['nothing', {}],
  ['an unknown field', { nothing: true }],
  ['a list', [enrollment]],
])('%s does not pass as setting up a second factor', async (_, body) => {
  const { project, person } = await worlds.get()
  const before = await takeSnapshot(server.platform.db, project.id)
  for (const as of ['client', 'server'] as const) {
    const answer = await project.send('PATCH /users/me', { as, user: person, body })
    expect(answer).toMatchObject({ status: 403, body: { code: 'SECOND_FACTOR_REQUIRED' } })
  }
  expect(await takeSnapshot(server.platform.db, project.id)).toEqual(before)
})
