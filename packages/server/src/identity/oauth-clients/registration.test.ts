import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createHousekeeping } from '../../housekeeping.ts'
import { projectCache } from '../../projects/cache.ts'
import { separateServer, type TestServer } from '../../testing/index.ts'
import { giveAccess } from '../../testing/oauth-grants.ts'
import { openProvider, type TestProvider } from '../../testing/oauth-provider.ts'
import { listAuditEntries } from '../../testing/records.ts'
import { createPerson } from '../../testing/world.ts'
import { findOAuthClient } from './find-client.ts'
import { noteClientUse, verifyClientSecret } from './queries.ts'

const allowed = { 'oauthProvider.allowRegistration': true }
const metadata = { client_name: 'Editor', redirect_uris: ['http://127.0.0.1/callback'] }

let server: TestServer
beforeAll(async () => {
  server = await separateServer({})
})

type Body = Record<string, never> & { [name: string]: string & string[] }

async function send(
  provider: TestProvider,
  path: string,
  { token, body, ...init }: RequestInit & { token?: string } = {},
) {
  const headers = { ...(token && { authorization: `Bearer ${token}` }), 'content-type': 'application/json' }
  const response = await provider.fetch(`${provider.issuer}${path}`, { ...init, headers, ...(body ? { body } : {}) })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: (text ? JSON.parse(text) : {}) as Body }
}

const register = (provider: TestProvider, given: unknown = metadata) =>
  send(provider, '/register', { method: 'POST', body: JSON.stringify(given) })

async function find({ project }: TestProvider, id: string) {
  const { platform } = project.server
  return findOAuthClient(platform, (await projectCache(platform).find(project.id))!, id)
}

test('clients cannot register themselves unless owners allow it', async () => {
  const refused = await register(await openProvider(server))
  expect(refused).toMatchObject({ status: 403, body: { error: 'access_denied' } })
})

test('a client registers itself without a secret, and is known as one that nobody has verified', async () => {
  const provider = await openProvider(server, allowed)
  const given = { ...metadata, skips_consent: true, scope: 'openid admin', logo_uri: 'https://evil.example/logo.png' }
  const { status, headers, body } = await register(provider, given)
  expect(status).toBe(201)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(body).toEqual({
    client_id: expect.stringMatching(/^[\w-]{36}$/),
    client_id_issued_at: expect.any(Number),
    client_name: 'Editor',
    application_type: 'native',
    redirect_uris: metadata.redirect_uris,
    post_logout_redirect_uris: [],
    grant_types: ['authorization_code'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    registration_access_token: expect.stringMatching(/^ocr_[\w-]{43}$/),
    registration_client_uri: `${provider.issuer}/register/${body.client_id}`,
  })
  expect(await find(provider, body.client_id!)).toMatchObject({
    displayName: 'Editor',
    isVerified: false,
    skipsConsent: false,
    metadata: { application_type: 'native', token_endpoint_auth_method: 'none', grant_types: ['authorization_code'] },
  })
  const { items } = await provider.project.call('GET /oauth-clients', { as: 'server' })
  expect(items).toMatchObject([{ is_self_registered: true, type: 'native', secrets: [] }])
  const entries = await listAuditEntries(provider.project, 'oauth_client.')
  expect(entries).toMatchObject([{ action: 'oauth_client.registered', actor_type: 'unknown' }])
})

test('a client that asks for a secret gets one', async () => {
  const provider = await openProvider(server, allowed)
  const given = {
    client_name: 'Ledger',
    redirect_uris: ['https://ledger.example.com/callback'],
    grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
    token_endpoint_auth_method: 'client_secret_post',
  }
  const { body } = await register(provider, given)
  expect(body).toMatchObject({ client_secret: expect.any(String), client_secret_expires_at: 0 })
  expect(body).toMatchObject({ grant_types: ['authorization_code', 'refresh_token'], application_type: 'web' })
  const { project } = provider
  const { db } = server.platform
  expect(await verifyClientSecret(db, project.id, body.client_id!, body.client_secret!, new Date())).toBe(true)
  const rows = await db.selectFrom('oauth_clients').selectAll().where('project_id', '=', project.id).execute()
  const stored = JSON.stringify([rows, await listAuditEntries(project)])
  expect(stored).not.toContain(body.client_secret)
  expect(stored).not.toContain(body.registration_access_token)
})

describe('a registration is refused', () => {
  test.each<[object, string]>([
    [{ redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['data:text/html,x', 'file:///etc/passwd', 'vbscript:x'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['http://editor.example.com/'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['https://*.example.com/'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: [] }, 'invalid_redirect_uri'],
    [{ redirect_uris: 'https://editor.example.com' }, 'invalid_redirect_uri'],
    [{}, 'invalid_redirect_uri'],
    [{ ...metadata, token_endpoint_auth_method: 'client_secret_jwt' }, 'invalid_client_metadata'],
    [{ ...metadata, response_types: ['token'] }, 'invalid_client_metadata'],
    [{ ...metadata, client_name: { html: '<b>' } }, 'invalid_client_metadata'],
    [[], 'invalid_client_metadata'],
  ])('with %j', async (given, error) => {
    expect(await register(await openProvider(server, allowed), given)).toMatchObject({ status: 400, body: { error } })
  })

  test('that is no JSON or too large', async () => {
    const provider = await openProvider(server, allowed)
    const broken = await send(provider, '/register', { method: 'POST', body: '{' })
    expect(broken).toMatchObject({ status: 400, body: { error: 'invalid_client_metadata' } })
    const large = await provider.fetch(`${provider.issuer}/register`, {
      method: 'POST',
      body: JSON.stringify({ ...metadata, padding: 'x'.repeat(30_000) }),
    })
    expect(large.status).toBe(413)
  })
})

test('whoever has the token of a registration reads, changes and ends it, and nobody else does', async () => {
  const provider = await openProvider(server, allowed)
  const [mine, other] = [(await register(provider)).body, (await register(provider)).body]
  const path = `/register/${mine.client_id}`
  const token = mine.registration_access_token!
  expect((await send(provider, path, { token })).body).toEqual(mine)
  const changed = { ...metadata, client_name: 'Editor 2', redirect_uris: ['http://localhost/done'] }
  const put = (as: string, given: object = changed) =>
    send(provider, path, { token: as, method: 'PUT', body: JSON.stringify(given) })
  expect((await put(token)).body).toMatchObject({ client_name: 'Editor 2', redirect_uris: ['http://localhost/done'] })
  expect((await find(provider, mine.client_id!))!.metadata.redirect_uris).toEqual(['http://localhost/done'])
  expect(await put(token, { redirect_uris: ['javascript:alert(1)'] })).toMatchObject({ status: 400 })
  expect(await put(token, { ...changed, token_endpoint_auth_method: 'client_secret_basic' })).toMatchObject({
    status: 400,
  })

  const elsewhere = await openProvider(server, allowed)
  for (const stranger of [other.registration_access_token!, 'ocr_unknown']) {
    expect(await put(stranger)).toMatchObject({ status: 401, body: { error: 'invalid_token' } })
    expect(await send(provider, path, { token: stranger })).toMatchObject({ status: 401 })
    expect(await send(provider, path, { token: stranger, method: 'DELETE' })).toMatchObject({ status: 401 })
  }
  expect(await send(provider, path)).toMatchObject({ status: 401 })
  expect(await send(elsewhere, path, { token })).toMatchObject({ status: 401 })
  expect(await send(provider, '/register/unknown', { token })).toMatchObject({ status: 401 })

  expect(await send(provider, path, { token, method: 'DELETE' })).toMatchObject({ status: 204 })
  expect(await find(provider, mine.client_id!)).toBeUndefined()
  expect(await send(provider, path, { token })).toMatchObject({ status: 401 })
  expect(await find(provider, other.client_id!)).toBeDefined()
})

test('a client that owners registered has no registration to change', async () => {
  const provider = await openProvider(server, allowed)
  const { id } = await provider.project.call('POST /oauth-clients', {
    as: 'server',
    body: { type: 'native', display_name: 'Ours', redirect_uris: metadata.redirect_uris },
  })
  expect(await send(provider, `/register/${id}`, { token: 'null', method: 'DELETE' })).toMatchObject({ status: 401 })
})

test('owners cannot let a client that registered itself skip consent', async () => {
  const provider = await openProvider(server, allowed)
  const { client_id } = (await register(provider)).body
  const request = { as: 'server' as const, params: { id: client_id! }, body: { skips_consent: true } }
  expect(await provider.project.send('PATCH /oauth-clients/{id}', request)).toMatchObject({ status: 400 })
  expect(await find(provider, client_id!)).toMatchObject({ skipsConsent: false })
})

test('clients that are not used for long are deleted, except those to which users have given access', async () => {
  const provider = await openProvider(server, allowed)
  const { project } = provider
  const { db } = server.platform
  const listClients = async () => (await project.call('GET /oauth-clients', { as: 'server' })).items
  const daysLeft = async () =>
    Math.round(((await listClients())[0]!.expires_at_millis! - Date.now()) / (24 * 3_600_000))
  const unused = (await register(provider)).body
  expect(await daysLeft()).toBe(7)
  await noteClientUse(db, project.id, unused.client_id!, new Date())
  expect(await daysLeft()).toBe(90)
  const used = (await register(provider)).body
  await giveAccess(project, (await createPerson(project)).id, { clientId: used.client_id! })
  // The rows get older rather than the clock: everything else in the database belongs to other tests.
  await db
    .updateTable('oauth_clients')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('project_id', '=', project.id)
    .where('expires_at', 'is not', null)
    .execute()
  expect(await find(provider, unused.client_id!)).toBeUndefined()
  expect(await find(provider, used.client_id!)).toBeDefined()
  const path = `/register/${used.client_id}`
  expect((await send(provider, path, { token: used.registration_access_token! })).status).toBe(200)
  await createHousekeeping(server.platform)['clean-up']({}, {} as never)
  expect((await listClients()).map(({ id }) => id)).toEqual([used.client_id])
})

test('a project has only so many clients that registered themselves', async () => {
  const provider = await openProvider(server, allowed)
  expect((await register(provider)).status).toBe(201)
  await sql`
    INSERT INTO oauth_clients SELECT copy.* FROM oauth_clients c, generate_series(2, 10000) AS n,
      json_populate_record(c, json_build_object('id', 'client-' || n)) AS copy
    WHERE c.project_id = ${provider.project.id}`.execute(server.platform.db)
  const refused = await register(provider)
  expect(refused).toMatchObject({ status: 403, body: { error: 'access_denied' } })
  expect(refused.body.error_description).toContain('as many clients')
})

test('a flood of registrations from one address is refused, and other projects are not', async () => {
  const limited = await separateServer({ config: { rateLimits: true } })
  const provider = await openProvider(limited, allowed)
  const answers = []
  for (let count = 0; count < 22; count++) answers.push(await register(provider))
  expect(answers.map(({ status }) => status)).toEqual([...Array(20).fill(201), 429, 429])
  expect(Number(answers.at(-1)!.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(answers.at(-1)!.body).toMatchObject({ error: 'temporarily_unavailable' })
})
