import { randomUUID } from 'node:crypto'
import { maxOAuthClients, type OAuthClientType } from '@latchkey/contract'
import { describe, expect, test } from 'vitest'
import { projectCache } from '../../projects/cache.ts'
import { createTestProject, separateServer, type TestProject, testProject } from '../../testing/index.ts'
import { listAuditEntries } from '../../testing/records.ts'
import { createPerson } from '../../testing/world.ts'
import { findOAuthClient } from './find-client.ts'
import { insertClient, verifyClientSecret } from './queries.ts'

const asServer = { as: 'server' as const }
const callback = 'https://ledger.example.com/callback'
const hour = 3_600_000

const create = (project: TestProject, body: object = {}) =>
  project.call('POST /oauth-clients', {
    ...asServer,
    body: { type: 'web', display_name: 'Ledger', redirect_uris: [callback], ...body },
  })
const read = (project: TestProject, id: string) =>
  project.call('GET /oauth-clients/{id}', { ...asServer, params: { id } })
const rotate = (project: TestProject, id: string, old_secret_expires_at_millis: number) =>
  project.call('POST /oauth-clients/{id}/rotate-secret', {
    ...asServer,
    params: { id },
    body: { old_secret_expires_at_millis },
  })
const works = ({ id, server }: TestProject, clientId: string, secret: string | null, now = new Date()) =>
  verifyClientSecret(server.platform.db, id, clientId, secret!, now)

async function find({ id, server }: TestProject, clientId: string) {
  return findOAuthClient(server.platform, (await projectCache(server.platform).find(id))!, clientId)
}

test('a server registers a client, whose secret it sees once, changes it and deletes it', async () => {
  const project = await testProject({ 'oauthProvider.scopes.invoices:read': {} })
  const { client_secret, ...client } = await create(project)
  expect(client_secret).toMatch(/^ocs_[\w-]{43}$/)
  expect(client).toEqual({
    id: client.id,
    type: 'web',
    display_name: 'Ledger',
    redirect_uris: [callback],
    post_logout_redirect_uris: [],
    backchannel_logout_uri: null,
    scopes: null,
    skips_consent: false,
    is_self_registered: false,
    secrets: [
      {
        id: client.secrets[0]!.id,
        ending: client_secret!.slice(-4),
        created_at_millis: client.created_at_millis,
        expires_at_millis: null,
        last_used_at_millis: null,
      },
    ],
    user_count: 0,
    created_at_millis: expect.any(Number),
    updated_at_millis: client.created_at_millis,
    last_used_at_millis: null,
    expires_at_millis: null,
    revision: 0,
  })
  expect(await read(project, client.id)).toEqual(client)

  const params = { id: client.id }
  const body = { display_name: 'General ledger', scopes: ['openid', 'invoices:read'], skips_consent: true }
  const changed = await project.call('PATCH /oauth-clients/{id}', { ...asServer, params, body })
  expect(changed).toMatchObject({ ...body, redirect_uris: [callback] })
  await project.call('DELETE /oauth-clients/{id}', { ...asServer, params })
  const gone = await project.send('GET /oauth-clients/{id}', { ...asServer, params })
  expect(gone).toMatchObject({ status: 404, body: { code: 'OAUTH_CLIENT_NOT_FOUND' } })
  const entries = await listAuditEntries(project, 'oauth_client.')
  expect(entries.map(({ action }) => action)).toEqual([
    'oauth_client.created',
    'oauth_client.updated',
    'oauth_client.deleted',
  ])
  expect(JSON.stringify(entries)).not.toContain(client_secret)
})

test('only web and machine clients have a secret', async () => {
  const project = await testProject()
  const secretOf = async (type: OAuthClientType, redirect_uris: string[]) =>
    (await create(project, { type, redirect_uris })).client_secret
  expect(await secretOf('machine', [])).not.toBeNull()
  expect(await secretOf('single_page', [callback])).toBeNull()
  expect(await secretOf('native', ['com.example.ledger:/callback'])).toBeNull()
  const { items } = await project.call('GET /oauth-clients', asServer)
  const native = items.find(({ type }) => type === 'native')!
  const body = { old_secret_expires_at_millis: 0 }
  const request = { ...asServer, params: { id: native.id }, body }
  expect(await project.send('POST /oauth-clients/{id}/rotate-secret', request)).toMatchObject({ status: 400 })
})

describe('a secret', () => {
  test('works for its client and project until the time that was said, with at most one successor', async () => {
    const project = await testProject()
    const [{ id, client_secret: first }, other] = [await create(project), await create(project)]
    const until = Date.now() + hour
    const second = await rotate(project, id, until)
    expect(second.secrets.map(({ expires_at_millis }) => expires_at_millis)).toEqual([null, until])
    expect([await works(project, id, first), await works(project, id, second.client_secret)]).toEqual([true, true])
    expect(await works(project, id, first, new Date(until))).toBe(false)
    expect(await works(project, other.id, first)).toBe(false)
    expect(await works({ ...project, id: (await testProject()).id }, id, first)).toBe(false)
    const third = await rotate(project, id, until)
    expect(third.secrets).toHaveLength(2)
    expect(await works(project, id, first)).toBe(false)
    const fourth = await rotate(project, id, 0)
    expect(fourth.secrets).toHaveLength(1)
    expect(await works(project, id, third.client_secret)).toBe(false)
    expect(await works(project, id, fourth.client_secret)).toBe(true)
  })

  test('overlaps with its successor for thirty days at most', async () => {
    const project = await testProject()
    const { id } = await create(project)
    const body = { old_secret_expires_at_millis: Date.now() + 31 * 24 * hour }
    const refused = await project.send('POST /oauth-clients/{id}/rotate-secret', { ...asServer, params: { id }, body })
    expect(refused).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
  })

  test('says when it was used, to the minute, and ends at once when it is told to', async () => {
    const project = await testProject()
    const { id, client_secret, secrets } = await create(project)
    await works(project, id, client_secret)
    const used = (await read(project, id)).secrets[0]!.last_used_at_millis!
    expect(used).toBeGreaterThan(0)
    await works(project, id, client_secret, new Date(used + 30_000))
    expect((await read(project, id)).secrets[0]!.last_used_at_millis).toBe(used)
    await works(project, id, client_secret, new Date(used + 61_000))
    expect((await read(project, id)).secrets[0]!.last_used_at_millis).toBe(used + 61_000)
    const params = { id, secret_id: secrets[0]!.id }
    const route = 'DELETE /oauth-clients/{id}/secrets/{secret_id}'
    expect(await project.call(route, { ...asServer, params })).toMatchObject({ secrets: [] })
    expect(await works(project, id, client_secret)).toBe(false)
    expect(await project.send(route, { ...asServer, params })).toMatchObject({ status: 404 })
  })

  test('is nowhere in the database or in the log', async () => {
    const project = await testProject()
    const { id, client_secret } = await create(project)
    const { db } = project.server.platform
    const rows = await db.selectFrom('oauth_client_secrets').selectAll().where('client_id', '=', id).execute()
    const stored = JSON.stringify([rows, await listAuditEntries(project), await find(project, id)])
    expect(stored).not.toContain(client_secret!.slice(4))
  })

  test('is one of two after any number of rotations at once', async () => {
    const project = await testProject()
    const { id } = await create(project)
    const until = Date.now() + hour
    await Promise.all(Array.from({ length: 8 }, () => rotate(project, id, until)))
    const { secrets } = await read(project, id)
    expect(secrets.map(({ expires_at_millis }) => expires_at_millis)).toEqual([null, until])
  })
})

describe('a redirect URI', () => {
  const refusals: [type: OAuthClientType, uri: string, problem: string][] = [
    ['web', 'http://ledger.example.com/callback', 'must use https'],
    ['web', 'http://localhost:3000/callback', 'must use https, because this project does not allow localhost'],
    ['single_page', 'http://127.0.0.1/callback', 'must use https, because this project does not allow localhost'],
    ['web', `${callback}#fragment`, 'must not have a fragment'],
    ['web', `${callback}#`, 'must not have a fragment'],
    ['web', 'https://*.example.com/callback', 'must not have a wildcard'],
    ['web', 'https://ledger.example.com/*', 'must not have a wildcard'],
    ['web', 'https://user@ledger.example.com/', 'must not have a user name or password'],
    ['web', 'https://@ledger.example.com/', 'must not have a user name or password'],
    ['web', 'https://ledger.example.com\\@evil.example', 'must be a URL'],
    ['web', ' https://ledger.example.com', 'must be a URL'],
    ['web', 'https://ledger.exämple.com', 'must be a URL'],
    ['web', 'https://ledger.example.com/\n', 'must be a URL'],
    ['web', '/callback', 'must be a URL'],
    ['web', 'com.example.ledger:/callback', 'must use https'],
    ['native', 'javascript:alert(1)', 'must use https, or a scheme like'],
    ['native', 'data:text/html,x', 'must use https, or a scheme like'],
    ['native', 'file:///etc/passwd', 'must use https, or a scheme like'],
    ['native', 'ms-msdt:/id', 'must use https, or a scheme like'],
    ['native', 'https://localhost/callback', 'must use http for the own machine'],
    ['native', 'http://ledger.example.com/', 'must use https'],
    ['native', 'http://127.0.0.1.example.com/', 'must use https'],
    ['machine', callback, 'must be empty'],
  ]

  test.each(refusals)('of a %s client is refused if it is %j: %s', async (type, uri, problem) => {
    const project = await testProject({ 'domains.allowLocalhost': false })
    const body = { type, display_name: 'Ledger', redirect_uris: [uri] }
    const refused = await project.send('POST /oauth-clients', { ...asServer, body })
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'SCHEMA_ERROR', error: expect.stringContaining(problem) },
    })
  })

  test('of a native client may be on the own machine or have a scheme of its own', async () => {
    const project = await testProject()
    const redirect_uris = [
      'http://127.0.0.1/callback',
      'http://localhost:1234/',
      'http://[::1]/a',
      'com.example.ledger:/callback',
      'com.example.ledger://callback',
      'https://ledger.example.com/native',
    ]
    const { id } = await create(project, { type: 'native', redirect_uris })
    expect((await find(project, id))!.metadata).toMatchObject({ application_type: 'native', redirect_uris })
  })

  test('of a website may be on the own machine only while the project allows localhost', async () => {
    const project = await testProject({ 'domains.allowLocalhost': true })
    const redirect_uris = [callback, 'http://localhost:3000/callback']
    const { id } = await create(project, { redirect_uris })
    expect((await find(project, id))!.metadata).toMatchObject({ application_type: 'web', redirect_uris })
    const config_override_string = JSON.stringify({ 'domains.allowLocalhost': false })
    await project.call('PATCH /internal/config/override', { as: 'admin', body: { config_override_string } })
    expect((await find(project, id))!.metadata.redirect_uris).toEqual([callback])
  })

  test('is needed by websites', async () => {
    const project = await testProject()
    const body = { type: 'web', display_name: 'Ledger' }
    expect(await project.send('POST /oauth-clients', { ...asServer, body })).toMatchObject({ status: 400 })
    const { id } = await create(project)
    const emptied = { ...asServer, params: { id }, body: { redirect_uris: [] } }
    expect(await project.send('PATCH /oauth-clients/{id}', emptied)).toMatchObject({ status: 400 })
  })
})

test('a client that only returns to the own machine of the user counts as native', async () => {
  const project = await testProject({ 'domains.allowLocalhost': true })
  const { id } = await create(project, { type: 'single_page', redirect_uris: ['http://localhost:3000/callback'] })
  expect((await find(project, id))!.metadata).toMatchObject({
    application_type: 'native',
    token_endpoint_auth_method: 'none',
    response_types: ['code'],
  })
})

test.each(['invoices:read', 'offline access', ''])('a scope that does not exist is refused: %j', async (scope) => {
  const body = { type: 'web', display_name: 'Ledger', redirect_uris: [callback], scopes: [scope] }
  expect(await (await testProject()).send('POST /oauth-clients', { ...asServer, body })).toMatchObject({ status: 400 })
})

test.each([
  { is_self_registered: true },
  { registration: {} },
  { project_id: randomUUID() },
  { last_used_at_millis: 1 },
  { secrets: [] },
  { client_secret: 'mine' },
  { expires_at_millis: 1 },
])('no client is given %j', async (extra) => {
  const project = await testProject()
  const { id } = await create(project)
  const body = { display_name: 'Ledger', ...extra }
  expect(await project.send('PATCH /oauth-clients/{id}', { ...asServer, params: { id }, body })).toMatchObject({
    status: 400,
  })
  const creation = { ...body, type: 'web', redirect_uris: [callback] }
  expect(await project.send('POST /oauth-clients', { ...asServer, body: creation })).toMatchObject({ status: 400 })
})

test.each(['', '  ', 'x'.repeat(101), 'Led\u202Eger', 'Led\nger'])('%j is no name', async (display_name) => {
  const body = { type: 'web', display_name, redirect_uris: [callback] }
  expect(await (await testProject()).send('POST /oauth-clients', { ...asServer, body })).toMatchObject({ status: 400 })
})

test('clients are listed newest first, page by page, and found by name or ID', async () => {
  const project = await testProject()
  const ids: string[] = []
  for (const display_name of ['Ledger', 'Calendar', 'Old ledger'])
    ids.unshift((await create(project, { display_name })).id)
  await create(await testProject())
  const list = (query: object) => project.call('GET /oauth-clients', { ...asServer, query })
  const first = await list({ limit: 2 })
  const second = await list({ limit: 2, cursor: first.pagination.next_cursor })
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids)
  expect(second.pagination.next_cursor).toBeNull()
  expect((await list({ query: 'LEDGER' })).items.map(({ id }) => id)).toEqual([ids[0], ids[2]])
  expect((await list({ query: ids[1]! })).items.map(({ id }) => id)).toEqual([ids[1]])
  expect((await list({ query: '%' })).items).toEqual([])
})

test('a project has only so many clients, also when many are registered at once', async () => {
  const server = await separateServer({})
  const project = await createTestProject(server)
  const { db } = server.platform
  const client = { type: 'native' as const, displayName: 'Many', redirectUris: [], postLogoutRedirectUris: [] }
  const rest = { backchannelLogoutUri: null, scopes: null, skipsConsent: false, now: new Date() }
  for (let count = 0; count < maxOAuthClients - 2; count++) {
    await insertClient(db, project.id, { id: randomUUID(), ...client, ...rest })
  }
  const body = { type: 'native', display_name: 'One more' }
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => project.send('POST /oauth-clients', { ...asServer, body })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 400, 400, 400, 400])
})

test('deleting a client ends the access that users have given it, and nothing of other clients', async () => {
  const project = await testProject()
  const [{ id }, other] = [await create(project), await create(project)]
  const people = [await createPerson(project), await createPerson(project)]
  const { db } = project.server.platform
  const now = new Date()
  const grant = { project_id: project.id, client_name: 'Ledger', scopes: ['openid'], payload: '{}', created_at: now }
  const unused = { team_id: null, expires_at: null, last_used_at: null, last_used_ip_info: null }
  for (const [client_id, user_id] of [
    [id, people[0]!.id],
    [id, people[1]!.id],
    [other.id, people[0]!.id],
  ] as const) {
    const ids = { id: randomUUID(), client_id, user_id, updated_at: now, last_used_user_agent: null }
    await db
      .insertInto('oauth_grants')
      .values({ ...grant, ...unused, ...ids })
      .execute()
  }
  expect((await read(project, id)).user_count).toBe(2)
  await project.call('DELETE /oauth-clients/{id}', { ...asServer, params: { id } })
  const left = await db.selectFrom('oauth_grants').select('client_id').where('project_id', '=', project.id).execute()
  expect(left).toEqual([{ client_id: other.id }])
  expect(await find(project, id)).toBeUndefined()
})

test('a client of another project is unknown', async () => {
  const [project, other] = [await testProject(), await testProject()]
  const { id } = await create(project)
  expect(await find(other, id)).toBeUndefined()
  const requests = [
    ['GET /oauth-clients/{id}', {}],
    ['PATCH /oauth-clients/{id}', { body: { display_name: 'Mine' } }],
    ['DELETE /oauth-clients/{id}', {}],
    ['POST /oauth-clients/{id}/rotate-secret', { body: { old_secret_expires_at_millis: 0 } }],
  ] as const
  for (const [route, request] of requests) {
    expect(await other.send(route, { ...asServer, params: { id }, ...request })).toMatchObject({ status: 404 })
  }
  expect((await read(project, id)).display_name).toBe('Ledger')
})
