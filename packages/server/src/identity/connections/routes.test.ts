import { afterAll, beforeAll, expect, test } from 'vitest'
import { companyActions } from '../../testing/connections.ts'
import { createTestProject, separateServer, type TestProject, type TestServer } from '../../testing/index.ts'
import { type OidcServer, oidcClientSecret, openOidcServer } from '../../testing/oidc-server.ts'
import { newPerson, signInWithProvider } from '../../testing/provider-sign-in.ts'
import { teamActions } from '../../testing/team.ts'
import { createPerson } from '../../testing/world.ts'

let idp: OidcServer
let other: OidcServer
let server: TestServer
beforeAll(async () => {
  ;[idp, other] = await Promise.all([openOidcServer(), openOidcServer()])
  server = await separateServer({ config: { rateLimits: true } })
})
afterAll(() => Promise.all([idp.close(), other.close()]))

const oidc = () => ({ issuer: idp.url, client_id: 'latchkey', client_secret: oidcClientSecret })

async function openCompany(settings = {}) {
  const project = await createTestProject(server, { 'domains.allowLocalhost': true, ...settings })
  const teams = teamActions(project)
  const admin = await createPerson(project)
  const teamId = await teams.createTeam(admin)
  await teams.grant(teamId, admin, '$manage_connections')
  return { project, ...teams, ...companyActions(project), admin, teamId }
}

const listIds = async (project: TestProject, query: { team_id?: string }) => {
  const { items } = await project.call('GET /connections', { as: 'server', query })
  return items.map(({ id }) => id)
}

test('an administrator of a team creates, reads, changes and deletes a connection of it', async () => {
  const { project, admin, teamId } = await openCompany()
  const user = { user: admin }
  const body = { team_id: teamId, display_name: 'Okta', oidc: oidc() }
  const created = await project.call('POST /connections', { ...user, body })
  expect(created).toMatchObject({ team_id: teamId, type: 'oidc', is_active: false, provider_id: `sso_${created.id}` })
  expect(created.callback_url).toMatch(new RegExp(`/api/v1/auth/oauth/callback/sso_${created.id}$`))
  const params = { connection_id: created.id }
  expect(await project.call('GET /connections/{connection_id}', { ...user, params })).toEqual(created)
  const { client_secret: _, ...kept } = oidc()
  const changed = await project.call('PATCH /connections/{connection_id}', {
    ...user,
    params,
    body: { display_name: 'Acme', is_active: true, oidc: { ...kept, scopes: ['email'] } },
  })
  expect(changed).toMatchObject({
    display_name: 'Acme',
    is_active: true,
    oidc: { scopes: ['email'], has_client_secret: true },
  })
  const { items } = await project.call('GET /connections', { ...user, query: { team_id: teamId } })
  expect(items).toEqual([changed])
  expect(await project.call('DELETE /connections/{connection_id}', { ...user, params })).toEqual({ success: true })
  await expect(project.call('GET /connections/{connection_id}', { ...user, params })).rejects.toMatchObject({
    status: 404,
    code: 'CONNECTION_NOT_FOUND',
  })
})

test('servers list the connections of a team, or all of the project', async () => {
  const { project, teamId, connect } = await openCompany()
  const [one, two] = [await connect(idp, teamId), await connect(idp, null)]
  expect(await listIds(project, { team_id: teamId })).toEqual([one.id])
  expect(await listIds(project, {})).toEqual([one.id, two.id])
})

test.each([
  ['without settings', {}],
  ['with the settings of two types', { oidc: oidc2(), saml: { metadata: '<x/>' } }],
  ['without a secret', { oidc: { issuer: 'https://login.example.com', client_id: 'x' } }],
  ['with something that is no URL', { oidc: { ...oidc2(), issuer: 'login.example.com' } }],
  ['with another scheme', { oidc: { ...oidc2(), issuer: 'ftp://login.example.com' } }],
  ['with unknown settings', { oidc: { ...oidc2(), is_trusted: true } }],
  ['with an unknown attribute', { oidc: oidc2(), attributes: { permission: 'role' } }],
])('a connection %s is refused', async (_, settings) => {
  const { project, teamId } = await openCompany()
  const body = { team_id: teamId, display_name: 'x', ...settings }
  expect(await project.send('POST /connections', { as: 'server', body })).toMatchObject({
    status: 400,
    body: { code: 'SCHEMA_ERROR' },
  })
})

function oidc2() {
  return { issuer: 'https://login.example.com', client_id: 'x', client_secret: 'y' }
}

test('another issuer unlinks the users of a connection, because the same subject is somebody else there', async () => {
  const { project, teamId, connect, change } = await openCompany()
  const { id, provider } = await connect(idp, teamId)
  const person = newPerson({ email: undefined })
  const before = await signInWithProvider(idp, project, person, { provider })
  await change(id, { oidc: { ...oidc(), issuer: other.url } })
  const refreshed = await project.send('POST /auth/sessions/current/refresh', {
    headers: { 'x-stack-refresh-token': before.refresh_token },
  })
  expect(refreshed.status).toBe(401)
  const after = await signInWithProvider(other, project, person, { provider })
  expect(after.user.id).not.toBe(before.user.id)
})

test('a team can ask others only so often', async () => {
  const { project, teamId, connect, addDomain } = await openCompany()
  const { id } = await connect(idp, teamId)
  const domain = await addDomain('acme.example.com', teamId)
  const asks = [
    () => project.send('POST /connections/{connection_id}/test', { as: 'server', params: { connection_id: id } }),
    () =>
      project.send('POST /connection-domains/{domain_id}/check', { as: 'server', params: { domain_id: domain.id } }),
    () => project.send('PATCH /connections/{connection_id}', { as: 'server', params: { connection_id: id }, body: {} }),
  ]
  await server.platform.limiter.consume({ connectionChecksByTeam: `${project.id}:${teamId}` }, 59)
  for (const ask of asks) expect((await ask()).status).toBe(429)
  // Others are not affected.
  const { connect: connectElsewhere, createTeam } = await openCompany()
  await connectElsewhere(idp, await createTeam())
})

test('lookups of addresses are limited', async () => {
  const { project } = await openCompany()
  const address = '203.0.113.7'
  const find = () => project.send('POST /auth/connections/find', { body: { email: 'ada@example.com' }, address })
  expect((await find()).status).toBe(200)
  await server.platform.limiter.consume({ connectionFindsByAddress: `${project.id}:${address}` }, 299)
  expect((await find()).status).toBe(429)
})

test('the settings of a provider and its secret are one field, so that no secret goes to where it does not belong', async () => {
  const { project, connect, change, read, teamId } = await openCompany()
  const { id } = await connect(idp, teamId)
  const { revision } = await read(id)
  await change(id, { oidc: { ...oidc(), client_secret: 'theirs' } })
  const elsewhere = { ...oidc(), issuer: other.url, client_secret: 'mine' }
  const save = (headers: Record<string, string>) =>
    project.send('PATCH /connections/{connection_id}', {
      as: 'server',
      params: { connection_id: id },
      body: { display_name: 'New', oidc: elsewhere },
      headers: { 'x-stack-revision': String(revision), ...headers },
    })
  const refused = await save({})
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'SAVE_CONFLICT', details: { conflicts: [{ path: 'provider', name: 'Acme' }] } },
  })
  expect(JSON.stringify(refused.body)).not.toMatch(/"(theirs|mine)"[,}]/)
  const seen = (refused.body as { details: { revision: number } }).details.revision
  const kept = await save({ 'x-stack-resolved-revision': String(seen), 'x-stack-keep-theirs': 'provider' })
  expect(kept).toMatchObject({ status: 200, body: { display_name: 'New', oidc: { issuer: idp.url } } })
  expect(kept.body).toEqual(await read(id))
})

test('users of an app learn that somebody changed the same, but not who', async () => {
  const { project, admin, connect, change, teamId } = await openCompany()
  const { id, revision } = await connect(idp, teamId)
  await change(id, { display_name: 'Theirs' })
  const refused = await project.send('PATCH /connections/{connection_id}', {
    user: admin,
    params: { connection_id: id },
    body: { display_name: 'Mine' },
    headers: { 'x-stack-revision': String(revision) },
  })
  expect(refused).toMatchObject({
    status: 409,
    body: { details: { conflicts: [{ path: 'display_name', mine: 'Mine', theirs: 'Theirs', actor: null }] } },
  })
})

test('what two change at once is saved by both, or refused to one', async () => {
  const { project, connect, read, teamId } = await openCompany()
  const { id, revision } = await connect(idp, teamId)
  const save = (body: object) =>
    project.send('PATCH /connections/{connection_id}', {
      as: 'server',
      params: { connection_id: id },
      body,
      headers: { 'x-stack-revision': String(revision) },
    })
  const same = await Promise.all(['One', 'Two', 'Three'].map((display_name) => save({ display_name })))
  expect(same.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const [attributes, active] = await Promise.all([save({ attributes: { email: 'mail' } }), save({ is_active: false })])
  expect([attributes.status, active.status]).toEqual([200, 200])
  expect(await read(id)).toMatchObject({ is_active: false, attributes: { email: 'mail' } })
})
