import { afterAll, beforeAll, expect, test } from 'vitest'
import { companyActions, newDomain } from '../../../testing/connections.ts'
import { race, separateServer, type TestServer } from '../../../testing/index.ts'
import { type NameServer, openNameServer } from '../../../testing/name-server.ts'
import { type OidcServer, oidcClientSecret, openOidcServer } from '../../../testing/oidc-server.ts'
import { listOutgoingEmails } from '../../../testing/outbox.ts'
import { addOwner, createOwnedProject, sessionOf } from '../../../testing/owners.ts'
import { newPerson, openCallback, signInWithProvider } from '../../../testing/provider-sign-in.ts'
import { listAuditEntries } from '../../../testing/records.ts'
import { holdLink } from '../../../testing/setup-links.ts'
import { teamActions } from '../../../testing/team.ts'
import { createPerson } from '../../../testing/world.ts'

const day = 24 * 3600 * 1000

let idp: OidcServer
let names: NameServer
let server: TestServer
let ahead = 0
beforeAll(async () => {
  ;[idp, names] = await Promise.all([openOidcServer(), openNameServer()])
  server = await separateServer({ config: { nameServers: [names.address] }, now: () => new Date(Date.now() + ahead) })
})
afterAll(() => Promise.all([idp.close(), names.close()]))

const oidc = () => ({ issuer: idp.url, client_id: 'latchkey', client_secret: oidcClientSecret })
const ended = { status: 404, code: 'CONNECTION_SETUP_NOT_FOUND' }

/** A team with an empty connection, and its link. */
async function openSetup() {
  const { project, owner } = await createOwnedProject(server)
  const company = companyActions(project)
  const teams = teamActions(project)
  const teamId = await teams.createTeam(undefined, 'Acme')
  const body = { team_id: teamId, display_name: 'Acme', type: 'saml' as const }
  const { id } = await project.call('POST /connections', { as: 'server', body })
  const link = await holdLink(project, id, { as: 'admin', headers: sessionOf(owner) })
  /** Signs in at the provider, as a test. */
  const passTest = async (claims: object = {}, of = link) => {
    const { url } = await of.call('test')
    return openCallback(project, await idp.signIn(url, newPerson(claims)))
  }
  const prepare = async () => {
    await link.call('choose-provider', { preset: 'okta', type: 'oidc' })
    await link.call('save-settings', { oidc: oidc() })
  }
  return { project, owner, teamId, id, link, passTest, prepare, ...company, ...teams }
}

test('an administrator without an account sets up a connection, step by step, and people sign in with it', async () => {
  const { project, owner, teamId, id, link, passTest, read, find, ...teams } = await openSetup()
  const keeper = await createPerson(project)
  await teams.addMember(teamId, keeper)
  await teams.grant(teamId, keeper, '$manage_connections')
  expect((await read(id)).setup_link).toMatchObject({ state: 'sent', opened_at_millis: null })
  expect(await link.call('read')).toMatchObject({
    preset: null,
    is_tested: false,
    connection: { type: 'saml', display_name: 'Acme', is_active: false, saml: { provider: null }, last_test: null },
    domains: [],
  })
  expect((await read(id)).setup_link?.state).toBe('opened')

  await link.call('choose-provider', { preset: 'okta', type: 'oidc' })
  const saved = await link.call('save-settings', { oidc: oidc(), attributes: { display_name: 'nickname' } })
  expect(saved).toMatchObject({
    preset: 'okta',
    connection: { type: 'oidc', oidc: { has_client_secret: true }, attributes: { display_name: 'nickname' } },
  })
  expect(saved.connection).not.toHaveProperty('saml')
  expect(JSON.stringify(saved)).not.toContain(oidcClientSecret)

  const domain = newDomain()
  const [added] = (await link.call('add-domain', { domain })).domains
  expect(await link.call('check-domain', { domain_id: added!.id })).toMatchObject({ result: 'missing' })
  names.records.set(added!.record.name, [added!.record.value])
  expect(await link.call('check-domain', { domain_id: added!.id })).toMatchObject({
    result: 'found',
    domains: [{ domain, is_proven: true }],
  })

  const email = `ada@${domain}`
  expect((await passTest({ email, nickname: 'Ada' })).status).toBe(303)
  expect(await link.call('read')).toMatchObject({
    is_tested: true,
    connection: { last_test: { status: 'succeeded', user: { email, is_email_verified: true, display_name: 'Ada' } } },
  })
  expect(await find(email)).toBeNull()
  expect(await link.call('finish')).toMatchObject({ connection: { is_active: true } })
  expect((await read(id)).setup_link?.state).toBe('finished')
  const { provider_id } = (await find(email))!
  const signedIn = await signInWithProvider(idp, project, newPerson({ email }), { provider: provider_id })
  expect(signedIn.user.primary_email).toBe(email)

  const emails = await listOutgoingEmails(project, 'connection_set_up')
  expect(emails.map(({ to }) => to).sort()).toEqual([keeper.email, owner.email].sort())
  expect(JSON.stringify(emails[0])).toContain(domain)
  const entries = await listAuditEntries(project, 'connection')
  const byLink = entries.filter(({ actor_type }) => actor_type === 'setup-link')
  expect(byLink.map(({ action }) => action)).toEqual([
    'connection.setup_link_opened',
    'connection.updated',
    'connection.updated',
    'connection_domain.created',
    'connection_domain.proven',
    'connection.tested',
    'connection.set_up',
    'connection.updated',
  ])
  expect(new Set(byLink.map(({ actor_id }) => actor_id))).toEqual(new Set([id]))
})

test('a connection is not turned on before its settings, as they are now, have passed a test', async () => {
  const { link, passTest, prepare, change, id, read } = await openSetup()
  const refused = { status: 409, body: expect.stringContaining('Test the sign-in first') }
  expect(await link.send('finish')).toMatchObject({ status: 409 })
  await prepare()
  expect(await link.send('finish')).toMatchObject(refused)
  await passTest()
  // The owner, or somebody else with the link, has changed something since.
  await change(id, { attributes: { email: 'mail' } })
  expect((await link.call('read')).is_tested).toBe(false)
  expect(await link.send('finish')).toMatchObject(refused)
  expect((await read(id)).is_active).toBe(false)
  // A refused attempt has not used up the link.
  await passTest()
  expect((await link.send('finish')).status).toBe(200)
})

test('a failed test does not count, nor one that began with other settings', async () => {
  const { project, link, prepare } = await openSetup()
  await prepare()
  const first = await link.call('test')
  const callback = await idp.signIn(first.url, newPerson())
  await link.call('save-settings', { oidc: { ...oidc(), scopes: ['email'] } })
  await openCallback(project, callback)
  expect(await link.call('read')).toMatchObject({ is_tested: false, connection: { last_test: { status: 'failed' } } })
  expect((await link.send('finish')).status).toBe(409)
})

test('after it was used, a link is dead for everything, and so is whoever has stolen it', async () => {
  const { project, link, passTest, prepare, id, read } = await openSetup()
  await prepare()
  const [domain] = (await link.call('add-domain', { domain: newDomain() })).domains
  await passTest()
  await link.call('finish')
  const before = await read(id)
  for (const [name, body] of [
    ['read', {}],
    ['choose-provider', { preset: 'okta', type: 'saml' }],
    ['save-settings', { oidc: oidc() }],
    ['test', {}],
    ['add-domain', { domain: newDomain() }],
    ['check-domain', { domain_id: domain!.id }],
    ['remove-domain', { domain_id: domain!.id }],
    ['finish', {}],
  ] as const) {
    expect([name, await link.send(name, body)]).toMatchObject([name, ended])
  }
  expect(await read(id)).toEqual(before)
  expect((await listAuditEntries(project, 'connection.set_up')).length).toBe(1)
})

test('of several who finish at once one wins', async () => {
  const { project, link, passTest, prepare } = await openSetup()
  await prepare()
  await passTest()
  const { succeeded } = await race(6, () => link.send('finish'))
  expect(succeeded.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404])
  expect(await listOutgoingEmails(project, 'connection_set_up')).toHaveLength(1)
})

test('what two people with the same link do at once never turns on what was not tested', async () => {
  const { link, passTest, prepare, read, id } = await openSetup()
  await prepare()
  await passTest()
  await race(8, (index) =>
    index === 4 ? link.send('finish') : link.send('save-settings', { attributes: { email: `mail-${index}` } }),
  )
  const { is_active, attributes } = await read(id)
  expect(is_active ? attributes.email : null).toBeNull()
})

test('a link ends after a week, when it is withdrawn, and when another one is made', async () => {
  const { project, link, id, read } = await openSetup()
  const params = { connection_id: id }
  const second = await holdLink(project, id)
  expect(await link.send('read')).toMatchObject(ended)
  expect((await second.send('read')).status).toBe(200)
  await project.call('DELETE /connections/{connection_id}/setup-link', { as: 'server', params })
  expect(await second.send('read')).toMatchObject(ended)
  expect((await read(id)).setup_link).toBeNull()
  const third = await holdLink(project, id)
  try {
    ahead = 7 * day - 3600 * 1000
    expect((await third.send('read')).status).toBe(200)
    ahead = 7 * day
    expect(await third.send('read')).toMatchObject(ended)
    expect((await read(id)).setup_link?.state).toBe('expired')
  } finally {
    ahead = 0
  }
})

test('of several links made at once one works', async () => {
  const { project, id } = await openSetup()
  const { succeeded } = await race(4, () => holdLink(project, id))
  expect(succeeded).toHaveLength(4)
  const answers = await Promise.all(succeeded.map((link) => link.send('read')))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a link reaches one connection and the domains of its team, and nothing by any other ID', async () => {
  const { project, teamId, link, addDomain, createTeam } = await openSetup()
  const elsewhere = await openSetup()
  const otherTeam = await createTeam(undefined, 'Globex')
  const own = await addDomain(newDomain(), teamId)
  const foreign = [
    await addDomain(newDomain(), otherTeam),
    await addDomain(newDomain(), null),
    await elsewhere.addDomain(newDomain(), elsewhere.teamId),
  ]
  expect((await link.call('read')).domains.map(({ id }) => id)).toEqual([own.id])
  for (const { id: domain_id } of foreign) {
    const unknown = { status: 404, code: 'CONNECTION_DOMAIN_NOT_FOUND' }
    expect(await link.send('check-domain', { domain_id })).toMatchObject(unknown)
    expect(await link.send('remove-domain', { domain_id })).toMatchObject(unknown)
  }
  // Nothing in the body names another connection, project or permission.
  for (const more of [
    { connection_id: elsewhere.id },
    { team_id: otherTeam },
    { roles: { default_permission_id: 'team_admin' } },
    { is_active: true },
    { display_name: 'Globex' },
  ]) {
    expect((await link.send('save-settings', { attributes: {}, ...more })).status).toBe(400)
  }
  expect(await link.send('add-domain', { domain: newDomain(), team_id: otherTeam })).toMatchObject({ status: 400 })
  expect(
    (await project.call('GET /connection-domains', { as: 'server', query: { team_id: otherTeam } })).items,
  ).toHaveLength(1)
})

test('the link of a project’s own connection does not see the domains of teams', async () => {
  const { project, teamId, addDomain } = await openSetup()
  await addDomain(newDomain(), teamId)
  const own = await addDomain(newDomain(), null)
  const body = { display_name: 'Staff', type: 'oidc' as const }
  const { id } = await project.call('POST /connections', { as: 'server', body })
  const link = await holdLink(project, id)
  expect((await link.call('read')).domains.map((domain) => domain.id)).toEqual([own.id])
})

test('the code opens no other route, and no key or session opens those of the link', async () => {
  const { project, link, id, teamId } = await openSetup()
  const asKey = { 'x-stack-secret-server-key': link.code, 'x-stack-super-secret-admin-key': link.code }
  const params = { connection_id: id }
  for (const as of ['server', 'admin'] as const) {
    const answer = await project.send('GET /connections/{connection_id}', { as, params, headers: asKey })
    expect(answer.status).toBe(401)
  }
  for (const code of ['', 'x', link.code.slice(0, -1), `${link.code}a`, id, teamId, 'a'.repeat(200)]) {
    const answer = await project.send('POST /connection-setups/read', { as: 'admin', body: { code } })
    expect(answer).toMatchObject({ status: 404, body: { code: 'CONNECTION_SETUP_NOT_FOUND' } })
  }
})

test('only owners who may change settings, and keys of the app’s server, make links', async () => {
  const { project, owner, id, teamId, ...teams } = await openSetup()
  const person = await createPerson(project)
  await teams.addMember(teamId, person)
  await teams.grant(teamId, person, '$manage_connections')
  const params = { connection_id: id }
  const make = (request: object) =>
    project.send('POST /connections/{connection_id}/setup-link', { params, body: {}, ...request } as never)
  expect((await make({ user: person })).status).toBe(401)
  const viewer = await addOwner(server, owner.teamId, 'viewer')
  expect((await make({ as: 'admin', headers: sessionOf(viewer) })).status).toBe(403)
  expect((await make({ as: 'server' })).status).toBe(201)
})

test('a link ends with the access of whoever made it', async () => {
  const { project, owner, id } = await openSetup()
  const colleague = await addOwner(server, owner.teamId, 'developer')
  const link = await holdLink(project, id, { as: 'admin', headers: sessionOf(colleague) })
  expect((await link.send('read')).status).toBe(200)
  const as = { as: 'admin' as const, headers: sessionOf(owner), params: { user_id: colleague.id } }
  await project.call('PATCH /internal/owners/{user_id}', { ...as, body: { role: 'viewer' } })
  expect(await link.send('read')).toMatchObject(ended)
  await project.call('PATCH /internal/owners/{user_id}', { ...as, body: { role: 'admin' } })
  expect((await link.send('read')).status).toBe(200)
  await project.call('DELETE /internal/owners/{user_id}', as)
  expect(await link.send('read')).toMatchObject(ended)
})

test('a link goes on when the owner who made it signs out', async () => {
  const { project, owner, id } = await openSetup()
  const colleague = await addOwner(server, owner.teamId, 'developer')
  const link = await holdLink(project, id, { as: 'admin', headers: sessionOf(colleague) })
  await server.platform.db.deleteFrom('sessions').where('user_id', '=', colleague.id).execute()
  expect((await link.send('read')).status).toBe(200)
})

test('a link ends with its connection, its team and its project', async () => {
  const one = await openSetup()
  await one.remove(one.id)
  expect(await one.link.send('read')).toMatchObject(ended)
  const two = await openSetup()
  await two.project.call('DELETE /teams/{team_id}', { as: 'server', params: { team_id: two.teamId } })
  expect(await two.link.send('read')).toMatchObject(ended)
  const three = await openSetup()
  const { project, owner } = three
  await project.call('DELETE /internal/projects/current', { as: 'admin', headers: sessionOf(owner) })
  expect(await three.link.send('read')).toMatchObject(ended)
})

test('a link changes nothing of a connection that is on, and is not made for one', async () => {
  const { project, link, prepare, passTest, change, id, read } = await openSetup()
  await prepare()
  await passTest()
  await change(id, { is_active: true })
  const before = await read(id)
  expect(await link.send('save-settings', { oidc: { ...oidc(), client_id: 'other' } })).toMatchObject({ status: 409 })
  expect(await link.send('choose-provider', { preset: 'okta', type: 'saml' })).toMatchObject({ status: 409 })
  expect((await read(id)).oidc).toEqual(before.oidc)
  const params = { connection_id: id }
  const made = await project.send('POST /connections/{connection_id}/setup-link', { as: 'server', params, body: {} })
  expect(made.status).toBe(409)
  // What is on already needs no test to be finished.
  await change(id, { attributes: { email: 'mail' } })
  expect((await link.send('finish')).status).toBe(200)
})

test('the protocol stays once people have signed in', async () => {
  const { project, link, prepare, passTest, change, id, read } = await openSetup()
  await prepare()
  await passTest()
  await change(id, { is_active: true })
  await signInWithProvider(idp, project, newPerson({ email: undefined }), { provider: (await read(id)).provider_id })
  await change(id, { is_active: false })
  expect(await link.send('choose-provider', { preset: 'other', type: 'saml' })).toMatchObject({ status: 409 })
  expect((await link.send('choose-provider', { preset: 'other', type: 'oidc' })).status).toBe(200)
})

test('with another protocol, the earlier settings and their secret are forgotten', async () => {
  const { link, prepare, passTest } = await openSetup()
  await prepare()
  await passTest()
  const saml = await link.call('choose-provider', { preset: 'okta', type: 'saml' })
  expect(saml).toMatchObject({ is_tested: false, connection: { type: 'saml', last_test: null } })
  expect(saml.connection).not.toHaveProperty('oidc')
  await link.call('choose-provider', { preset: 'okta', type: 'oidc' })
  const { client_secret: _, ...without } = oidc()
  expect(await link.send('save-settings', { oidc: without })).toMatchObject({ status: 400 })
})

test('a stored secret is not sent to another address', async () => {
  const { link, prepare } = await openSetup()
  await prepare()
  const { client_secret: _, ...without } = oidc()
  expect((await link.send('save-settings', { oidc: without })).status).toBe(200)
  const elsewhere = { ...without, issuer: 'https://login.example.com' }
  expect(await link.send('save-settings', { oidc: elsewhere })).toMatchObject({ status: 400, code: 'SCHEMA_ERROR' })
})

test('metadata that cannot be read, or is none, is refused with a sentence and changes nothing', async () => {
  const { link } = await openSetup()
  for (const saml of [
    { metadata_url: `${idp.url}/nothing` },
    { metadata_url: 'http://127.0.0.1:1/' },
    { metadata: '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>' },
    { metadata: '<x/>' },
  ]) {
    const answer = await link.send('save-settings', { saml })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(JSON.stringify(answer.body)).not.toContain('root:')
  }
  expect((await link.call('read')).connection.saml?.provider).toBeNull()
})

test('the state of a test leads to no other connection and tells nothing about the link', async () => {
  const { project, link, prepare } = await openSetup()
  const other = await openSetup()
  await prepare()
  await other.prepare()
  const { url } = await link.call('test')
  expect(url).not.toContain(link.code)
  const callback = await idp.signIn(url, newPerson())
  const { provider_id } = await other.read(other.id)
  const swapped = new URL(callback)
  swapped.pathname = swapped.pathname.replace(/[^/]+$/, provider_id)
  expect((await openCallback(project, swapped)).status).toBe(400)
  const returned = await openCallback(project, callback)
  expect(returned.headers.get('location')).toMatch(/\/dashboard\/sign-in-tested$/)
  expect((await other.link.call('read')).connection.last_test).toBeNull()
})

test('only a domain that has not been proven is removed with a link', async () => {
  const { link, teamId, prove } = await openSetup()
  const [typo] = (await link.call('add-domain', { domain: newDomain() })).domains
  await prove(names, newDomain(), teamId)
  const { domains } = await link.call('remove-domain', { domain_id: typo!.id })
  expect(domains).toMatchObject([{ is_proven: true }])
  expect(await link.send('remove-domain', { domain_id: domains[0]!.id })).toMatchObject({ status: 409 })
  expect((await link.call('read')).domains).toHaveLength(1)
})

test('what a link shows has no permissions and nobody of the team', async () => {
  const { project, link, passTest, prepare, change, id, teamId, addMember } = await openSetup()
  const member = await createPerson(project)
  await addMember(teamId, member)
  await prepare()
  await change(id, { roles: { default_permission_id: 'team_admin', groups: [] } })
  await passTest()
  const shown = await link.call('read')
  expect(shown.connection.last_test).toMatchObject({ user: { permission_ids: [] } })
  expect(JSON.stringify(shown)).not.toMatch(/team_admin|"roles"|"team_id"/)
  expect(JSON.stringify(shown)).not.toContain(member.email)
})
