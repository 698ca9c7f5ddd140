import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { purposeOfOutgoingEmail } from '../../emails/outbox/outbox.ts'
import { companyActions, newDomain } from '../../testing/connections.ts'
import { sendAs } from '../../testing/directory.ts'
import {
  createTestProject,
  newEmail,
  race,
  separateServer,
  type TestProject,
  type TestServer,
} from '../../testing/index.ts'
import { type NameServer, openNameServer } from '../../testing/name-server.ts'
import { type OidcServer, openOidcServer } from '../../testing/oidc-server.ts'
import {
  exchangeCode,
  newPerson,
  openAuthorize,
  openCallback,
  signInAt,
  signInWithProvider,
  startFlow,
} from '../../testing/provider-sign-in.ts'
import { listAuditEntries, listEvents, listenToEvents } from '../../testing/records.ts'
import { teamActions } from '../../testing/team.ts'
import { listTraces } from '../../testing/traces.ts'
import { createPerson } from '../../testing/world.ts'
import { findConnection } from './queries.ts'

let idp: OidcServer
let names: NameServer
let server: TestServer
beforeAll(async () => {
  ;[idp, names] = await Promise.all([openOidcServer(), openNameServer()])
  server = await separateServer({ config: { nameServers: [names.address] } })
})
afterAll(() => Promise.all([idp.close(), names.close()]))

async function openCompany(settings = {}) {
  const project = await createTestProject(server, {
    'domains.allowLocalhost': true,
    'rbac.permissions.auditor': { scope: 'team' },
    'rbac.permissions.engineer': { scope: 'team' },
    ...settings,
  })
  const company = companyActions(project)
  const teams = teamActions(project)
  const teamId = await teams.createTeam(undefined, 'Acme')
  const domain = newDomain()
  return { project, teamId, domain, ...teams, ...company, prove: () => company.prove(names, domain, teamId) }
}

let people = 0
const employee = (domain: string, claims = {}) =>
  newPerson({ email: `ada-${++people}@${domain}`, email_verified: undefined, ...claims })

const isMember = async (
  { project, teamId }: { project: Awaited<ReturnType<typeof openCompany>>['project']; teamId: string },
  userId: string,
) => {
  const { items } = await project.call('GET /teams', { as: 'server', query: { user_id: userId } })
  return items.some(({ id }) => id === teamId)
}

test('people of a company are led to its provider, and join its team with the role of their groups', async () => {
  const { project, teamId, domain, connect, prove, find, listPermissions } = await openCompany()
  await listenToEvents(project)
  const roles = {
    default_permission_id: 'auditor',
    groups: [{ group: 'Engineering', permission_id: 'engineer' }],
  }
  const { id, provider } = await connect(idp, teamId, { roles })
  expect(await find(`ada@${domain}`)).toBeNull()
  expect(await prove()).toMatchObject({ is_proven: true, result: 'found' })
  expect(await find(`ADA@${domain.toUpperCase()}`)).toEqual({
    id,
    provider_id: provider,
    type: 'oidc',
    display_name: 'Acme',
  })
  expect(await find(`ada@sub.${domain}`)).toBeNull()

  const engineer = employee(domain, { groups: ['Everybody', 'Engineering'] })
  const first = await signInWithProvider(idp, project, engineer, { provider })
  expect(first).toMatchObject({
    is_new_user: true,
    user: { primary_email: engineer.email, primary_email_verified: true, oauth_providers: [] },
  })
  expect(await listPermissions(teamId, first.user)).toContain('engineer')
  expect(await listPermissions(teamId, first.user)).not.toContain('auditor')
  const other = await signInWithProvider(idp, project, employee(domain), { provider })
  expect(await listPermissions(teamId, other.user)).toContain('auditor')

  const again = await signInWithProvider(idp, project, engineer, { provider })
  expect(again).toMatchObject({ is_new_user: false, user: { id: first.user.id } })
  expect((await listEvents(project, 'team_membership')).length).toBe(2)
  expect((await findConnection(server.platform.db, project.id, id))!.last_sign_in_at).not.toBeNull()
  const links = await project.call('GET /oauth-providers', { as: 'server', query: { user_id: first.user.id } })
  expect(links.items).toEqual([])
  const query = { auth_method: 'connection' }
  const listed = await project.call('GET /internal/users', { as: 'admin', query })
  expect(listed.items.map(({ auth_methods }) => auth_methods)).toEqual([['connection'], ['connection']])
  const { sign_up_methods } = await project.call('GET /internal/overview', { as: 'admin' })
  expect(sign_up_methods).toEqual([{ method: 'connection', users: 2 }])
})

test('whoever was removed from the team stays out of it at the next sign-in', async () => {
  const { project, teamId, domain, connect, prove, removeMember } = await openCompany()
  const { provider } = await connect(idp, teamId)
  await prove()
  const person = employee(domain)
  const { user } = await signInWithProvider(idp, project, person, { provider })
  await removeMember(teamId, user)
  await signInWithProvider(idp, project, person, { provider })
  expect(await isMember({ project, teamId }, user.id)).toBe(false)
})

test('whoever was removed stays out with another connection of the team, too, until they are added again', async () => {
  const { project, teamId, domain, connect, prove, remove, removeMember, addMember } = await openCompany()
  const [first, second] = [await connect(idp, teamId), await connect(idp, teamId)]
  await prove()
  const person = employee(domain)
  const { user } = await signInWithProvider(idp, project, person, { provider: first.provider })
  await removeMember(teamId, user)
  await signInWithProvider(idp, project, person, { provider: second.provider })
  expect(await isMember({ project, teamId }, user.id)).toBe(false)
  await remove(first.id)
  const created = await connect(idp, teamId)
  const again = await signInWithProvider(idp, project, person, { provider: created.provider })
  expect(again.user.id).toBe(user.id)
  expect(await isMember({ project, teamId }, user.id)).toBe(false)
  await addMember(teamId, user)
  await signInWithProvider(idp, project, person, { provider: created.provider })
  expect(await isMember({ project, teamId }, user.id)).toBe(true)
})

// The attack: an account at a provider where anybody can register, such as Google or a guest in a tenant.
test.each([
  ['with an address elsewhere', { email: 'stranger@gmail.com', email_verified: true }],
  ['without an address', { email: undefined }],
  ['with an address that the provider calls unverified', { email_verified: false }],
])('once the team has proven a domain, somebody %s does not join it', async (_, claims) => {
  const company = await openCompany()
  const { project, teamId, domain, connect, prove } = company
  const { provider } = await connect(idp, teamId)
  await prove()
  const { user } = await signInWithProvider(idp, project, employee(domain, claims), { provider })
  expect(await isMember(company, user.id)).toBe(false)
  // An address that only looks unverified because the proof has lapsed does not open the team again.
  await server.platform.db
    .updateTable('connection_domains')
    .set({ verified_at: null, lapsed_at: new Date() })
    .where('project_id', '=', project.id)
    .execute()
  const other = await signInWithProvider(idp, project, employee(newDomain()), { provider })
  expect(await isMember(company, other.user.id)).toBe(false)
})

test('a domain with letters outside of ASCII is the same however it is written, on the sign-in page and by the provider', async () => {
  const company = await openCompany()
  const { project, teamId, connect, find } = company
  const domain = `bücher-${++people}.example.com`
  const { id, provider } = await connect(idp, teamId)
  await companyActions(project).prove(names, domain, teamId)
  for (const written of [domain, domain.toUpperCase(), new URL(`http://${domain}`).hostname]) {
    expect(await find(`ada@${written}`)).toMatchObject({ id })
  }
  const { user } = await signInWithProvider(idp, project, employee(domain), { provider })
  expect(user).toMatchObject({
    primary_email: expect.stringMatching(/^ada-\d+@xn--bcher-.*\.example\.com$/),
    primary_email_verified: true,
  })
  expect(await isMember(company, user.id)).toBe(true)
  const refused = await project.send('POST /auth/connections/find', { body: { email: 'ada' } })
  expect(refused).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
})

test('as long as the team has proven no domain, everybody whom its provider accepts joins', async () => {
  const company = await openCompany()
  const { provider } = await company.connect(idp, company.teamId)
  const { user } = await signInWithProvider(idp, company.project, employee(newDomain()), { provider })
  expect(await isMember(company, user.id)).toBe(true)
})

test('a user with the same verified address in the proven domain is joined, keeps the account and is told', async () => {
  const { project, teamId, domain, connect, prove } = await openCompany()
  const { provider } = await connect(idp, teamId)
  await prove()
  const email = `grace-${++people}@${domain}`
  const existing = await project.call('POST /users', {
    as: 'server',
    body: { primary_email: email, primary_email_verified: true, primary_email_auth_enabled: true },
  })
  const { user, is_new_user } = await signInWithProvider(idp, project, employee(domain, { email }), { provider })
  expect({ id: user.id, is_new_user }).toEqual({ id: existing.id, is_new_user: false })
  expect(await isMember({ project, teamId }, user.id)).toBe(true)
  const { db } = server.platform
  const mails = await db.selectFrom('outgoing_emails').selectAll().where('project_id', '=', project.id).execute()
  expect(mails.map(({ kind }) => kind)).toEqual(['provider_linked'])
  const { id: mailId, content_encrypted: content } = mails[0]!
  expect(server.platform.secrets.decrypt(content!, purposeOfOutgoingEmail(mailId))).toContain('"subject":"Acme"')
})

test.each([
  ['in a domain that nobody has proven', async () => {}],
  [
    'in a domain that another team has proven',
    async ({ createTeam, ...company }: Awaited<ReturnType<typeof openCompany>>) => {
      await companyActions(company.project).prove(names, company.domain, await createTeam())
    },
  ],
])('nobody gets an account by an address %s', async (_, prepare) => {
  const company = await openCompany()
  const { project, teamId, domain, connect } = company
  const { provider } = await connect(idp, teamId)
  await prepare(company)
  const email = `victim-${++people}@${domain}`
  await project.call('POST /users', {
    as: 'server',
    body: { primary_email: email, primary_email_verified: true, primary_email_auth_enabled: true },
  })
  const { response } = await signInAt(idp, project, newPerson({ email, email_verified: true }), { provider })
  expect(response.headers.get('x-stack-known-error')).toBe('CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE')
})

test('an address that the provider calls unverified is not joined, even in the proven domain', async () => {
  const { project, teamId, domain, connect, prove } = await openCompany()
  const { provider } = await connect(idp, teamId)
  await prove()
  const email = `ceo-${++people}@${domain}`
  await project.call('POST /users', {
    as: 'server',
    body: { primary_email: email, primary_email_verified: true, primary_email_auth_enabled: true },
  })
  for (const email_verified of [false, 'false', 0, null]) {
    const { response } = await signInAt(idp, project, newPerson({ email, email_verified }), { provider })
    expect(response.headers.get('x-stack-known-error')).toBe('CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE')
  }
})

test('an address that was never verified stays with its account, unless its owner claims it', async () => {
  const { project, teamId, domain, connect, prove } = await openCompany()
  const { provider } = await connect(idp, teamId)
  await prove()
  const email = `squatted-${++people}@${domain}`
  const squatter = await project.signUp(email)
  const person = employee(domain, { email })
  const { response } = await signInAt(idp, project, person, { provider })
  expect(await response.json()).toMatchObject({ details: { would_work_if_email_was_verified: true } })
  const claiming = { provider, query: { claim_unverified: 'true' } }
  const { user } = await signInWithProvider(idp, project, person, claiming)
  expect(user).toMatchObject({ id: squatter.user_id, has_password: false })
  const refreshed = await project.send('POST /auth/sessions/current/refresh', {
    headers: { 'x-stack-refresh-token': squatter.refresh_token },
  })
  expect(refreshed.status).toBe(401)
})

test('an unproven address of a new user keeps nobody from signing up with it', async () => {
  const { project, teamId, connect } = await openCompany()
  const { provider } = await connect(idp, teamId)
  const email = newEmail('victim')
  const { user } = await signInWithProvider(idp, project, newPerson({ email }), { provider })
  expect(user).toMatchObject({ primary_email: email, primary_email_verified: false, primary_email_auth_enabled: false })
  expect((await project.signUp(email)).user_id).not.toBe(user.id)
})

test('two sign-ins of the same new person at once create one account', async () => {
  const { project, teamId, domain, connect, prove } = await openCompany()
  const { provider } = await connect(idp, teamId)
  await prove()
  const person = employee(domain)
  const { succeeded, failed } = await race(6, () => signInWithProvider(idp, project, person, { provider }))
  expect(failed).toEqual([])
  expect(new Set(succeeded.map(({ user }) => user.id)).size).toBe(1)
  expect(succeeded.filter(({ is_new_user }) => is_new_user).length).toBe(1)
})

test('the same subject at two connections is two people', async () => {
  const { project, teamId, connect } = await openCompany()
  const [one, two] = [await connect(idp, teamId), await connect(idp, null)]
  const person = newPerson({ email: undefined })
  const first = await signInWithProvider(idp, project, person, { provider: one.provider })
  const second = await signInWithProvider(idp, project, person, { provider: two.provider })
  expect(second.user.id).not.toBe(first.user.id)
  expect(await isMember({ project, teamId }, second.user.id)).toBe(false)
})

test('sessions end with the connection: when it is deactivated, and when it or its team is deleted', async () => {
  const { project, teamId, connect, change, remove } = await openCompany()
  await listenToEvents(project, ['session.ended'])
  const refresh = (refresh_token: string) =>
    project.send('POST /auth/sessions/current/refresh', { headers: { 'x-stack-refresh-token': refresh_token } })
  const ends: (() => Promise<unknown>)[] = []
  const sessions = []
  for (const end of [
    (id: string) => change(id, { is_active: false }),
    (id: string) => remove(id),
    () => project.call('DELETE /teams/{team_id}', { as: 'server', params: { team_id: teamId } }),
  ]) {
    const { id, provider } = await connect(idp, teamId)
    sessions.push(await signInWithProvider(idp, project, newPerson(), { provider }))
    ends.push(() => end(id))
  }
  for (const [index, session] of sessions.entries()) {
    expect((await refresh(session.refresh_token)).status).toBe(200)
    await ends[index]!()
    expect((await refresh(session.refresh_token)).status).toBe(401)
  }
  const reasons = (await listEvents(project)).map(({ data }) => (data as { reason: string }).reason)
  expect(reasons).toEqual(['connection_ended', 'connection_ended', 'connection_ended'])
  const { user } = sessions[1]!
  expect(await project.call('GET /users/{user_id}', { as: 'server', params: { user_id: user.id } })).toMatchObject({
    id: user.id,
  })
  const { db } = server.platform
  expect(await db.selectFrom('provider_links').selectAll().where('user_id', '=', user.id).execute()).toEqual([])
})

test('a connection that is deactivated while somebody signs in leaves no session behind', async () => {
  const { project, teamId, connect, change } = await openCompany()
  for (let round = 0; round < 4; round++) {
    const { id, provider } = await connect(idp, teamId)
    const { code, flow } = await signInAt(idp, project, newPerson(), { provider })
    const [answer] = await Promise.all([exchangeCode(project, code, flow.verifier), change(id, { is_active: false })])
    if (answer.status !== 200) continue
    const { refresh_token } = answer.body as { refresh_token: string }
    const refreshed = await project.send('POST /auth/sessions/current/refresh', {
      headers: { 'x-stack-refresh-token': refresh_token },
    })
    expect(refreshed.status).toBe(401)
  }
})

test('a change of the connection ends the sign-ins that are under way', async () => {
  const { project, teamId, connect, change } = await openCompany()
  const { id, provider } = await connect(idp, teamId)
  const person = newPerson()
  const flow = await startFlow(project, { provider })
  const callback = await idp.signIn(flow.authorizationUrl, person)
  await change(id, { attributes: { display_name: 'nickname' } })
  const response = await openCallback(project, callback, flow.cookie)
  expect(response.status).toBe(400)
  expect(await response.text()).toContain('changed meanwhile')
})

test('nobody can begin or finish a sign-in with an inactive connection, or with one of another project', async () => {
  const { project, teamId, connect, change } = await openCompany()
  const other = await openCompany()
  const { id, provider } = await connect(idp, teamId)
  expect((await openAuthorize(other.project, { provider, verifier: 'v' })).status).toBe(400)
  const flow = await startFlow(project, { provider })
  const callback = await idp.signIn(flow.authorizationUrl, newPerson())
  await change(id, { is_active: false })
  const response = await openCallback(project, callback, flow.cookie)
  expect(response.headers.get('x-stack-known-error')).toBe('OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED')
  expect((await openAuthorize(project, { provider, verifier: 'v' })).status).toBe(400)
})

test('a second factor is asked for, and the session that follows ends with the connection as well', async () => {
  const { project, teamId, domain, connect, prove, change } = await openCompany()
  const { id, provider } = await connect(idp, teamId)
  await prove()
  const person = employee(domain)
  const { user } = await signInWithProvider(idp, project, person, { provider })
  const secret = Buffer.alloc(20, 7)
  await project.call('PATCH /users/{user_id}', {
    as: 'server',
    params: { user_id: user.id },
    body: { totp_secret_base64: secret.toString('base64') },
  })
  const { code, flow } = await signInAt(idp, project, person, { provider })
  const waiting = await exchangeCode(project, code, flow.verifier)
  expect(waiting.body).toMatchObject({ code: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED' })
  const { attempt_code } = (waiting.body as { details: { attempt_code: string } }).details
  await change(id, { is_active: false })
  const { totpAt } = await import('../mfa/totp.ts')
  const totp = totpAt(secret, Math.floor(Date.now() / 30_000))
  const answer = await project.send('POST /auth/mfa/sign-in', { body: { type: 'totp', totp, code: attempt_code } })
  expect(answer.status).toBe(404)
})

test('a command line that was signed in by such a session loses access with it', async () => {
  const { project, teamId, connect, change } = await openCompany()
  const { id, provider } = await connect(idp, teamId)
  const session = await signInWithProvider(idp, project, newPerson(), { provider })
  const cli = await project.call('POST /auth/cli', { body: {} })
  await project.call('POST /auth/cli/complete', {
    body: { login_code: cli.login_code, refresh_token: session.refresh_token },
  })
  const polled = await project.call('POST /auth/cli/poll', { body: { polling_code: cli.polling_code } })
  const { refresh_token } = polled as { refresh_token: string }
  await change(id, { is_active: false })
  const refreshed = await project.send('POST /auth/sessions/current/refresh', {
    headers: { 'x-stack-refresh-token': refresh_token },
  })
  expect(refreshed.status).toBe(401)
})

test('a signed-in user who proves both adds the connection to the account', async () => {
  const { project, teamId, connect } = await openCompany()
  const { provider } = await connect(idp, teamId)
  const person = await createPerson(project)
  const query = { type: 'link', token: person.access_token }
  const { user } = await signInWithProvider(idp, project, newPerson(), { provider, query })
  expect(user.id).toBe(person.id)
  expect(await isMember({ project, teamId }, person.id)).toBe(true)
})

test('somebody who signs in with nothing but a connection confirms changes by signing in again', async () => {
  const { project, teamId, connect } = await openCompany({ 'auth.stepUp.isRequired': true })
  const { provider } = await connect(idp, teamId)
  const user = await signInWithProvider(idp, project, newPerson({ email: undefined }), { provider })
  const change = () => project.send('POST /auth/step-up/check', { user })
  expect((await change()).status).toBe(200)
  const { db } = server.platform
  await db.updateTable('sessions').set({ authenticated_at: null }).where('user_id', '=', user.user.id).execute()
  expect(await change()).toMatchObject({ status: 403, body: { code: 'STEP_UP_REQUIRED', details: { methods: [] } } })
})

test('owners find why a sign-in was refused, in words', async () => {
  const { project, teamId, connect } = await openCompany()
  const { id, provider } = await connect(idp, teamId, {
    oidc: { issuer: idp.url, client_id: 'latchkey', client_secret: 'a wrong secret' },
  })
  const { response } = await signInAt(idp, project, newPerson(), { provider })
  expect(response.status).toBe(400)
  const [trace] = await listTraces(project)
  expect(trace!.steps).toContainEqual({
    step: 'connection-refused',
    connection_id: id,
    reason: expect.stringContaining('Acme does not accept'),
  })
  expect(JSON.stringify(trace)).not.toContain('a wrong secret')

  const { id: another } = await connect(idp, teamId)
  const find = async (connection_id: string) =>
    (await project.call('GET /internal/traces', { as: 'admin', query: { connection_id } })).items.map((each) => each.id)
  expect(await find(id)).toEqual([trace!.id])
  expect(await find(another)).toEqual([])
})

test('projects that do not let people sign up do not let them with a connection either', async () => {
  const { project, teamId, connect } = await openCompany({ 'auth.allowSignUp': false })
  const { provider } = await connect(idp, teamId)
  const { response } = await signInAt(idp, project, newPerson(), { provider })
  expect(response.headers.get('x-stack-known-error')).toBe('SIGN_UP_NOT_ENABLED')
})

test('a test shows the mapped user, signs nobody in and creates nobody', async () => {
  const { project, teamId, domain, connect, prove, read, test: startTest } = await openCompany()
  const { id } = await connect(idp, teamId, {
    is_active: false,
    attributes: { display_name: 'profile.full_name' },
    roles: { default_permission_id: 'auditor', groups: [] },
  })
  await prove()
  const person = employee(domain, { profile: { full_name: 'Ada King' }, groups: ['Staff'] })
  const { url } = await startTest(id)
  const response = await openCallback(project, await idp.signIn(url, person))
  expect(response.status).toBe(303)
  expect((await read(id)).last_test).toMatchObject({
    status: 'succeeded',
    user: {
      account_id: person.sub,
      email: person.email,
      is_email_verified: true,
      display_name: 'Ada King',
      groups: ['Staff'],
      permission_ids: ['auditor'],
    },
  })
  expect((await project.call('GET /users', { as: 'server' })).items).toEqual([])
  const entries = await listAuditEntries(project, 'connection.')
  expect(entries.map(({ action }) => action)).toEqual(['connection.created', 'connection.tested'])
  // The state of a test works once, and for nothing else.
  const second = await openCallback(project, await idp.signIn(url, person))
  expect(second.status).toBe(400)
})

test('a test that fails says why', async () => {
  const { project, teamId, connect, read, test: startTest } = await openCompany()
  const { id } = await connect(idp, teamId)
  const { url } = await startTest(id)
  const callback = await idp.signIn(url, newPerson())
  callback.searchParams.delete('code')
  callback.searchParams.set('error', 'access_denied')
  await openCallback(project, callback)
  expect((await read(id)).last_test).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('Acme was not allowed'),
  })
})

describe('whom the directory of the team has deactivated', () => {
  async function openWithDirectory() {
    const company = await openCompany()
    const { provider } = await company.connect(idp, company.teamId)
    await company.prove()
    const { project, teamId } = company
    const { id, token } = await project.call('POST /directories', { as: 'server', body: { team_id: teamId } })
    const send = sendAs(project, id, token)
    const person = employee(company.domain)
    const created = await send('POST /Users', { body: { userName: person.email, active: true } })
    const directoryUser = created.body as { id: string }
    const setActive = (active: boolean) =>
      send(`PATCH /Users/${directoryUser.id}`, { body: { Operations: [{ op: 'replace', value: { active } }] } })
    return { ...company, provider, send, person, directoryUser, setActive }
  }

  const isLive = async (project: TestProject, { refresh_token }: { refresh_token: string }) =>
    (await project.send('POST /auth/sessions/current/refresh', { headers: { 'x-stack-refresh-token': refresh_token } }))
      .status === 200

  test('is signed out, cannot sign in with its connection, and can again as the same person later', async () => {
    const { project, teamId, provider, person, setActive, send, directoryUser } = await openWithDirectory()
    const first = await signInWithProvider(idp, project, person, { provider })
    expect(first.is_new_user).toBe(false)
    await setActive(false)
    expect(await isLive(project, first)).toBe(false)
    const { response } = await signInAt(idp, project, person, { provider })
    expect([response.status, await response.text()]).toEqual([403, expect.stringContaining('deactivated')])
    expect(await isMember({ project, teamId }, first.user.id)).toBe(false)

    await setActive(true)
    const second = await signInWithProvider(idp, project, person, { provider })
    expect(second.user.id).toBe(first.user.id)
    expect(await isMember({ project, teamId }, first.user.id)).toBe(true)

    await send(`DELETE /Users/${directoryUser.id}`)
    expect(await isLive(project, second)).toBe(false)
    expect((await signInAt(idp, project, person, { provider })).response.status).toBe(403)
  })

  test('keeps sessions that did not begin with its connections, if the account is theirs', async () => {
    const { project, provider, send, domain } = await openWithDirectory()
    const email = `own-${++people}@${domain}`
    const body = { primary_email: email, primary_email_verified: true, primary_email_auth_enabled: true }
    const { id: user_id } = await project.call('POST /users', { as: 'server', body })
    const own = await project.call('POST /auth/sessions', { as: 'server', body: { user_id } })
    const created = await send('POST /Users', { body: { userName: email } })
    const ofCompany = await signInWithProvider(idp, project, employee(domain, { email }), { provider })
    await send(`DELETE /Users/${(created.body as { id: string }).id}`)
    expect(await isLive(project, ofCompany)).toBe(false)
    expect(await isLive(project, own)).toBe(true)
  })

  test('has no session left, however the sign-in and the deactivation overlap', async () => {
    const { project, provider, person, setActive } = await openWithDirectory()
    for (let round = 0; round < 4; round++) {
      await setActive(true)
      const sessions: { refresh_token: string }[] = []
      await race<unknown>(4, async (index) => {
        if (index === 1) return setActive(false)
        sessions.push(await signInWithProvider(idp, project, person, { provider }))
      })
      for (const session of sessions) expect(await isLive(project, session)).toBe(false)
    }
  })
})
