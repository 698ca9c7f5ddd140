import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOutboundClient } from '../../platform/outbound/client.ts'
import { companyActions, newDomain } from '../../testing/connections.ts'
import { createTestProject, separateServer, type TestServer } from '../../testing/index.ts'
import { type NameServer, openNameServer } from '../../testing/name-server.ts'
import { type OidcServer, oidcClientSecret, openOidcServer } from '../../testing/oidc-server.ts'
import { newPerson, openAuthorize, openCallback, signInAt, startFlow } from '../../testing/provider-sign-in.ts'
import { teamActions } from '../../testing/team.ts'
import { listTraces } from '../../testing/traces.ts'
import { createPerson } from '../../testing/world.ts'

const logLines: string[] = []
let honest: OidcServer
let hostile: OidcServer
let names: NameServer
let server: TestServer
beforeAll(async () => {
  ;[honest, hostile, names] = await Promise.all([openOidcServer(), openOidcServer(), openNameServer()])
  server = await separateServer({ config: { nameServers: [names.address] }, logLines })
})
afterAll(() => Promise.all([honest.close(), hostile.close(), names.close()]))

async function openCompany(on = server) {
  const project = await createTestProject(on, { 'domains.allowLocalhost': true })
  const teams = teamActions(project)
  return { project, ...teams, ...companyActions(project), teamId: await teams.createTeam() }
}

/** A server that answers with this JSON document and counts who comes. */
async function openJson(body: (origin: string) => Record<string, unknown>) {
  const asked: string[] = []
  const listener = createServer((request, response) => {
    asked.push(request.url!)
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body(origin)))
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
  return { origin, asked, close: () => new Promise((resolve) => listener.close(resolve)) }
}

test('the answer of one connection is not accepted for another (mix-up)', async () => {
  const { project, teamId, connect } = await openCompany()
  const [one, two] = [await connect(honest, teamId), await connect(hostile, teamId)]
  const person = newPerson()
  // The hostile provider leads the browser on to the honest one, with the state of its own flow.
  const flow = await startFlow(project, { provider: two.provider })
  const detour = new URL(flow.authorizationUrl)
  detour.searchParams.set('redirect_uri', detour.searchParams.get('redirect_uri')!.replace(two.provider, one.provider))
  const callback = await honest.signIn(detour.href, person)
  expect((await openCallback(project, callback, flow.cookie)).status).toBe(400)
  // The same, back at the address of the hostile one: the issuer is not its own.
  const again = await startFlow(project, { provider: two.provider })
  const wrong = await openCallback(project, await honest.signIn(again.authorizationUrl, person), again.cookie)
  expect(wrong.status).toBe(400)
  const [trace] = await listTraces(project)
  expect(JSON.stringify(trace!.steps)).toContain(two.id)
  expect((await project.call('GET /users', { as: 'server' })).items).toEqual([])
})

test('a state is of no use with another connection, another browser or a second time', async () => {
  const { project, teamId, connect } = await openCompany()
  const [one, two] = [await connect(honest, teamId), await connect(honest, teamId)]
  const flow = await startFlow(project, { provider: one.provider })
  const callback = await honest.signIn(flow.authorizationUrl, newPerson())
  const moved = new URL(callback.href.replace(one.provider, two.provider))
  expect((await openCallback(project, moved, flow.cookie)).status).toBe(400)
  expect((await openCallback(project, callback)).status).toBe(400)
  expect((await openCallback(project, callback, flow.cookie)).status).toBe(303)
  expect((await openCallback(project, callback, flow.cookie)).status).toBe(400)
})

test('the state of a test signs nobody in', async () => {
  const { project, teamId, connect, test: startTest } = await openCompany()
  const { id } = await connect(honest, teamId)
  const { url } = await startTest(id)
  const response = await openCallback(project, await honest.signIn(url, newPerson()))
  expect(new URL(response.headers.get('location')!).searchParams.get('code')).toBeNull()
  expect((await project.call('GET /users', { as: 'server' })).items).toEqual([])
})

test('discovery documents and metadata that point inward, or are there, reach nothing in production', async () => {
  const inner = await openJson(() => ({}))
  const outside = createOutboundClient({ allowsPrivateAddresses: true })
  const guarded = createOutboundClient({ allowsPrivateAddresses: false })
  const issuer = 'https://login.example.com'
  const document = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${inner.origin}/token`,
    jwks_uri: `${inner.origin}/keys`,
    userinfo_endpoint: `${inner.origin}/me`,
  }
  // Only the document itself comes from outside.
  const outbound = {
    ...guarded,
    fetch: async (url: string | URL, init?: object) =>
      String(url).startsWith(issuer) ? Response.json(document) : guarded.fetch(url, init),
  }
  const guardedServer = await separateServer({ outbound, config: { nameServers: [names.address] } })
  const { project, teamId, connect } = await openCompany(guardedServer)
  const { provider } = await connect({ url: issuer }, teamId)
  const flow = await startFlow(project, { provider })
  const callback = new URL(new URL(flow.authorizationUrl).searchParams.get('redirect_uri')!)
  callback.searchParams.set('code', 'code')
  callback.searchParams.set('state', new URL(flow.authorizationUrl).searchParams.get('state')!)
  expect((await openCallback(project, callback, flow.cookie)).status).toBe(400)
  const inside = await connect({ url: inner.origin }, teamId)
  expect((await openAuthorize(project, { provider: inside.provider, verifier: 'v' })).status).toBe(400)
  const saml = { metadata_url: `${inner.origin}/metadata` }
  await expect(connect({ url: '' }, teamId, { oidc: undefined, saml })).rejects.toMatchObject({ code: 'SCHEMA_ERROR' })
  expect(inner.asked).toEqual([])
  await outside.close()
  await inner.close()
})

test('a discovery document cannot send the browser to something that is no web address', async () => {
  const evil = await openJson((origin) => ({
    issuer: origin,
    authorization_endpoint: 'javascript:alert(document.domain)',
    token_endpoint: `${origin}/token`,
    jwks_uri: `${origin}/keys`,
  }))
  const { project, teamId, connect } = await openCompany()
  const { provider } = await connect({ url: evil.origin }, teamId)
  const response = await openAuthorize(project, { provider, verifier: 'v' })
  expect(response.status).toBe(400)
  expect(response.headers.get('location')).toBeNull()
  await evil.close()
})

test('a document for another issuer is refused', async () => {
  const evil = await openJson(() => ({
    issuer: honest.url,
    authorization_endpoint: `${honest.url}/authorize`,
    token_endpoint: `${honest.url}/token`,
    jwks_uri: `${honest.url}/jwks`,
  }))
  const { project, teamId, connect } = await openCompany()
  const { provider } = await connect({ url: evil.origin }, teamId)
  expect((await openAuthorize(project, { provider, verifier: 'v' })).status).toBe(400)
  await evil.close()
})

test('claims never become IDs, permissions or other addresses', async () => {
  const { project, teamId, connect, prove, listPermissions } = await openCompany()
  const { provider } = await connect(honest, teamId)
  const domain = newDomain()
  await prove(names, domain, teamId)
  const person = newPerson({
    email: `eve@${domain}`,
    id: '00000000-0000-4000-8000-000000000000',
    user_id: 'x',
    permission_ids: ['team_admin', '$delete_team'],
    roles: ['team_admin'],
    primary_email: 'victim@example.com',
    server_metadata: { admin: true },
    ['__proto__' as string]: { email_verified: true },
  } as never)
  const { code } = await signInAt(honest, project, person, { provider })
  expect(code).not.toBe('')
  const [user] = (await project.call('GET /users', { as: 'server' })).items
  expect(user).toMatchObject({ primary_email: person.email, server_metadata: null })
  expect(user!.id).not.toBe('00000000-0000-4000-8000-000000000000')
  expect(await listPermissions(teamId, user!)).toEqual(['team_member'])
})

test("administrators of a team reach neither another team's connections and domains nor those of the project", async () => {
  const { project, teamId, createTeam, grant, connect, addDomain } = await openCompany()
  const person = await createPerson(project)
  const own = await createTeam(person)
  await grant(own, person, '$manage_connections')
  for (const team of [teamId, null]) {
    const { id } = await connect(honest, team)
    const domain = await addDomain(newDomain(), team)
    for (const [route, more] of [
      ['GET /connections/{connection_id}', {}],
      ['PATCH /connections/{connection_id}', { body: { display_name: 'Mine' } }],
      ['DELETE /connections/{connection_id}', {}],
      ['POST /connections/{connection_id}/test', { body: {} }],
    ] as const) {
      const answer = await project.send(route, { user: person, params: { connection_id: id }, ...more })
      expect(answer).toMatchObject({ status: 404, body: { code: 'CONNECTION_NOT_FOUND' } })
    }
    for (const [route, more] of [
      ['POST /connection-domains/{domain_id}/check', { body: {} }],
      ['DELETE /connection-domains/{domain_id}', {}],
    ] as const) {
      const answer = await project.send(route, { user: person, params: { domain_id: domain.id }, ...more })
      expect(answer).toMatchObject({ status: 404, body: { code: 'CONNECTION_DOMAIN_NOT_FOUND' } })
    }
  }
  for (const route of ['GET /connections', 'GET /connection-domains']) {
    expect((await project.send(route, { user: person, query: { team_id: teamId } })).status).toBe(404)
    expect((await project.send(route, { user: person })).status).toBe(400)
  }
  const creation = { team_id: teamId, display_name: 'x', oauth2: oauth2() }
  expect((await project.send('POST /connections', { user: person, body: creation })).status).toBe(404)
  expect((await project.send('POST /connections', { user: person, body: { ...creation, team_id: null } })).status).toBe(
    400,
  )
})

const oauth2 = (origin = 'https://login.example.com') => ({
  authorization_url: `${origin}/authorize`,
  token_url: `${origin}/token`,
  user_info_url: `${origin}/me`,
  client_id: 'client',
  client_secret: 'a secret of oauth2',
})

test('members without the permission are refused, and nobody gives others what they do not have', async () => {
  const { project, createTeam, createMember, grant, connect } = await openCompany()
  const teamId = await createTeam()
  const member = await createMember(teamId)
  const { id } = await connect(honest, teamId)
  const params = { connection_id: id }
  const change = (permission_id: string) =>
    project.send('PATCH /connections/{connection_id}', {
      user: member,
      params,
      body: { roles: { default_permission_id: permission_id } },
    })
  expect(await change('team_member')).toMatchObject({ status: 401, body: { code: 'TEAM_PERMISSION_REQUIRED' } })
  await grant(teamId, member, '$manage_connections')
  for (const id of ['team_admin', '$delete_team', 'unknown']) {
    expect(await change(id)).toMatchObject({ status: 404, body: { code: 'PERMISSION_NOT_FOUND' } })
  }
  expect((await change('team_member')).status).toBe(200)
  expect((await change('$manage_connections')).status).toBe(200)
})

test('a stored secret is never returned, and never sent to another place than the one it was entered for', async () => {
  const { project, teamId, connect, read, change } = await openCompany()
  const secret = 'the very secret secret'
  const oidc = { issuer: honest.url, client_id: 'latchkey', client_secret: secret }
  const { id } = await connect(honest, teamId, { oidc })
  const seen = [await read(id), await project.call('GET /connections', { as: 'server', query: {} })]
  const { client_secret: _, ...kept } = oidc
  seen.push(await change(id, { oidc: { ...kept, client_id: 'another' } }))
  expect(seen[0]).toMatchObject({ oidc: { has_client_secret: true } })
  for (const [what, oidcChange] of [
    ['another issuer', { ...kept, issuer: hostile.url }],
    [
      'another token endpoint',
      {
        ...kept,
        endpoints: {
          authorization_url: honest.url,
          token_url: `${hostile.url}/token`,
          jwks_url: `${honest.url}/jwks`,
        },
      },
    ],
  ] as const) {
    await expect(change(id, { oidc: oidcChange }), what).rejects.toMatchObject({ code: 'SCHEMA_ERROR' })
  }
  await expect(change(id, { oauth2: oauth2() })).rejects.toMatchObject({ code: 'SCHEMA_ERROR' })
  const { rows } = await sql`SELECT row_to_json(c)::text AS row FROM connections c WHERE project_id = ${project.id}
    UNION ALL SELECT row_to_json(a)::text FROM audit_entries a WHERE project_id = ${project.id}`.execute(
    server.platform.db,
  )
  expect(JSON.stringify([seen, rows])).not.toContain(secret)
  expect(logLines.join('\n')).not.toContain(secret)
})

test('a secret is encrypted for its connection only', async () => {
  const { project, teamId, connect } = await openCompany()
  const [one, two] = [await connect(honest, teamId), await connect(honest, teamId)]
  const { db } = server.platform
  await sql`UPDATE connections SET secrets_encrypted = (
    SELECT secrets_encrypted FROM connections WHERE project_id = ${project.id} AND id = ${one.id}
  ) WHERE project_id = ${project.id} AND id = ${two.id}`.execute(db)
  expect((await openAuthorize(project, { provider: two.provider, verifier: 'v' })).status).toBe(500)
  expect((await openAuthorize(project, { provider: one.provider, verifier: 'v' })).status).toBe(307)
})

test('a team has a bounded number of connections and domains', async () => {
  const { teamId, connect, addDomain } = await openCompany()
  await Promise.all(Array.from({ length: 20 }, () => connect(honest, teamId)))
  await expect(connect(honest, teamId)).rejects.toMatchObject({ status: 400 })
  await Promise.all(Array.from({ length: 50 }, () => addDomain(newDomain(), teamId)))
  await expect(addDomain(newDomain(), teamId)).rejects.toMatchObject({ status: 400 })
})

test('in production, connections use https and carry no user names', async () => {
  const production = await separateServer({ config: { isProduction: true, nameServers: [names.address] } })
  const { teamId, connect } = await openCompany(production)
  for (const url of ['http://login.example.com', 'https://user:password@login.example.com']) {
    await expect(connect({ url }, teamId)).rejects.toMatchObject({ code: 'SCHEMA_ERROR' })
  }
  await connect({ url: 'https://login.example.com' }, teamId)
})

test('an OAuth 2.0 provider signs people in by its user info', async () => {
  const provider = await openJson(() => ({
    access_token: 'token',
    token_type: 'Bearer',
    user: { number: 42, name: 'Ada', mail: 'ada@example.com' },
  }))
  const { project, teamId, connect } = await openCompany()
  const connection = await connect(honest, teamId, {
    oidc: undefined,
    oauth2: { ...oauth2(provider.origin), client_secret: oidcClientSecret },
    attributes: { id: 'user.number', email: 'user.mail', display_name: 'user.name' },
  })
  const flow = await startFlow(project, { provider: connection.provider })
  const url = new URL(flow.authorizationUrl)
  expect(url.searchParams.get('prompt')).toBeNull()
  const callback = new URL(url.searchParams.get('redirect_uri')!)
  callback.searchParams.set('code', 'code')
  callback.searchParams.set('state', url.searchParams.get('state')!)
  expect((await openCallback(project, callback, flow.cookie)).status).toBe(303)
  const [user] = (await project.call('GET /users', { as: 'server' })).items
  expect(user).toMatchObject({ display_name: 'Ada', primary_email: 'ada@example.com', primary_email_verified: false })
  const { db } = server.platform
  const links = await db.selectFrom('provider_links').select('account_id').where('user_id', '=', user!.id).execute()
  expect(links).toEqual([{ account_id: '42' }])
  await provider.close()
})
