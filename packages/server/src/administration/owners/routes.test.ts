import { beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import { findSetup } from '../../projects/deployment/setup-code.ts'
import { createDatabase } from '../../testing/database.ts'
import {
  createTestProject,
  goodPassword,
  newEmail,
  openTestServer,
  race,
  type TestProject,
  type TestServer,
} from '../../testing/index.ts'
import { codeEmailedTo } from '../../testing/outbox.ts'
import { addOwner, createProjectOf, type TestOwner } from '../../testing/owners.ts'
import { projectWithKeys, sendRequest } from '../../testing/project.ts'
import { listAuditEntries } from '../../testing/records.ts'
import { internalKeys, testUrl } from '../../testing/server.ts'
import { createOwner } from '../../testing/world.ts'
import { seedDemoProject } from '../deployment/seed.ts'

/** One for each test: there is one internal project in a database. */
let databaseUrl: string
beforeEach(async () => {
  const database = await createDatabase(inject('databaseUrl'))
  databaseUrl = database.url
  onTestFinished(() => database.drop())
})

const url = 'https://auth.example.com'
const callback_url = `${url}/handler/join`
type Options = NonNullable<Parameters<typeof openTestServer>[1]>

async function start(config: Options['config'] = {}, options: Options = {}) {
  const server = await openTestServer(databaseUrl, { ...options, config: { isProduction: true, url, ...config } })
  onTestFinished(() => server.close())
  return { server, internal: projectWithKeys(server, 'internal', internalKeys) }
}

const setupCode = 'the code of the test'
const readNeed = async (server: TestServer) => (await sendRequest(server, 'GET /internal/first-owner')).body
const postFirst = (server: TestServer, setup_code: string, email = newEmail('first')) =>
  sendRequest(server, 'POST /internal/first-owner', { body: { setup_code, email, password: goodPassword } })
const listOwners = async ({ call }: TestProject) => (await call('GET /users', { as: 'server' })).items

async function startOwned() {
  const { server, internal } = await start({ setupCode })
  const { body, status } = await postFirst(server, setupCode)
  expect(status).toBe(200)
  const owner = body as { access_token: string; user_id: string }
  const { selected_team_id } = await internal.call('GET /users/me', { user: owner })
  return { server, internal, owner, teamId: selected_team_id! }
}

const findCode = (lines: string[]) => lines.join('').match(/setup code ([0-9a-z]{45})/)?.[1]

describe('the first owner in production', () => {
  // ASVS 6.3.2, 6.4.1
  test('needs the code that the log of every start shows until there is an owner', async () => {
    const [first, second, third]: string[][] = [[], [], []]
    const { server } = await start({}, { logLines: first! })
    await start({}, { logLines: second! })
    const code = findCode(first!)
    expect(code).toBeDefined()
    expect(findCode(second!)).toBe(code)
    expect(await readNeed(server)).toEqual({ has_owner: false, is_claimed: false, needs_setup_code: true })
    expect((await postFirst(server, 'a wrong code')).status).toBe(403)

    expect(await postFirst(server, code!)).toMatchObject({ status: 200, body: { user_id: expect.any(String) } })
    expect(await readNeed(server)).toEqual({ has_owner: true, is_claimed: true, needs_setup_code: true })
    expect((await postFirst(server, code!)).status).toBe(409)
    await start({}, { logLines: third! })
    expect(third!.join('')).not.toContain('setup code')
  })

  test('needs the code of the environment where it gives one, which the log does not show', async () => {
    const logLines: string[] = []
    const { server } = await start({ setupCode }, { logLines })
    expect(logLines.join('')).toContain('LATCHKEY_SETUP_CODE')
    expect(logLines.join('')).not.toContain(setupCode)
    expect((await postFirst(server, setupCode.toUpperCase())).status).toBe(403)
    expect((await postFirst(server, setupCode)).status).toBe(200)
  })

  test('is one, however many know the code and ask at once', async () => {
    const { server, internal } = await start({ setupCode })
    const { succeeded } = await race(20, () => postFirst(server, setupCode))
    expect(succeeded.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
    expect(await listOwners(internal)).toHaveLength(1)
  })

  test('owns projects, manages the internal project and signs in with the password', async () => {
    const { internal, owner, teamId } = await startOwned()
    const body = { display_name: 'Shop', owner_team_id: teamId }
    await internal.call('POST /internal/projects', { user: owner, body })
    const headers = {
      'x-stack-project-id': 'internal',
      'x-stack-access-type': 'admin',
      'x-stack-admin-access-token': owner.access_token,
    }
    const managed = await sendRequest(internal.server, 'GET /internal/projects/current', { headers })
    expect(managed).toMatchObject({ status: 200, body: { config: { sign_up_enabled: false } } })
    const [user] = await listOwners(internal)
    const signIn = { email: user!.primary_email!, password: goodPassword }
    await internal.call('POST /auth/password/sign-in', { body: signIn })
    expect(await listAuditEntries(internal, 'user.created')).toMatchObject([{ target_id: owner.user_id }])
    expect(await listAuditEntries(internal, 'project.transferred')).toMatchObject([{ target_id: 'internal' }])
  })

  test('is not needed where the deployment names one', async () => {
    const firstUser = { email: newEmail(), password: goodPassword, isAdmin: false }
    const { server } = await start({ setupCode, internalProject: { firstUser } })
    expect(await readNeed(server)).toMatchObject({ has_owner: true })
    expect((await postFirst(server, setupCode)).status).toBe(409)
  })
})

describe('strangers in production', () => {
  const closed = { body: { code: 'SIGN_UP_NOT_ENABLED' } }
  const signUpBody = () => ({ email: newEmail(), password: goodPassword, verification_callback_url: callback_url })
  const ways = {
    'POST /auth/password/sign-up': signUpBody,
    'POST /auth/anonymous/sign-up': () => undefined,
  }

  test.each(
    Object.entries(ways),
  )('do not become owners by %s, before the first owner or after', async (route, body) => {
    const { server, internal } = await start({ setupCode })
    expect(await internal.send(route, { body: body() })).toMatchObject(closed)
    await postFirst(server, setupCode)
    expect(await internal.send(route, { body: body() })).toMatchObject(closed)
    expect(await listOwners(internal)).toHaveLength(1)
  })

  test('get no code that would make them owners', async () => {
    const { internal } = await start({ setupCode, internalProject: { hasMagicLink: true } })
    const email = newEmail()
    await internal.call('POST /auth/otp/send-sign-in-code', { body: { email, callback_url } })
    await expect(codeEmailedTo(internal, email, 'magic_link')).rejects.toThrow('No magic_link')
  })

  test('become owners where the deployment says so, at later starts too', async () => {
    await start({ setupCode })
    const { server, internal } = await start({ setupCode, internalProject: { isSignUpAllowed: true } })
    expect(await readNeed(server)).toMatchObject({ has_owner: false })
    expect((await internal.send('POST /auth/password/sign-up', { body: signUpBody() })).status).toBe(200)
    const { internal: later } = await start()
    expect((await later.send('POST /auth/password/sign-up', { body: signUpBody() })).status).toBe(200)
  })

  test('become owners in development as ever', async () => {
    const { server, internal } = await start({ isProduction: false })
    expect(await readNeed(server)).toMatchObject({ has_owner: false })
    await internal.call('POST /auth/password/sign-up', { body: signUpBody() })
  })
})

describe('the first owner in development', () => {
  const development = { isProduction: false, url: 'http://localhost:8102' }
  const post = (
    server: TestServer,
    request: Pick<Parameters<typeof sendRequest>[2] & object, 'headers' | 'address'>,
  ) => {
    const body = { email: newEmail('first'), password: goodPassword }
    return sendRequest(server, 'POST /internal/first-owner', { body, ...request })
  }
  const ownPage = { host: 'localhost:8102', origin: 'http://localhost:8102' }

  test('needs no code on this machine, and owns the server and the demo', async () => {
    const { server, internal } = await start(development)
    const { db, secrets, now } = server.platform
    const { projectId } = await seedDemoProject(db, { url: testUrl, secrets, now: now() })
    const { status, body: owner } = await post(server, { headers: ownPage })
    expect(status).toBe(200)
    const { items } = await internal.call('GET /internal/projects', { user: owner as never })
    expect(items.map(({ id, owner_role }) => [id, owner_role]).sort()).toEqual(
      [
        ['internal', 'owner'],
        [projectId, 'owner'],
      ].sort(),
    )
    const headers = {
      'x-stack-project-id': 'internal',
      'x-stack-access-type': 'admin',
      'x-stack-admin-access-token': (owner as { access_token: string }).access_token,
    }
    expect((await sendRequest(server, 'GET /internal/server', { headers })).status).toBe(200)
    expect((await post(server, { headers: ownPage })).status).toBe(409)
  })

  test.each([
    ['another machine', { address: '192.0.2.1' }],
    ['a tunnel', { headers: { 'x-forwarded-for': '192.0.2.1' } }],
    ['the page of another site', { headers: { ...ownPage, origin: 'https://evil.example' } }],
    ['the page of another app on this machine', { headers: { ...ownPage, origin: 'http://localhost:3000' } }],
    ['a page without an origin', { headers: { ...ownPage, origin: 'null' } }],
    ['a name that leads here', { headers: { host: 'evil.example:8102', origin: 'http://evil.example:8102' } }],
  ])('needs the code from %s', async (_, request) => {
    const { server, internal } = await start(development)
    const { code } = (await findSetup(server.platform))!
    expect((await post(server, request)).status).toBe(403)
    const user = await internal.signUp(newEmail())
    const claim = (body: object) => internal.send('POST /internal/first-owner/claim', { user, body, ...request })
    expect((await claim({})).status).toBe(403)
    expect((await claim({ setup_code: 'a wrong code' })).status).toBe(403)
    expect((await claim({ setup_code: code })).status).toBe(200)
  })

  test('needs the code that is configured', async () => {
    const { server } = await start({ ...development, setupCode })
    expect((await post(server, { headers: ownPage })).status).toBe(403)
    expect((await postFirst(server, setupCode)).status).toBe(200)
  })

  test('is one, however many accounts claim the server at once', async () => {
    const { server, internal } = await start(development)
    const users = await Promise.all(Array.from({ length: 5 }, () => internal.signUp(newEmail())))
    const claims = users.map((user) => internal.send('POST /internal/first-owner/claim', { user, body: {} }))
    const statuses = (await Promise.all(claims)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 409, 409, 409, 409])
    expect(await readNeed(server)).toMatchObject({ has_owner: true, is_claimed: true })
  })

  test('needs the code from somebody who has only been invited to the projects of others', async () => {
    const { server, internal } = await start(development)
    const { code } = (await findSetup(server.platform))!
    const owner = await createOwner(server)
    await createProjectOf(owner, server)
    const viewer = await addOwner(server, owner.teamId, 'viewer')
    const claim = (user: TestOwner, body = {}) => internal.send('POST /internal/first-owner/claim', { user, body })
    expect((await claim(viewer)).status).toBe(403)
    expect((await claim(viewer, { setup_code: code })).status).toBe(200)
  })

  test('has an account: anonymous users and users of other projects do not claim the server', async () => {
    const { server, internal } = await start(development)
    const anonymous = await internal.call('POST /auth/anonymous/sign-up', {})
    expect(await internal.send('POST /internal/first-owner/claim', { user: anonymous, body: {} })).toMatchObject({
      status: 401,
    })
    const other = await createTestProject(server)
    const user = await other.signUp(newEmail())
    expect((await other.send('POST /internal/first-owner/claim', { user, body: {} })).body).toMatchObject({
      code: 'EXPECTED_INTERNAL_PROJECT',
    })
    expect(await readNeed(server)).toMatchObject({ is_claimed: false })
  })

  test('who manages an existing server gets a demo that is created later', async () => {
    const { server, internal } = await start(development)
    const user = await internal.signUp(newEmail())
    await internal.call('POST /internal/first-owner/claim', { user, body: {} })
    const { db, secrets, now } = server.platform
    const { projectId } = await seedDemoProject(db, { url: testUrl, secrets, now: now() })
    const { items } = await internal.call('GET /internal/projects', { user })
    expect(items.map(({ id }) => id)).toContain(projectId)
  })
})

describe('an invited owner', () => {
  async function invite({ internal, teamId }: { internal: TestProject; teamId: string }, email = newEmail('Invited')) {
    const body = { email, team_id: teamId, callback_url }
    await internal.call('POST /team-invitations/send-code', { as: 'admin', body })
    return { email, code: await codeEmailedTo(internal, email, 'team_invitation') }
  }
  const redeem = (server: TestServer, code: string, password = goodPassword) =>
    sendRequest(server, 'POST /internal/invited-owner', { body: { code, password } })

  test('creates an account with the invited address although sign-up is off, and is in the team', async () => {
    const { server, internal, teamId, ...owned } = await startOwned()
    const { code, email } = await invite({ internal, teamId })
    expect(await redeem(server, code, 'short')).toMatchObject({ body: { code: 'PASSWORD_TOO_SHORT' } })
    const response = await redeem(server, code)
    expect(response.status).toBe(200)
    const user = response.body as { access_token: string }
    expect(await internal.call('GET /users/me', { user })).toMatchObject({
      primary_email: email.toLowerCase(),
      primary_email_verified: true,
    })
    const body = { display_name: 'Shop', owner_team_id: teamId }
    const shop = await internal.call('POST /internal/projects', { user: owned.owner, body })
    const { items } = await internal.call('GET /internal/projects', { user })
    expect(items.map(({ id }) => id)).toEqual([shop.id])
    expect(await redeem(server, code)).toMatchObject({ body: { code: 'VERIFICATION_CODE_ALREADY_USED' } })
    expect(await listAuditEntries(internal, 'team_invitation.accepted')).toMatchObject([{ target_id: teamId }])
  })

  test('is one, however often the code is used at once', async () => {
    const owned = await startOwned()
    const { code } = await invite(owned)
    const { succeeded } = await race(10, () => redeem(owned.server, code))
    expect(succeeded.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await listOwners(owned.internal)).toHaveLength(2)
  })

  test('with an account signs in and accepts instead, without a limit of seats', async () => {
    const owned = await startOwned()
    const known = await invite(owned)
    const first = (await redeem(owned.server, known.code)).body as { access_token: string; user_id: string }
    const teams = await owned.internal.call('GET /teams', { as: 'server', query: { user_id: owned.owner.user_id } })
    const other = teams.items.find(({ id }) => id !== owned.teamId)!
    const again = await invite({ internal: owned.internal, teamId: other.id }, known.email)
    expect(await redeem(owned.server, again.code)).toMatchObject({ body: { code: 'USER_EMAIL_ALREADY_EXISTS' } })
    await owned.internal.call('POST /team-invitations/accept', { user: first, body: { code: again.code } })
  })

  test('is nobody whose invitation was revoked', async () => {
    const owned = await startOwned()
    const { code } = await invite(owned)
    const query = { team_id: owned.teamId }
    const { items } = await owned.internal.call('GET /team-invitations', { as: 'admin', query })
    await owned.internal.call('DELETE /team-invitations/{id}', { as: 'admin', params: { id: items[0]!.id }, query })
    expect(await redeem(owned.server, code)).toMatchObject({ body: { code: 'VERIFICATION_CODE_NOT_FOUND' } })
  })
})
