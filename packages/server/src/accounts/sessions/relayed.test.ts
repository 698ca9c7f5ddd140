import { beforeAll, describe, expect, test } from 'vitest'
import { newEmail, separateServer, type TestProject, testProject } from '../../testing/index.ts'
import { createTestProject, goodPassword } from '../../testing/project.ts'
import type { TestServer } from '../../testing/server.ts'
import { refreshWith } from '../../testing/session-key.ts'
import { createPerson } from '../../testing/world.ts'

// The server of an app that keeps refresh tokens in cookies which no script can read sends the requests of its visitors.

const sessionEnded = { status: 401, body: { code: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED' } }
const required = { 'auth.sessionKeys.isRequired': true }
const refreshRoute = 'POST /auth/sessions/current/refresh'
const browser = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/142.0'

/** The headers that the app's server adds for a visitor. */
const forVisitor = ({ keys }: TestProject, address = 'unknown') => ({
  'x-stack-secret-server-key': keys.secretServerKey,
  'x-stack-relayed-for': address,
})

async function signUpRelayed(project: TestProject, address?: string) {
  const email = newEmail()
  const body = { email, password: goodPassword, verification_callback_url: 'http://localhost:3000/verify' }
  const headers = { ...forVisitor(project, address), 'user-agent': browser }
  return { email, ...(await project.call('POST /auth/password/sign-up', { headers, body })) }
}

const refreshRelayed = (project: TestProject, refreshToken: string, headers = forVisitor(project)) =>
  project.send(refreshRoute, { headers: { ...headers, 'x-stack-refresh-token': refreshToken } })

const exchange = (project: TestProject, refresh_token: string, headers: Record<string, string> = {}) => {
  const body = { client_id: project.id, client_secret: project.keys.publishableClientKey, refresh_token }
  return project.send('POST /auth/oauth/token', { headers, body: { ...body, grant_type: 'refresh_token' } })
}

describe('a project that refuses sessions which could be copied', () => {
  test('accepts those that its own server has kept from the start, from that server alone', async () => {
    const project = await testProject(required)
    const { refresh_token } = await signUpRelayed(project)
    expect((await refreshRelayed(project, refresh_token)).status).toBe(200)
    expect((await exchange(project, refresh_token, forVisitor(project))).status).toBe(200)
    // Whoever has copied the token has no secret key.
    expect(await refreshWith(project, refresh_token)).toMatchObject(sessionEnded)
    expect(await exchange(project, refresh_token)).toMatchObject(sessionEnded)
    expect((await refreshRelayed(project, refresh_token)).status).toBe(200)
  })

  test('refuses a session that browsers could read before their server kept it', async () => {
    const project = await testProject()
    const { refresh_token } = await project.signUp()
    expect((await refreshRelayed(project, refresh_token)).status).toBe(200)
    const config = { session_keys_required: true }
    await project.call('PATCH /internal/projects/current', { as: 'admin', body: { config } })
    expect(await refreshRelayed(project, refresh_token)).toMatchObject(sessionEnded)
  })

  test('confirms no command-line login for a copied token, which would become a session of its own', async () => {
    const project = await testProject(required)
    const { refresh_token, access_token } = await signUpRelayed(project)
    const { login_code } = await project.call('POST /auth/cli')
    const body = { login_code, refresh_token }
    expect((await project.send('POST /auth/cli/complete', { body })).status).toBe(400)
    const headers = forVisitor(project)
    expect((await project.send('POST /auth/cli/complete', { headers, user: { access_token }, body })).status).toBe(200)
  })

  test('is not deceived by the secret key of another project', async () => {
    const [project, other] = [await testProject(required), await testProject()]
    const { refresh_token } = await signUpRelayed(project)
    const wrong = { status: 401, body: { code: 'INVALID_SECRET_SERVER_KEY' } }
    expect(await refreshRelayed(project, refresh_token, forVisitor(other))).toMatchObject(wrong)
    // Headers of one project, and a body of another.
    const { 'x-stack-access-type': type, ...headers } = other.headers('client')
    const ofOther = { ...headers, 'x-stack-access-type': type, ...forVisitor(other) } as Record<string, string>
    expect(await exchange(project, refresh_token, ofOther)).toMatchObject(sessionEnded)
  })
})

test('without that rule, a session that a server kept can go on in browsers, as after a rollback', async () => {
  const project = await testProject()
  const { refresh_token } = await signUpRelayed(project)
  expect((await refreshWith(project, refresh_token)).status).toBe(200)
})

test('who names a visitor without the secret key is refused', async () => {
  const project = await testProject()
  const body = { email: newEmail(), password: goodPassword }
  const headers = { 'x-stack-relayed-for': '192.0.2.1' }
  expect(await project.send('POST /auth/password/sign-in', { headers, body })).toMatchObject({
    status: 401,
    body: { code: 'SERVER_AUTHENTICATION_REQUIRED' },
  })
})

test('a browser that shows what stands for a token is told to reload, and not that its session has ended', async () => {
  const project = await testProject()
  const handle = `kept-${crypto.randomUUID()}`
  for (const answer of [await refreshWith(project, handle), await exchange(project, handle)]) {
    expect(answer).toMatchObject({ status: 400, body: expect.stringContaining('Reload the page') })
  }
})

test('sessions and the audit log show the visitor, and not the server of the app', async () => {
  const project = await testProject()
  const { user_id } = await signUpRelayed(project, '203.0.113.7')
  const { items } = await project.call('GET /auth/sessions', { as: 'server', query: { user_id } })
  expect(items).toMatchObject([{ last_used_at_end_user_ip_info: { ip: '203.0.113.7' }, last_used_user_agent: browser }])
  const query = { action: 'user.signed_in' as const }
  const log = await project.call('GET /internal/audit-entries', { as: 'admin', query })
  expect(log.items).toMatchObject([{ ip_address: '203.0.113.7' }])
})

describe('limits per address', () => {
  const proxy = '10.0.0.1'
  let server: TestServer
  beforeAll(async () => {
    server = await separateServer({ config: { rateLimits: true, trustedProxies: [proxy] } })
  })

  const statusesOf = async (project: TestProject, email: string, headers: Record<string, string>, address: string) => {
    const statuses: number[] = []
    while (statuses.length < 11) {
      const body = { email, password: 'wrong password' }
      const answer = await project.send('POST /auth/password/sign-in', { headers, body, address })
      statuses.push(answer.status)
    }
    return statuses
  }
  const refusedAtLast = [...Array.from({ length: 10 }, () => 400), 429]

  test('count visitors, and not the server that they share', async () => {
    const project = await createTestProject(server)
    const person = await createPerson(project, { password: goodPassword })
    const appServer = '198.51.100.1'
    const ask = (address: string) => statusesOf(project, person.email, forVisitor(project, address), appServer)
    expect(await ask('203.0.113.1')).toEqual(refusedAtLast)
    expect((await ask('203.0.113.2'))[0]).toBe(400)
    // Written differently, it is the same address.
    expect((await ask('::ffff:203.0.113.1'))[0]).toBe(429)
  })

  test('count the server of the app if it does not know the address', async () => {
    const project = await createTestProject(server)
    const person = await createPerson(project, { password: goodPassword })
    const statuses: number[] = []
    for (const address of ['unknown', 'not an address', '203.0.113.1, 203.0.113.2']) {
      const headers = { ...forVisitor(project, address), 'x-forwarded-for': '203.0.113.9' }
      statuses.push(...(await statusesOf(project, person.email, headers, '198.51.100.2')))
    }
    expect(statuses).toEqual([...refusedAtLast, ...Array.from({ length: 22 }, () => 429)])
  })
})
