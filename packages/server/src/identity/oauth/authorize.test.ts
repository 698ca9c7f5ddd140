import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createTestProject, separateServer, type TestProject } from '../../testing/index.ts'
import { openOidcServer } from '../../testing/oidc-server.ts'
import { readResponse } from '../../testing/project.ts'
import {
  type FlowOptions,
  openAuthorize,
  providerForTests,
  sharedIssuer,
  sharedProviderSettings,
} from '../../testing/provider-sign-in.ts'
import { takeSnapshot } from '../../testing/snapshot.ts'
import { createPerson, createWorld, signLongAgo } from '../../testing/world.ts'

const provider = providerForTests()
const { newProject } = provider

const ownKeys = (type: string) => ({
  type,
  isShared: false,
  clientId: `id-at-${type}`,
  clientSecret: `secret-of-${type}`,
  allowSignIn: true,
  allowConnectedAccounts: true,
})

/** Changes the settings of the project. */
async function configure(project: TestProject, settings: object): Promise<void> {
  const body = { config_override_string: JSON.stringify(settings) }
  await project.call('PATCH /internal/config/override', { as: 'admin', body })
}

async function refusal(project: TestProject, options: FlowOptions) {
  const response = await openAuthorize(project, options)
  expect(response.headers.get('location')).toBeNull()
  expect(response.headers.get('set-cookie')).toBeNull()
  return readResponse(response)
}

describe('the browser is sent to the provider', () => {
  test('with a request of our own and a cookie for the way back', async () => {
    const project = await newProject()
    const before = Date.now()
    const response = await openAuthorize(project)
    const after = Date.now()
    expect(response.status).toBe(307)
    expect(response.headers.get('cache-control')).toContain('no-store')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    const { origin, pathname, searchParams } = new URL(response.headers.get('location')!)
    expect(origin + pathname).toBe(`${provider.idp.url}/authorize`)
    const sent = Object.fromEntries(searchParams)
    expect(sent).toMatchObject({
      client_id: 'google',
      redirect_uri: 'http://localhost:8102/api/v1/auth/oauth/callback/google',
      response_type: 'code',
      scope: 'openid email profile',
      state: expect.stringMatching(/^[0-9a-z]{45}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      access_type: 'offline',
      prompt: 'consent',
    })
    const [, pair, expires, ending] = /^(.*?); Path=\/; Expires=(.* GMT); (.*)$/.exec(
      response.headers.get('set-cookie')!,
    )!
    expect([pair, ending]).toEqual([`stack-oauth-inner-${sent.state}=true`, 'Max-Age=600; HttpOnly'])
    expect(Date.parse(expires!)).toBeGreaterThan(before + 599_000)
    expect(Date.parse(expires!)).toBeLessThanOrEqual(after + 600_000)
  })

  test('with each scope once, including those that the app requests', async () => {
    const project = await newProject({ 'auth.oauth.providers.github': ownKeys('github') })
    const { access_token: token } = await createPerson(project)
    const query = { provider_scope: 'repo user:email  repo gist', token }
    const response = await openAuthorize(project, { provider: 'github', query })
    const { searchParams } = new URL(response.headers.get('location')!)
    expect(searchParams.get('scope')!.split(' ').sort()).toEqual(['gist', 'repo', 'user:email'])
  })

  test('with no more scopes than fit into an index, and none that are no scopes', async () => {
    const project = await newProject({ 'auth.oauth.providers.github': ownKeys('github') })
    const { access_token: token } = await createPerson(project)
    const open = async (provider_scope: string) =>
      (await openAuthorize(project, { provider: 'github', query: { provider_scope, token } })).status
    const scopes = (count: number, length: number) =>
      Array.from({ length: count }, (_, index) => `${index}`.padStart(length, 'a')).join(' ')
    expect(await open(scopes(50, 29))).toBe(307)
    for (const tooMuch of [scopes(51, 10), scopes(50, 31), 'x'.repeat(3_000), 'répo', 'a"b']) {
      expect(await open(tooMuch), tooMuch.slice(0, 20)).toBe(400)
    }
  })

  // ASVS 3.3.1, 3.3.2, 3.3.4
  test('with a cookie that only TLS carries in production, and that survives the form post of Apple', async () => {
    const production = await separateServer({ config: { isProduction: true } })
    const project = await createTestProject(production, {
      'auth.oauth.providers.github': ownKeys('github'),
      'auth.oauth.providers.apple': ownKeys('apple'),
    })
    const github = await openAuthorize(project, { provider: 'github' })
    expect(github.headers.get('set-cookie')).toMatch(
      /; Path=\/; Expires=[^;]+ GMT; Max-Age=600; HttpOnly; Secure; SameSite=Lax$/,
    )
    const apple = await openAuthorize(project, { provider: 'apple' })
    expect(apple.headers.get('set-cookie')).toMatch(
      /; Path=\/; Expires=[^;]+ GMT; Max-Age=600; HttpOnly; Secure; SameSite=None$/,
    )
    expect(new URL(apple.headers.get('location')!).searchParams.get('response_mode')).toBe('form_post')
  })

  test('with the branch in the client id, and whatever the redirect is trusted to be', async () => {
    const project = await newProject()
    for (const query of [
      { client_id: `${project.id}#main` },
      { redirect_uri: 'https://not-trusted.example.com/' },
      { error_redirect_uri: 'https://not-trusted.example.com/' },
      { scope: 'other' },
      { type: 'authenticate' },
      { provider_scope: 'more' },
      { after_callback_redirect_url: '/dashboard' },
    ]) {
      expect((await openAuthorize(project, { query })).status, JSON.stringify(query)).toBe(307)
    }
  })

  // ASVS 10.4.6
  test('with a plain challenge only for a client id that the project lists', async () => {
    const project = await newProject()
    const open = (client_id: string) =>
      openAuthorize(project, { query: { client_id, code_challenge_method: 'plain', code_challenge: 'some-challenge' } })
    const refused = {
      status: 400,
      body: { code: 'SCHEMA_ERROR', details: { message: expect.stringContaining('S256') } },
    }
    expect(await readResponse(await open(project.id))).toMatchObject(refused)
    await configure(project, { 'auth.oauth.plainPkceClients.internal': true })
    expect(await readResponse(await open(project.id))).toMatchObject(refused)
    await configure(project, { [`auth.oauth.plainPkceClients.${project.id}`]: true })
    expect((await open(project.id)).status).toBe(307)
    expect((await open(`${project.id}#main`)).status).toBe(307)
    await configure(project, { 'auth.oauth.plainPkceClients': null })
    expect(await readResponse(await open(project.id))).toMatchObject(refused)
  })

  test('and what is kept meanwhile says nothing to who reads the database', async () => {
    const project = await newProject()
    const response = await openAuthorize(project)
    const { searchParams } = new URL(response.headers.get('location')!)
    const snapshot = JSON.stringify(await takeSnapshot(provider.server.platform.db, project.id))
    expect(snapshot).toContain('state-of-the-app')
    for (const secret of [searchParams.get('state')!, searchParams.get('nonce')!]) {
      expect(secret).toMatch(/\S/)
      expect(snapshot).not.toContain(secret)
    }
  })
})

describe('the browser stays', () => {
  const required = [
    'client_id',
    'client_secret',
    'redirect_uri',
    'scope',
    'state',
    'grant_type',
    'code_challenge',
    'code_challenge_method',
    'response_type',
  ]

  test.each(required)('without %s', async (name) => {
    expect(await refusal(await newProject(), { query: { [name]: undefined } })).toMatchObject({
      status: 400,
      body: { code: 'SCHEMA_ERROR', details: { message: expect.stringContaining(`query.${name} is required`) } },
    })
  })

  test.each(
    Object.entries({
      unknown: 'x',
      state: '',
      redirect_uri: 'not a URL',
      error_redirect_url: '/relative',
      grant_type: 'implicit',
      response_type: 'token',
      code_challenge: '',
      code_challenge_method: 'S512',
      type: 'sign-in',
    }),
  )('with the wrong parameter %s=%s', async (name, value) => {
    expect(await refusal(await newProject(), { query: { [name]: value } })).toMatchObject({
      status: 400,
      body: { code: 'SCHEMA_ERROR', details: { message: expect.stringContaining(name) } },
    })
  })

  test('for a client that is not known, and says which', async () => {
    const project = await newProject()
    for (const client_id of [crypto.randomUUID(), '', 'x', `${project.id}#other`, `${project.id}#`]) {
      expect(await refusal(project, { query: { client_id, client_secret: 'x' } })).toMatchObject({
        status: 400,
        body: { code: 'INVALID_OAUTH_CLIENT_ID_OR_SECRET', details: { client_id } },
      })
    }
  })

  test('for a key that is wrong, revoked, expired, of another level or of another project', async () => {
    const { project, revokedKeys, expiredKeys } = await createWorld(provider.server)
    const elsewhere = await newProject()
    for (const client_secret of [
      '',
      'pck_wrong',
      project.keys.secretServerKey,
      elsewhere.keys.publishableClientKey,
      revokedKeys.publishableClientKey,
      expiredKeys.publishableClientKey,
    ]) {
      // Before the provider is looked at.
      expect(await refusal(project, { provider: 'unknown', query: { client_secret } })).toMatchObject({
        status: 401,
        body: { code: 'INVALID_PUBLISHABLE_CLIENT_KEY', details: { project_id: project.id } },
      })
    }
  })

  test('for a provider that the project does not have or does not sign in with', async () => {
    const off = { type: 'github', isShared: true, allowSignIn: false }
    const project = await newProject({ 'auth.oauth.providers.github': off })
    for (const id of ['github', 'spotify', 'unknown', '__proto__', 'constructor', 'GOOGLE']) {
      // Before the missing token of a link is looked at.
      expect(await refusal(project, { provider: id, query: { type: 'link' } }), id).toMatchObject({
        status: 400,
        body: { code: 'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED' },
      })
    }
  })

  test('with a token that is missing for a link, broken, expired or of another project', async () => {
    const project = await newProject()
    const person = await createPerson(project)
    const elsewhere = await createPerson(await newProject())
    expect(await refusal(project, { query: { type: 'link' } })).toMatchObject({
      status: 400,
      body: expect.stringContaining('sign in first'),
    })
    for (const type of ['link', 'authenticate']) {
      // Before the scope that shared keys do not have.
      const withToken = (token: string) => refusal(project, { query: { type, token, provider_scope: 'more' } })
      expect(await withToken('garbage')).toMatchObject({ status: 401, body: { code: 'UNPARSABLE_ACCESS_TOKEN' } })
      expect(await withToken(person.refresh_token)).toMatchObject({ body: { code: 'UNPARSABLE_ACCESS_TOKEN' } })
      expect(await withToken(await signLongAgo(provider.server, person))).toMatchObject({
        status: 401,
        body: { code: 'ACCESS_TOKEN_EXPIRED', details: { expired_at_millis: expect.any(Number) } },
      })
      expect(await withToken(elsewhere.access_token)).toMatchObject({ status: 403, body: expect.any(String) })
      expect(await withToken(person.access_token)).toMatchObject({
        status: 400,
        body: { code: 'OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS' },
      })
    }
  })

  test('when someone wants to link who has signed out, or impersonates the user', async () => {
    const project = await newProject()
    const person = await createPerson(project)
    const body = { user_id: person.id, is_impersonation: true }
    const { access_token } = await project.call('POST /auth/sessions', { as: 'server', body })
    expect(await refusal(project, { query: { type: 'link', token: access_token } })).toMatchObject({ status: 403 })
    await project.call('DELETE /auth/sessions/current', { user: person })
    expect(await refusal(project, { query: { type: 'link', token: person.access_token } })).toMatchObject({
      status: 401,
      body: { code: 'ACCESS_TOKEN_EXPIRED' },
    })
  })

  test('when the provider cannot be reached, with a sentence for people', async () => {
    const gone = await openOidcServer()
    const lonely = await separateServer({ config: sharedIssuer(gone) })
    await gone.close()
    const project = await createTestProject(lonely, sharedProviderSettings)
    expect(await refusal(project, {})).toMatchObject({ status: 400, body: expect.stringMatching(/Google cannot be/) })
    const { rows } = await sql`SELECT 1 FROM oauth_flows WHERE project_id = ${project.id}`.execute(
      provider.server.platform.db,
    )
    expect(rows).toEqual([])
  })

  test('when the same address starts far more sign-ins than people do', async () => {
    const limited = await separateServer({ config: { ...sharedIssuer(provider.idp), rateLimits: true } })
    const project = await createTestProject(limited, sharedProviderSettings)
    const statuses = new Set<number>()
    for (let count = 0; count < 121; count++) statuses.add((await openAuthorize(project)).status)
    expect([...statuses]).toEqual([307, 429])
  })
})
