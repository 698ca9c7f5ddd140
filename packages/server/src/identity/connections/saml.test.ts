import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { companyActions, newDomain } from '../../testing/connections.ts'
import { createTestProject, separateServer, type TestProject, type TestServer } from '../../testing/index.ts'
import { listJobs } from '../../testing/jobs.ts'
import { type NameServer, openNameServer } from '../../testing/name-server.ts'
import { exchangeCode, startFlow } from '../../testing/provider-sign-in.ts'
import { listAuditEntries } from '../../testing/records.ts'
import { openSamlProvider, type SamlBehavior, type SamlForm, type SamlProvider } from '../../testing/saml-provider.ts'
import { teamActions } from '../../testing/team.ts'
import { listTraces } from '../../testing/traces.ts'
import { findConnection } from './queries.ts'
import { readDueMetadata } from './saml-metadata.ts'

const day = 24 * 3600 * 1000

let idp: SamlProvider
let names: NameServer
let server: TestServer
let lateMillis = 0
beforeAll(async () => {
  ;[idp, names] = await Promise.all([openSamlProvider(), openNameServer()])
  const now = () => new Date(Date.now() + lateMillis)
  server = await separateServer({ config: { nameServers: [names.address] }, now })
})
afterAll(() => Promise.all([idp.close(), names.close()]))

async function openCompany(settings = {}) {
  const project = await createTestProject(server, { 'domains.allowLocalhost': true, ...settings })
  const teams = teamActions(project)
  const company = companyActions(project)
  const teamId = await teams.createTeam()
  const connect = async (saml: Record<string, unknown> = { metadata_url: idp.metadataUrl }) => {
    const connection = await company.connect({ url: '' }, teamId, { oidc: undefined, saml })
    const metadata = await server.fetch(connection.saml!.service_provider.metadata_url)
    idp.trust(await metadata.text())
    return connection
  }
  return { project, ...teams, ...company, teamId, connect }
}

let people = 0
const newEmployee = (domain = newDomain()) => ({
  nameId: `person-${++people}`,
  attributes: { email: `ada-${people}@${domain}`, displayName: 'Ada Lovelace', groups: ['Staff', 'Engineering'] },
})

function post({ url, fields }: SamlForm, cookie?: string, on = server): Promise<Response> {
  const body = new URLSearchParams(fields as Record<string, string>)
  return on.fetch(url, { method: 'POST', body, headers: cookie ? { cookie } : {} })
}

/** A browser, up to the app's callback. */
async function signIn(project: TestProject, provider: string, behavior: SamlBehavior = {}, at = idp) {
  const flow = await startFlow(project, { provider })
  at.behavior = behavior
  try {
    const form = await at.signIn({ url: flow.authorizationUrl })
    const response = await post(form, flow.cookie)
    const location = response.headers.get('location')
    return { flow, form, response, code: (location && new URL(location).searchParams.get('code')) || '' }
  } finally {
    at.behavior = {}
  }
}

test('people sign in with SAML and join the team of their company', async () => {
  const { project, teamId, connect, prove, read } = await openCompany()
  const connection = await connect()
  expect(connection.saml).toMatchObject({
    provider: { entity_id: idp.entityId, certificates: [{ fingerprint: expect.stringMatching(/^[0-9A-F:]{95}$/) }] },
    metadata_url: idp.metadataUrl,
    is_idp_initiated_allowed: false,
  })
  expect(connection.callback_url).toBe(connection.saml!.service_provider.acs_url)
  expect(JSON.stringify(await read(connection.id))).not.toContain('PRIVATE KEY')
  const domain = newDomain()
  await prove(names, domain, teamId)
  idp.person = newEmployee(domain)
  const { response, code, flow } = await signIn(project, connection.provider)
  expect(response.status).toBe(303)
  const answer = await exchangeCode(project, code, flow.verifier)
  const tokens = answer.body as { access_token: string; is_new_user: boolean }
  expect(tokens.is_new_user).toBe(true)
  const user = await project.call('GET /users/me', { as: 'server', user: tokens })
  expect(user).toMatchObject({
    display_name: 'Ada Lovelace',
    primary_email: idp.person.attributes!.email,
    primary_email_verified: true,
  })
  const { items } = await project.call('GET /teams', { as: 'server', query: { user_id: user.id } })
  expect(items.map(({ id }) => id)).toContain(teamId)
})

test('encrypted assertions are read', async () => {
  const { project, connect } = await openCompany()
  const { provider } = await connect()
  idp.person = newEmployee()
  expect((await signIn(project, provider, { encrypts: true })).code).not.toBe('')
})

test('the cookie comes along with the cross-site form in production', async () => {
  const production = await separateServer({ config: { isProduction: true, nameServers: [names.address] } })
  const project = await createTestProject(production, { 'domains.allowLocalhost': true })
  const provider = { entity_id: 'https://idp.example.com', sign_in_url: 'https://idp.example.com/sso' }
  const saml = { provider: { ...provider, certificates: [idp.keys.certificate] } }
  const connection = await companyActions(project).connect({ url: '' }, null, { oidc: undefined, saml })
  const query = new URLSearchParams({
    client_id: project.id,
    client_secret: project.keys.publishableClientKey,
    redirect_uri: 'http://localhost:3000/handler/oauth-callback',
    scope: 'legacy',
    state: 's',
    grant_type: 'authorization_code',
    code_challenge: 'c',
    code_challenge_method: 'S256',
    response_type: 'code',
  })
  const response = await production.fetch(`/api/v1/auth/oauth/authorize/${connection.provider}?${query}`)
  expect(response.status).toBe(307)
  expect(response.headers.get('set-cookie')).toMatch(/HttpOnly; Secure; SameSite=None$/)
})

// ASVS 6.8.3
test('an answer counts once, in the browser that asked, and not at another server either', async () => {
  const { project, connect } = await openCompany()
  const { provider } = await connect()
  const other = await separateServer({ config: { nameServers: [names.address] } })
  idp.person = newEmployee()
  const flow = await startFlow(project, { provider })
  const form = await idp.signIn({ url: flow.authorizationUrl })
  expect((await post(form)).status).toBe(400)
  const answers = await Promise.all([post(form, flow.cookie), post(form, flow.cookie, other)])
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 400])
  // Nor with the state of another sign-in of the same browser.
  const next = await startFlow(project, { provider })
  const state = new URL(next.authorizationUrl).searchParams.get('RelayState')!
  const replayed = await post({ ...form, fields: { ...form.fields, RelayState: state } }, next.cookie)
  expect(replayed.status).toBe(400)
})

test('an assertion counts once, even if the provider answers two requests with it', async () => {
  const { project, connect } = await openCompany()
  const { id, provider } = await connect()
  idp.person = newEmployee()
  const behavior = {
    beforeSigning: (xml: string) => xml.replace(/(<saml:Assertion[^>]* ID=")[^"]+/, '$1_always-the-same'),
  }
  expect((await signIn(project, provider, behavior)).code).not.toBe('')
  expect((await signIn(project, provider, behavior)).response.status).toBe(400)
  const [trace] = await listTraces(project)
  const reason = 'The assertion was used before.'
  expect(trace!.steps).toContainEqual({ step: 'connection-refused', connection_id: id, reason })
})

test.each<[string, (other: SamlProvider, urls: { entity: string }) => SamlBehavior]>([
  ['is signed by somebody else', (other) => ({ signingKey: other.keys })],
  ['names another issuer', () => ({ issuer: 'https://evil.example.com' })],
  ['is for another app', () => ({ audience: 'https://app.example.com/saml' })],
  ['is for another connection', (_, { entity }) => ({ audience: entity })],
  ['has another recipient', () => ({ recipient: 'https://app.example.com/acs' })],
  ['has expired', () => ({ now: new Date(Date.now() - day) })],
  ['answers another request', () => ({ inResponseTo: '_another' })],
  ['answers no request', () => ({ inResponseTo: null })],
  ['was changed after it was signed', () => ({ tamper: (xml) => xml.replaceAll('Lovelace', 'Byron') })],
])('an answer that %s signs nobody in, and owners find why', async (_, choose) => {
  const { project, connect } = await openCompany()
  const elsewhere = await connect()
  const { id, provider } = await connect()
  const other = await openSamlProvider()
  idp.person = newEmployee()
  const behavior = choose(other, { entity: elsewhere.saml!.service_provider.entity_id })
  const { response, code } = await signIn(project, provider, behavior)
  expect({ status: response.status, code }).toEqual({ status: 400, code: '' })
  expect((await project.call('GET /users', { as: 'server' })).items).toEqual([])
  const [trace] = await listTraces(project)
  expect(trace!.steps).toContainEqual({
    step: 'connection-refused',
    connection_id: id,
    reason: expect.stringMatching(/^(?!Acme sent an invalid response).{20,}/s),
  })
  const { failed_sign_ins } = await project.call('GET /internal/overview', { as: 'admin' })
  expect(failed_sign_ins).toMatchObject([{ method: 'oauth', attempts: 1 }])
  await other.close()
})

// The attack: the same provider signs for two teams, and an answer for one is sent to the other, which has asked for one.
test('an answer for the connection of another team is refused at this one, with the pending sign-in of either', async () => {
  const { project, connect, createTeam } = await openCompany()
  const there = await connect()
  const own = await companyActions(project).connect({ url: '' }, await createTeam(), {
    oidc: undefined,
    saml: { metadata_url: idp.metadataUrl },
  })
  idp.person = newEmployee()
  const pending = await startFlow(project, { provider: own.provider })
  const elsewhere = await startFlow(project, { provider: there.provider })
  idp.trust(await (await server.fetch(there.saml!.service_provider.metadata_url)).text())
  const form = await idp.signIn({ url: elsewhere.authorizationUrl })
  const url = own.saml!.service_provider.acs_url
  for (const { authorizationUrl, cookie } of [pending, elsewhere]) {
    const RelayState = new URL(authorizationUrl).searchParams.get('RelayState')!
    const answer = await post({ url, fields: { ...form.fields, RelayState } }, cookie)
    expect(answer.status).toBe(400)
  }
  expect((await project.call('GET /users', { as: 'server' })).items).toEqual([])
})

test.each(['file', 'URL'])('the metadata that OneLogin has published makes a connection, by %s', async (way) => {
  const { project, connect } = await openCompany()
  const metadata = await readFile(new URL('../saml/published/onelogin.xml', import.meta.url), 'utf8')
  const publisher = await openSamlProvider()
  publisher.metadata = metadata
  const connection = await connect(way === 'file' ? { metadata } : { metadata_url: publisher.metadataUrl })
  await publisher.close()
  expect(connection.saml!.provider).toEqual({
    entity_id: 'https://app.onelogin.com/saml/metadata/383123',
    sign_in_url: 'https://app.onelogin.com/trust/saml2/http-post/sso/383123',
    certificates: [expect.objectContaining({ expires_at_millis: Date.UTC(2018, 5, 5, 17, 16, 20) })],
  })
  const { authorizationUrl } = await startFlow(project, { provider: connection.provider })
  expect(authorizationUrl).toMatch(
    /^https:\/\/app\.onelogin\.com\/trust\/saml2\/http-post\/sso\/383123\?SAMLRequest=.*&Signature=/,
  )
})

test('another attribute that says who somebody is makes other people of the same texts', async () => {
  const { project, connect, change } = await openCompany()
  const { id, provider } = await connect()
  const signInAs = async (nameId: string, employee: string) => {
    idp.person = { nameId, attributes: { employee } }
    const { code, flow } = await signIn(project, provider)
    const { body } = await exchangeCode(project, code, flow.verifier)
    return (await project.call('GET /users/me', { as: 'server', user: body as { access_token: string } })).id
  }
  const ada = await signInAs('ada', 'e-1')
  await change(id, { attributes: { id: 'employee' } })
  const grace = await signInAs('grace', 'ada')
  expect(grace).not.toBe(ada)
  expect(await signInAs('married', 'ada')).toBe(grace)
})

test('a sign-in that began at the provider leads to the app, which starts its own, and only if that is switched on', async () => {
  const { project, connect, change } = await openCompany({
    'domains.trustedDomains': { main: { baseUrl: 'https://app.example.com', handlerPath: '/handler' } },
  })
  const { id, provider } = await connect()
  idp.person = newEmployee()
  const form = await idp.respond(null, 'https://evil.example.com/')
  expect((await post(form)).status).toBe(400)
  await change(id, { saml: { metadata_url: idp.metadataUrl, is_idp_initiated_allowed: true } })
  const response = await post(form)
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe(`https://app.example.com/handler/sign-in?connection=${provider}`)
  expect(response.headers.get('set-cookie')).toBeNull()
  expect((await project.call('GET /users', { as: 'server' })).items).toEqual([])
})

test('a test shows the mapped user of SAML', async () => {
  const { connect, read, test: startTest } = await openCompany()
  const { id } = await connect()
  idp.person = newEmployee()
  const { url } = await startTest(id)
  expect((await post(await idp.signIn({ url }))).status).toBe(303)
  expect((await read(id)).last_test).toMatchObject({
    status: 'succeeded',
    user: { account_id: idp.person.nameId, display_name: 'Ada Lovelace', groups: ['Staff', 'Engineering'] },
  })
})

test('metadata is read again every day, and what was read last stays in use while it cannot be', async () => {
  const { connect, read, project } = await openCompany()
  const changing = await openSamlProvider()
  const { id, provider, saml } = await connect({ metadata_url: changing.metadataUrl })
  changing.trust(await (await server.fetch(saml!.service_provider.metadata_url)).text())
  const [first] = (await read(id)).saml!.provider!.certificates
  const second = idp.keys.certificate.replaceAll(/-----.*-----|\s/g, '')
  const descriptor = `<KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${second}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`
  const after = async (millis: number) => {
    lateMillis += millis
    await readDueMetadata(server.platform)
    return (await read(id)).saml!
  }
  try {
    await after(day)
    expect(await listAuditEntries(project, 'connection.metadata_changed')).toEqual([])
    changing.metadata = changing.metadata.replace('<KeyDescriptor', `${descriptor}<KeyDescriptor`)
    const rolled = await after(day)
    expect(rolled.provider!.certificates).toHaveLength(2)
    expect(await listAuditEntries(project, 'connection.metadata_changed')).toMatchObject([
      { actor_type: 'system', target_id: id, details: { fields: ['certificates'], display_name: 'Acme' } },
    ])
    expect(rolled.provider!.certificates).toContainEqual(first)
    for (const signingKey of [changing.keys, idp.keys]) {
      const now = new Date(Date.now() + lateMillis)
      expect((await signIn(project, provider, { signingKey, now }, changing)).code).not.toBe('')
    }
    changing.metadata = 'gone'
    const failing = await after(day)
    expect(failing.provider).toEqual(rolled.provider)
    expect(failing.metadata_failing_since_millis).toBeGreaterThan(0)
  } finally {
    lateMillis = 0
    await changing.close()
  }
})

test('a certificate that was replaced at once is read with the next sign-in that fails, at most every ten minutes', async () => {
  const { connect, read, project } = await openCompany()
  const changing = await openSamlProvider()
  const { id, provider, saml } = await connect({ metadata_url: changing.metadataUrl })
  changing.trust(await (await server.fetch(saml!.service_provider.metadata_url)).text())
  idp.person = newEmployee()
  changing.person = idp.person
  const base64Of = (pem: string) => pem.replaceAll(/-----.*-----|\s/g, '')
  const replaced = changing.metadata.replaceAll(
    /(<(?:ds:)?X509Certificate>)[^<]+/g,
    `$1${base64Of(idp.keys.certificate)}`,
  )
  expect(replaced).not.toBe(changing.metadata)
  const attempt = async () => {
    const now = new Date(Date.now() + lateMillis)
    const { code } = await signIn(project, provider, { signingKey: idp.keys, now }, changing)
    const { read_metadata_at: next } = (await findConnection(server.platform.db, project.id, id))!
    const isReadNow = next! <= new Date(Date.now() + lateMillis)
    if (isReadNow) expect(await listJobs(server.platform.db, 'read-metadata', {})).not.toEqual([])
    await readDueMetadata(server.platform)
    return { isSignedIn: code !== '', isReadNow }
  }
  try {
    lateMillis = 60_000
    expect(await attempt()).toEqual({ isSignedIn: false, isReadNow: false })
    lateMillis = 11 * 60_000
    expect(await attempt()).toEqual({ isSignedIn: false, isReadNow: true })
    // What was read was still the old one.
    changing.metadata = replaced
    lateMillis += 60_000
    expect(await attempt()).toEqual({ isSignedIn: false, isReadNow: false })
    lateMillis += 10 * 60_000
    expect(await attempt()).toEqual({ isSignedIn: false, isReadNow: true })
    expect(await attempt()).toEqual({ isSignedIn: true, isReadNow: false })
    expect((await read(id)).saml!.provider!.certificates).toHaveLength(1)
  } finally {
    lateMillis = 0
    await changing.close()
  }
})

test.each([
  [{ metadata: '<html></html>' }],
  [{ metadata: '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><EntityDescriptor>&e;</EntityDescriptor>' }],
  [{ provider: { entity_id: 'x', sign_in_url: 'https://idp.example.com', certificates: ['not a certificate'] } }],
  [{ metadata_url: 'http://127.0.0.1:9/metadata' }],
  [{}],
])('settings of SAML that make no sense are refused (%#)', async (saml) => {
  const { connect } = await openCompany()
  await expect(connect(saml)).rejects.toMatchObject({ code: 'SCHEMA_ERROR' })
})
