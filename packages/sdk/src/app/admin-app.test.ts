import { inspect } from 'node:util'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { clock } from '../environment/clock.ts'
import { AdminApp, KnownErrors, toClientJson } from '../index.ts'
import { createAccessToken } from '../testing/access-tokens.ts'
import { createFakeApi, refusal } from '../testing/fake-api.ts'
import { openFakePage } from '../testing/fake-page.ts'
import { createAdmin, openOwner, openProject, signUp } from '../testing/open-project.ts'

beforeEach(() => {
  vi.spyOn(clock, 'wait').mockResolvedValue()
})

const current = 'GET /internal/projects/current'

describe('with keys', () => {
  test('an app administers its project and has all methods of a server app', async () => {
    const { project } = await openProject()
    const app = createAdmin(project)
    expect(await app.getProject()).toMatchObject({ id: project.id, displayName: 'Test project', ownerTeamId: null })
    expect(await app.createUser({ displayName: 'Ada' })).toMatchObject({ displayName: 'Ada', serverMetadata: null })
    await signUp(app)
    expect((await app.getUser({ or: 'throw' })).serverMetadata).toBeNull()
  })

  test('the admin key is sent with admin access only and never logged', async () => {
    const api = createFakeApi({ [current]: refusal(400, 'SCHEMA_ERROR'), 'GET /users': { items: [], pagination: {} } })
    vi.stubGlobal('fetch', api.fetch)
    const keys = { publishableClientKey: 'pck', secretServerKey: 'ssk_secret', superSecretAdminKey: 'sak_secret' }
    const app = new AdminApp({ tokenStore: 'memory', projectId: 'p1', ...keys })
    await app.listUsers()
    await expect(app.getProject()).rejects.toThrow()
    const [server, admin] = api.sent.map(({ headers }) => Object.fromEntries(headers))
    expect(server).toMatchObject({ 'x-stack-access-type': 'server', 'x-stack-secret-server-key': 'ssk_secret' })
    expect(server).not.toHaveProperty('x-stack-super-secret-admin-key')
    expect(admin).toMatchObject({
      'x-stack-access-type': 'admin',
      'x-stack-secret-server-key': 'ssk_secret',
      'x-stack-super-secret-admin-key': 'sak_secret',
    })
    expect(admin).not.toHaveProperty('x-stack-admin-access-token')
    const shown = JSON.stringify(app) + inspect(app, { depth: 10 }) + JSON.stringify(toClientJson(app))
    expect(shown).not.toMatch(/ssk_secret|sak_secret/)
  })

  test('the admin key can come from the environment, and the error names it if it is missing', () => {
    const options = { tokenStore: null, projectId: 'p1', publishableClientKey: 'pck', secretServerKey: 'ssk' } as const
    expect(() => new AdminApp(options)).toThrow('LATCHKEY_SUPER_SECRET_ADMIN_KEY')
    vi.stubEnv('STACK_SUPER_SECRET_ADMIN_KEY', 'sak')
    expect(() => new AdminApp(options)).not.toThrow()
    vi.stubEnv('STACK_SUPER_SECRET_ADMIN_KEY', '')
  })

  test('a response for another project is rejected', async () => {
    const api = createFakeApi({ [current]: { ...(await recordOf()), id: 'other' } })
    vi.stubGlobal('fetch', api.fetch)
    const keys = { publishableClientKey: 'pck', secretServerKey: 'ssk', superSecretAdminKey: 'sak' }
    await expect(new AdminApp({ tokenStore: null, projectId: 'p1', ...keys }).getProject()).rejects.toThrow(
      'another project',
    )
  })
})

describe('with the session of an owner', () => {
  test('an app needs no keys', async () => {
    const { owner, createProject } = await openOwner()
    const { id } = await createProject()
    const app = new AdminApp({ tokenStore: null, projectId: id, projectOwnerSession: owner._internalSession })
    expect((await app.getProject()).displayName).toBe('Mine')
    const user = await app.createUser({ displayName: 'Ada' })
    expect((await app.getUser(user.id))!.displayName).toBe('Ada')
    const team = await app.createTeam({ displayName: 'Team', creatorUserId: user.id })
    expect(await team.listUsers()).toHaveLength(1)
  })

  test('requests send the token of the owner and empty keys', async () => {
    const accessToken = createAccessToken()
    const api = createFakeApi({ [current]: refusal(400, 'SCHEMA_ERROR') })
    vi.stubGlobal('fetch', api.fetch)
    await expect(ownerApp([accessToken]).app.getProject()).rejects.toThrow()
    const headers = Object.fromEntries(api.sent[0]!.headers)
    expect(headers).toMatchObject({
      'x-stack-project-id': 'p1',
      'x-stack-access-type': 'admin',
      'x-stack-admin-access-token': accessToken,
      'x-stack-secret-server-key': '',
      'x-stack-super-secret-admin-key': '',
    })
    expect(headers).not.toHaveProperty('x-stack-publishable-client-key')
    expect(headers).not.toHaveProperty('x-stack-access-token')
  })

  test.each([
    'ADMIN_ACCESS_TOKEN_EXPIRED',
    'UNPARSABLE_ADMIN_ACCESS_TOKEN',
    'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN',
    'API_KEY_NOT_FOUND',
  ])('%s makes the app drop the token of the owner and retry', async (code) => {
    const record = { ...(await recordOf()), id: 'p1' }
    const api = createFakeApi({ [current]: [refusal(401, code), record] })
    vi.stubGlobal('fetch', api.fetch)
    const tokens = [createAccessToken(), createAccessToken()]
    const { app, dropped } = ownerApp([...tokens])
    expect((await app.getProject()).id).toBe('p1')
    expect(dropped).toEqual([tokens[0]])
    expect(api.sent.map(({ headers }) => headers.get('x-stack-admin-access-token'))).toEqual(tokens)
  })

  test('an app with keys drops nothing and does not retry', async () => {
    const api = createFakeApi({ [current]: refusal(404, 'API_KEY_NOT_FOUND') })
    vi.stubGlobal('fetch', api.fetch)
    const keys = { publishableClientKey: 'pck', secretServerKey: 'ssk', superSecretAdminKey: 'sak' }
    const app = new AdminApp({ tokenStore: null, projectId: 'p1', ...keys })
    await expect(app.getProject()).rejects.toSatisfy(KnownErrors.ApiKeyNotFound.isInstance)
    expect(api.sent).toHaveLength(1)
  })

  test('an expired token is renewed on the real server', async () => {
    const { owner, createProject, takeRequests } = await openOwner()
    const { app } = await createProject()
    const { accessToken } = await owner.currentSession.getTokens()
    owner._internalSession.dropAccessToken(accessToken!)
    takeRequests()
    await app.getProject()
    expect(takeRequests()).toEqual(['POST /auth/oauth/token', current])
  })

  test('OAuth sign-in and refreshing the session of a user are rejected', async () => {
    const { owner, createProject } = await openOwner()
    const { id } = await createProject()
    const options = { projectId: id, projectOwnerSession: owner._internalSession }
    const app = new AdminApp({ tokenStore: { accessToken: null, refreshToken: 'refresh' }, ...options })
    await expect(app.getUser()).rejects.toThrow('cannot sign users in')
    const memoryApp = new AdminApp({ tokenStore: 'memory', ...options })
    expect(() => toClientJson(memoryApp)).toThrow('be sent to a browser')
    const { visits } = openFakePage('http://localhost:3000/')
    await expect(memoryApp.signInWithOAuth('github')).rejects.toThrow('cannot sign users in')
    expect(visits).toEqual([])
  })

  test('an owner who has signed out has no access', async () => {
    const { owner, createProject } = await openOwner()
    const { app } = await createProject()
    await owner.signOut()
    await expect(app.getProject()).rejects.toSatisfy(KnownErrors.AdminAuthenticationRequired.isInstance)
  })
})

/** An app for an owner who has these tokens in turn. */
function ownerApp(tokens: string[]) {
  const dropped: string[] = []
  const projectOwnerSession = {
    getTokens: async () => ({ accessToken: tokens[0]!, refreshToken: 'refresh' }),
    dropAccessToken: (token: string) => {
      dropped.push(token)
      tokens.shift()
    },
  }
  return { app: new AdminApp({ tokenStore: null, projectId: 'p1', projectOwnerSession }), dropped }
}

/** A project record as the real server returns it. */
async function recordOf() {
  const { project } = await openProject()
  return project.call(current, { as: 'admin' })
}
