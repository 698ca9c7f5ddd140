import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { companyActions, newDomain } from '../../../testing/connections.ts'
import { sendAs } from '../../../testing/directory.ts'
import {
  createTestProject,
  goodPassword,
  race,
  separateServer,
  type TestProject,
  type TestServer,
} from '../../../testing/index.ts'
import { takeJobs } from '../../../testing/jobs.ts'
import { type NameServer, openNameServer } from '../../../testing/name-server.ts'
import { giveAccess, liveGrants } from '../../../testing/oauth-grants.ts'
import { type OidcServer, openOidcServer } from '../../../testing/oidc-server.ts'
import { codeEmailedTo } from '../../../testing/outbox.ts'
import { registerPasskey, signInWithPasskey, withPasskeys } from '../../../testing/passkeys.ts'
import { projectWithKeys } from '../../../testing/project.ts'
import {
  exchangeCode,
  newPerson,
  sharedIssuer,
  sharedProviderSettings,
  signInAt,
  signInWithProvider,
} from '../../../testing/provider-sign-in.ts'
import { listAuditEntries } from '../../../testing/records.ts'
import { currentTotp, personWithRecoveryCodes, refusedSignIn, totpSecret } from '../../../testing/second-factor.ts'
import { teamActions } from '../../../testing/team.ts'
import { personWithTrustedDevice, signInOn } from '../../../testing/trusted-device.ts'
import { createPerson } from '../../../testing/world.ts'
import { announceBreakGlass } from './announce.ts'

let idp: OidcServer
let names: NameServer
let server: TestServer
beforeAll(async () => {
  ;[idp, names] = await Promise.all([openOidcServer(), openNameServer()])
  server = await separateServer({ config: { ...sharedIssuer(idp), nameServers: [names.address] } })
})
afterAll(() => Promise.all([idp.close(), names.close()]))

/** A team with a connection, a proven domain and one member, who has signed in with the connection. */
async function openCompany(settings = {}, sameProject?: TestProject) {
  const own = { 'domains.allowLocalhost': true, 'apiKeys.enabled.user': true }
  const project = sameProject ?? (await createTestProject(server, { ...own, ...settings }))
  const company = companyActions(project)
  const teams = teamActions(project)
  const teamId = await teams.createTeam(undefined, 'Acme')
  const domain = newDomain()
  const { id: connectionId, provider } = await company.connect(idp, teamId)
  await company.prove(names, domain, teamId)
  const email = `ada@${domain}`
  const employee = { ...newPerson({ email, email_verified: undefined }), email }
  const signIn = () => signInWithProvider(idp, project, employee, { provider })
  const params = { team_id: teamId }
  const setRequired = (body: object, caller: object = { as: 'server' }) =>
    project.send('PATCH /teams/{team_id}/required-connection', { ...caller, params, body })
  const require = async (body: object = {}) => {
    const answer = await setRequired({ is_required: true, ...body })
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  }
  return {
    project,
    teamId,
    domain,
    connectionId,
    provider,
    employee,
    signIn,
    setRequired,
    require,
    ...company,
    ...teams,
  }
}

type Company = Awaited<ReturnType<typeof openCompany>>

const givePassword = ({ project }: Company, user: { id: string }) =>
  project.call('PATCH /users/{user_id}', {
    as: 'server',
    params: { user_id: user.id },
    body: { password: goodPassword },
  })

const signInByPassword = ({ project }: Company, email: string) =>
  project.send('POST /auth/password/sign-in', { body: { email, password: goodPassword } })

const readMe = ({ project }: Pick<Company, 'project'>, user: { access_token: string }) =>
  project.send('GET /users/me', { user })

const refresh = ({ project }: Company, { refresh_token }: { refresh_token: string }) =>
  project.send('POST /auth/sessions/current/refresh', { headers: { 'x-stack-refresh-token': refresh_token } })

const refused = ({ provider }: Company) => ({
  status: 403,
  body: { code: 'CONNECTION_REQUIRED', details: { team_display_name: 'Acme', provider_id: provider } },
})

test('members get in by nothing but the connection, whatever they had before', async () => {
  const company = await openCompany()
  const { project, employee, signIn, require } = company
  const { user } = await signIn()
  await givePassword(company, user)
  const tokens = await signIn()
  const other = await project.call('POST /contact-channels', {
    as: 'server',
    body: {
      user_id: user.id,
      type: 'email',
      value: `private-${user.id}@example.com`,
      is_verified: true,
      used_for_auth: true,
    },
  })
  const before = (await signInByPassword(company, employee.email)).body as {
    access_token: string
    refresh_token: string
  }
  const ofServer = await project.call('POST /auth/sessions', { as: 'server', body: { user_id: user.id } })
  const key = await project.call('POST /user-api-keys', {
    user: tokens,
    body: { user_id: user.id, description: 'Script', expires_at_millis: null, is_public: false },
  })
  await require()

  for (const ended of [before, ofServer]) {
    expect(await readMe(company, ended)).toMatchObject({ status: 401, body: { code: 'ACCESS_TOKEN_EXPIRED' } })
    expect(await refresh(company, ended)).toMatchObject({ status: 401 })
  }
  expect(await readMe(company, tokens)).toMatchObject({ status: 200 })
  expect(await refresh(company, tokens)).toMatchObject({ status: 200 })
  expect(await signInByPassword(company, employee.email)).toMatchObject(refused(company))
  expect(await signInByPassword(company, other.value)).toMatchObject(refused(company))
  const bySever = await project.send('POST /auth/sessions', { as: 'server', body: { user_id: user.id } })
  expect(bySever).toMatchObject(refused(company))
  const check = await project.send('POST /user-api-keys/check', { as: 'server', body: { api_key: key.value } })
  expect(check).toMatchObject({ body: { code: 'API_KEY_REVOKED' } })
  expect(await readMe(company, await signIn())).toMatchObject({ status: 200 })
})

test('what was begun or set up before with an email, a passkey, another provider or a command line opens nothing', async () => {
  const settings = { ...sharedProviderSettings, ...withPasskeys, 'auth.otp.allowSignIn': true }
  const company = await openCompany(settings)
  const { project, employee, signIn, require } = company
  const { email } = employee
  const atGoogle = newPerson({ email })
  const { user } = await signInWithProvider(idp, project, atGoogle)
  expect((await signIn()).user.id).toBe(user.id)
  await givePassword(company, user)
  const params = { user_id: user.id }
  await project.call('PATCH /users/{user_id}', { as: 'server', params, body: { otp_auth_enabled: true } })
  const before = await signInWithProvider(idp, project, atGoogle)
  const passkey = await registerPasskey(project, before)
  const callback_url = 'http://localhost:3000/code'
  await project.call('POST /auth/otp/send-sign-in-code', { body: { email, callback_url } })
  const magicCode = await codeEmailedTo(project, email, 'magic_link')
  await project.call('POST /auth/password/send-reset-code', { body: { email, callback_url } })
  const resetCode = await codeEmailedTo(project, email, 'password_reset')
  const { login_code, polling_code } = await project.call('POST /auth/cli', { body: {} })
  const confirmation = { login_code, refresh_token: before.refresh_token }
  await project.call('POST /auth/cli/complete', { body: confirmation })
  const atProvider = await signInAt(idp, project, atGoogle)
  await require()

  expect(await project.send('POST /auth/otp/sign-in', { body: { code: magicCode } })).toMatchObject(refused(company))
  expect(await project.send('POST /auth/cli/poll', { body: { polling_code } })).toMatchObject(refused(company))
  const { code, flow } = atProvider
  expect(await exchangeCode(project, code, flow.verifier)).toMatchObject(refused(company))
  const again = await signInAt(idp, project, atGoogle)
  expect(await exchangeCode(project, again.code, again.flow.verifier)).toMatchObject(refused(company))
  await expect(signInWithPasskey(project, passkey)).rejects.toMatchObject({ code: 'CONNECTION_REQUIRED' })
  await project.call('POST /auth/password/reset', { body: { code: resetCode, password: goodPassword } })
  expect(await signInByPassword(company, email)).toMatchObject(refused(company))
  expect(await readMe(company, await signIn())).toMatchObject({ status: 200 })
})

test('no app keeps the access that a member gave it without the connection, and it can get more with it', async () => {
  const { project, signIn, require } = await openCompany()
  const { user } = await signIn()
  const before = await giveAccess(project, user.id)
  await require()
  expect(await liveGrants(project, user.id)).toEqual([])
  const since = await giveAccess(project, user.id)
  await signIn()
  expect(await liveGrants(project, user.id)).toEqual([since])
  expect(since).not.toBe(before)
})

test('the other servers end the sessions, too', async () => {
  const company = await openCompany()
  const { project, signIn, require } = company
  const { user } = await signIn()
  await givePassword(company, user)
  const there = projectWithKeys(await separateServer({}), project.id, project.keys)
  const before = await project.call('POST /auth/sessions', { as: 'server', body: { user_id: user.id } })
  expect(await readMe({ project: there }, before)).toMatchObject({ status: 200 })
  await require()
  await expect
    .poll(() => readMe({ project: there }, before), { timeout: 20_000 })
    .toMatchObject({ status: 401, body: { code: 'ACCESS_TOKEN_EXPIRED' } })
})

test('it is refused as long as it would lock somebody out, and says whom', async () => {
  const company = await openCompany()
  const { setRequired, signIn, project, createMember, teamId, grant } = company
  expect(await setRequired({ is_required: true })).toMatchObject({
    status: 409,
    body: expect.stringContaining('test it'),
  })
  const { user } = await signIn()
  const outsider = await createMember(teamId)
  await project.call('PATCH /users/{user_id}', {
    as: 'server',
    params: { user_id: outsider.id },
    body: { display_name: 'Grace' },
  })
  expect(await setRequired({ is_required: true })).toMatchObject({
    status: 409,
    body: expect.stringContaining('Grace'),
  })
  const params = { team_id: teamId }
  const described = await project.call('GET /teams/{team_id}/required-connection', { as: 'server', params })
  expect(described).toMatchObject({ is_required: false, unready_count: 1, unready_members: [{ user_id: outsider.id }] })
  await company.removeMember(teamId, outsider)

  // A member who manages connections does not lock themselves out either.
  await grant(teamId, user, '$manage_connections')
  await givePassword(company, user)
  const tokens = await signIn()
  const byPassword = (await signInByPassword(company, company.employee.email)).body as typeof tokens
  expect(await setRequired({ is_required: true }, { user: byPassword })).toMatchObject({
    status: 409,
    body: expect.stringContaining('Sign in with the connection first'),
  })
  expect(await setRequired({ is_required: true }, { user: tokens })).toMatchObject({ status: 200 })
  const entries = await listAuditEntries(project, 'team.required_connection_changed')
  expect(entries[0]).toMatchObject({ details: { is_required: true } })
})

test('members without the permission neither read nor change it', async () => {
  const { project, teamId, createMember, setRequired } = await openCompany()
  const member = await createMember(teamId)
  const params = { team_id: teamId }
  const read = await project.send('GET /teams/{team_id}/required-connection', { user: member, params })
  expect(read).toMatchObject({ body: { code: 'TEAM_PERMISSION_REQUIRED' } })
  expect(await setRequired({ is_required: true }, { user: member })).toMatchObject({
    body: { code: 'TEAM_PERMISSION_REQUIRED' },
  })
  const stranger = await createPerson(project)
  expect(await setRequired({}, { user: stranger })).toMatchObject({ body: { code: 'TEAM_MEMBERSHIP_NOT_FOUND' } })
})

test('one member may also use password and second factor, which is audited and mailed', async () => {
  const company = await openCompany()
  const { project, teamId, signIn, addMember, setRequired, require } = company
  await signIn()
  const { person, codes } = await personWithRecoveryCodes(project)
  const glass = { id: person.user_id }
  await addMember(teamId, glass)
  const plain = await company.createMember(teamId)
  expect(await setRequired({ break_glass_user_id: plain.id })).toMatchObject({
    status: 409,
    body: expect.stringContaining('second factor'),
  })
  await company.removeMember(teamId, plain)
  expect(await setRequired({ break_glass_user_id: plain.id })).toMatchObject({ status: 409 })
  await require({ break_glass_user_id: glass.id })
  expect(await refresh(company, person)).toMatchObject({ status: 401 })
  const { db } = server.platform
  const listMails = async (kind: string) => {
    const mails = db.selectFrom('outgoing_emails').select('kind').where('project_id', '=', project.id)
    return mails.where('kind', '=', kind).execute()
  }
  const chosen = { project_id: project.id, team_id: teamId, user_id: glass.id }
  const appointments = await takeJobs(db, 'announce-break-glass', { project_id: project.id })
  expect(appointments).toEqual([{ ...chosen, is_appointed: true }])
  await announceBreakGlass(server.platform, appointments[0]!)
  expect((await listMails('break_glass_appointed')).length).toBeGreaterThan(0)

  const { attempt_code: code } = await refusedSignIn(project, person)
  const withCode = { type: 'recovery_code', recovery_code: codes[0]!, code } as const
  expect(await project.send('POST /auth/mfa/sign-in', { body: withCode })).toMatchObject(refused(company))
  const { attempt_code } = await refusedSignIn(project, person)
  const withTotp = { type: 'totp', totp: currentTotp(), code: attempt_code } as const
  const tokens = await project.call('POST /auth/mfa/sign-in', { body: withTotp })
  expect(await readMe(company, tokens)).toMatchObject({ status: 200 })
  expect(await listAuditEntries(project, 'team.break_glass_used')).toMatchObject([
    { target_id: glass.id, details: { team_id: teamId } },
  ])
  const jobs = await takeJobs(db, 'announce-break-glass', { project_id: project.id })
  expect(jobs).toEqual([chosen])
  await announceBreakGlass(server.platform, jobs[0]!)
  expect(await listMails('break_glass_used')).toHaveLength(1)

  expect(await setRequired({ break_glass_user_id: null })).toMatchObject({ status: 200 })
  expect(await readMe(company, tokens)).toMatchObject({ status: 401 })
})

test('neither a trusted device nor an invitation leads around the connection', async () => {
  const company = await openCompany({ 'auth.secondFactor.allowTrustedDevices': true })
  const { project, teamId, domain, signIn, require } = company
  await signIn()
  const { person, token } = await personWithTrustedDevice(project)
  await company.addMember(teamId, { id: person.user_id })
  const guest = await createPerson(project)
  const email = guest.email
  const callback_url = 'http://localhost:3000/join'
  const invitation = { team_id: teamId, email, callback_url }
  await project.call('POST /team-invitations/send-code', { as: 'server', body: invitation })
  await require({ break_glass_user_id: person.user_id })

  expect(await signInOn(project, person, token)).toMatchObject(refused(company))
  const code = await codeEmailedTo(project, email, 'team_invitation')
  expect(await project.send('POST /team-invitations/accept', { user: guest, body: { code } })).toMatchObject(
    refused(company),
  )
  expect(await readMe(company, guest)).toMatchObject({ status: 200 })
  // Nor does somebody who had no account yet.
  const anonymous = await project.call('POST /auth/anonymous/sign-up')
  const signUp = { email: `anna@${domain}`, password: goodPassword, verification_callback_url: callback_url }
  const headers = { 'x-stack-allow-anonymous-user': 'true' }
  const upgraded = await project.call('POST /auth/password/sign-up', { user: anonymous, headers, body: signUp })
  const query = { team_id: teamId }
  const members = (await project.call('GET /users', { as: 'server', query })).items.map(({ id }) => id)
  expect(members).not.toContain(upgraded.user_id)
})

test('people join only by signing in with the connection, and their other sessions end', async () => {
  const company = await openCompany()
  const { project, teamId, domain, provider, signIn, require } = company
  await signIn()
  await require()
  const email = `grace@${domain}`
  const grace = await project.call('POST /users', {
    as: 'server',
    body: { primary_email: email, primary_email_verified: true, primary_email_auth_enabled: true },
  })
  const params = { team_id: teamId, user_id: grace.id }
  const added = await project.send('POST /team-memberships/{team_id}/{user_id}', { as: 'server', params, body: {} })
  expect(added).toMatchObject(refused(company))
  const before = await project.call('POST /auth/sessions', { as: 'server', body: { user_id: grace.id } })
  expect(await readMe(company, before)).toMatchObject({ status: 200 })
  await giveAccess(project, grace.id)
  const person = newPerson({ email, email_verified: undefined })
  const { user, ...tokens } = await signInWithProvider(idp, project, person, { provider })
  expect(user.id).toBe(grace.id)
  expect(await liveGrants(project, grace.id)).toEqual([])
  expect(await readMe(company, before)).toMatchObject({ status: 401 })
  expect(await refresh(company, before)).toMatchObject({ status: 401 })
  expect(await readMe(company, tokens)).toMatchObject({ status: 200 })
})

test('somebody whose team requires its connection cannot enter through the one of another team', async () => {
  const company = await openCompany()
  const { project, createTeam, connect, signIn, require, employee } = company
  const { user } = await signIn()
  await require()
  // Whoever runs the other provider may say anything about its users, but not enter the first team by it.
  const otherTeam = await createTeam(undefined, 'Globex')
  const other = await connect(idp, otherTeam)
  await sql`
    INSERT INTO provider_links
    SELECT (json_populate_record(l, json_build_object('id', gen_random_uuid(), 'provider_config_id', ${other.provider}::text))).*
    FROM provider_links l WHERE project_id = ${project.id} AND user_id = ${user.id}`.execute(project.server.platform.db)
  const { code, flow } = await signInAt(idp, project, employee, { provider: other.provider })
  expect(await exchangeCode(project, code, flow.verifier)).toMatchObject(refused(company))
})

/** Somebody of the first company who also has an address in the domain of the second. Both require their connection. */
async function openTwoCompanies({ requires = true } = {}) {
  const acme = await openCompany()
  const globex = await openCompany({}, acme.project)
  const { project, signIn } = acme
  const { user, ...tokens } = await signIn()
  const email = `ada@${globex.domain}`
  await project.call('POST /contact-channels', {
    as: 'server',
    body: { user_id: user.id, type: 'email', value: email, is_verified: true, used_for_auth: true },
  })
  await acme.require()
  await signInWithProvider(idp, project, newPerson({ email: `boss@${globex.domain}`, email_verified: undefined }), {
    provider: globex.provider,
  })
  if (requires) await globex.require()
  const listMembers = async () => {
    const query = { team_id: globex.teamId }
    return (await project.call('GET /users', { as: 'server', query })).items.map(({ id }) => id)
  }
  return { acme, globex, project, user, tokens, email, listMembers }
}

// The attack, or the mistake: membership in two teams of which no session satisfies both.
test.each([
  true,
  false,
])('a sign-in adds nobody to a second team whom it cannot let in (requires: %s)', async (requires) => {
  const { acme, globex, project, user, tokens, email, listMembers } = await openTwoCompanies({ requires })
  const person = newPerson({ email, email_verified: undefined })
  const { response } = await signInAt(idp, project, person, { provider: globex.provider })
  expect(response.status).toBe(403)
  expect(await listMembers()).not.toContain(user.id)
  expect(await readMe(acme, tokens)).toMatchObject({ status: 200 })
  expect(await readMe(acme, await acme.signIn())).toMatchObject({ status: 200 })
})

test('a directory adds nobody to a second team that requires its connection, and says why', async () => {
  const { acme, globex, project, user, tokens, email, listMembers } = await openTwoCompanies()
  const { id, token } = await project.call('POST /directories', { as: 'server', body: { team_id: globex.teamId } })
  const scim = sendAs(project, id, token)
  const refusal = { status: 409, body: { detail: expect.stringContaining('another team') } }
  expect(await scim('POST /Users', { body: { userName: email } })).toMatchObject(refusal)
  const away = await scim('POST /Users', { body: { userName: email, active: false } })
  expect(away).toMatchObject({ status: 201 })
  const body = { Operations: [{ op: 'replace', value: { active: true } }] }
  const there = `/Users/${(away.body as { id: string }).id}`
  expect(await scim(`PATCH ${there}`, { body })).toMatchObject(refusal)
  expect(await listMembers()).not.toContain(user.id)
  expect(await readMe(acme, tokens)).toMatchObject({ status: 200 })

  expect(await acme.setRequired({ is_required: false })).toMatchObject({ status: 200 })
  expect(await scim(`PATCH ${there}`, { body })).toMatchObject({ status: 200 })
  expect(await listMembers()).toContain(user.id)
  expect(await acme.setRequired({ is_required: true })).toMatchObject({ status: 409 })
})

test('who joins two teams at once does not get into both if each requires its own connection', async () => {
  const acme = await openCompany()
  const globex = await openCompany({}, acme.project)
  const { project } = acme
  const { db } = server.platform
  for (const { domain, provider, require } of [acme, globex]) {
    await signInWithProvider(idp, project, newPerson({ email: `boss@${domain}`, email_verified: undefined }), {
      provider,
    })
    await require()
  }
  const person = await createPerson(project)
  const addresses = [acme, globex].map(({ domain }) => `ada@${domain}`)
  for (const value of addresses) {
    const body = { user_id: person.id, type: 'email' as const, value, is_verified: true, used_for_auth: true }
    await project.call('POST /contact-channels', { as: 'server', body })
  }
  await race(2, (index) =>
    signInAt(idp, project, newPerson({ email: addresses[index]!, email_verified: undefined }), {
      provider: [acme, globex][index]!.provider,
    }),
  )
  const memberships = await db
    .selectFrom('team_memberships')
    .select('team_id')
    .where('project_id', '=', project.id)
    .where('user_id', '=', person.id)
    .where('team_id', 'in', [acme.teamId, globex.teamId])
    .execute()
  expect(memberships).toHaveLength(1)
})

test('a member for emergencies of one of two requiring teams could still not sign in, so both are refused', async () => {
  const acme = await openCompany()
  const globex = await openCompany({}, acme.project)
  const { project } = acme
  await acme.signIn()
  await globex.signIn()
  const { person } = await personWithRecoveryCodes(project)
  const glass = { id: person.user_id }
  for (const company of [acme, globex]) await company.addMember(company.teamId, glass)
  await acme.require({ break_glass_user_id: glass.id })
  const refusal = { status: 409, body: expect.stringContaining('could not sign in') }
  const address = { user_id: glass.id, type: 'email' as const, value: `glass@${globex.domain}` }
  await project.call('POST /contact-channels', {
    as: 'server',
    body: { ...address, is_verified: true, used_for_auth: true },
  })
  expect(await globex.setRequired({ is_required: true })).toMatchObject(refusal)
  await globex.require({ break_glass_user_id: glass.id })
  const { attempt_code: code } = await refusedSignIn(project, person)
  const withTotp = { type: 'totp', totp: currentTotp(), code } as const
  expect(await readMe(acme, await project.call('POST /auth/mfa/sign-in', { body: withTotp }))).toMatchObject({
    status: 200,
  })
})

test('an address with which nobody signs in leads nobody to their account', async () => {
  const company = await openCompany()
  await company.signIn()
  const grace = await company.project.call('POST /users', {
    as: 'server',
    body: { display_name: 'Grace', primary_email: `grace@${company.domain}`, primary_email_verified: true },
  })
  await company.addMember(company.teamId, grace)
  const refusal = { status: 409, body: expect.stringContaining('Grace') }
  expect(await company.setRequired({ is_required: true })).toMatchObject(refusal)
})

/** A sign-in with the connection that waits for the second factor. */
async function waitForFactor({ project, provider, employee }: Company) {
  const { code, flow } = await signInAt(idp, project, employee, { provider })
  const waiting = await exchangeCode(project, code, flow.verifier)
  const { attempt_code } = (waiting.body as { details: { attempt_code: string } }).details
  return () =>
    project.send('POST /auth/mfa/sign-in', { body: { type: 'totp', totp: currentTotp(), code: attempt_code } })
}

test('a second factor finishes no sign-in of a connection or a person that is no longer let in', async () => {
  const company = await openCompany()
  const { project, teamId, connectionId, change, signIn } = company
  const { id, token } = await project.call('POST /directories', { as: 'server', body: { team_id: teamId } })
  const scim = sendAs(project, id, token)
  const made = (await scim('POST /Users', { body: { userName: company.employee.email } })).body as { id: string }
  const setActive = (active: boolean) =>
    scim(`PATCH /Users/${made.id}`, { body: { Operations: [{ op: 'replace', value: { active } }] } })
  const { user } = await signIn()
  await project.call('PATCH /users/{user_id}', {
    as: 'server',
    params: { user_id: user.id },
    body: { totp_secret_base64: totpSecret.toString('base64') },
  })

  const deactivated = await waitForFactor(company)
  expect(await setActive(false)).toMatchObject({ status: 200 })
  expect(await deactivated()).toMatchObject({ body: { code: 'VERIFICATION_CODE_NOT_FOUND' } })
  expect(await setActive(true)).toMatchObject({ status: 200 })

  const changed = await waitForFactor(company)
  await change(connectionId, { attributes: { display_name: 'nickname' } })
  expect(await changed()).toMatchObject({ status: 400, body: expect.stringContaining('changed meanwhile') })

  const moved = await waitForFactor(company)
  const oidc = { issuer: 'https://elsewhere.example.com', client_id: 'c', client_secret: 's' }
  await change(connectionId, { oidc })
  expect(await moved()).toMatchObject({ body: { code: 'VERIFICATION_CODE_NOT_FOUND' } })
})

test('the last connection stays on until members may sign in otherwise', async () => {
  const company = await openCompany()
  const { project, connectionId, signIn, require, setRequired, employee } = company
  const { user } = await signIn()
  await givePassword(company, user)
  await require()
  const params = { connection_id: connectionId }
  const off = { as: 'server' as const, params, body: { is_active: false } }
  expect(await project.send('PATCH /connections/{connection_id}', off)).toMatchObject({ status: 409 })
  expect(await project.send('DELETE /connections/{connection_id}', { as: 'server', params })).toMatchObject({
    status: 409,
  })
  expect(await setRequired({ is_required: false })).toMatchObject({ status: 200 })
  expect(await signInByPassword(company, employee.email)).toMatchObject({ status: 200 })
  expect(await project.send('PATCH /connections/{connection_id}', off)).toMatchObject({ status: 200 })
})

// The attack: locking members out by what they need for the connection, instead of switching anything.
test('neither the provider nor the domain is taken from members who have no other way', async () => {
  const company = await openCompany()
  const { project, connectionId, domain, teamId, signIn, require, setRequired } = company
  await signIn()
  const grace = await project.call('POST /users', {
    as: 'server',
    body: {
      display_name: 'Grace',
      primary_email: `grace@${domain}`,
      primary_email_verified: true,
      primary_email_auth_enabled: true,
    },
  })
  await company.addMember(teamId, grace)
  await require()
  const domains = await project.call('GET /connection-domains', { as: 'server', query: { team_id: teamId } })
  const ofDomain = { as: 'server' as const, params: { domain_id: domains.items[0]!.id } }
  const refusal = { status: 409, body: expect.stringContaining('Grace') }
  expect(await project.send('DELETE /connection-domains/{domain_id}', ofDomain)).toMatchObject(refusal)

  await company.removeMember(teamId, grace)
  expect(await project.send('DELETE /connection-domains/{domain_id}', ofDomain)).toMatchObject({ status: 200 })
  const elsewhere = { issuer: 'https://elsewhere.example.com', client_id: 'c', client_secret: 's' }
  const other = { as: 'server' as const, params: { connection_id: connectionId }, body: { oidc: elsewhere } }
  expect(await project.send('PATCH /connections/{connection_id}', other)).toMatchObject({ status: 409 })
  expect(await setRequired({ is_required: false })).toMatchObject({ status: 200 })
  expect(await project.send('PATCH /connections/{connection_id}', other)).toMatchObject({ status: 200 })
})

test('sign-ins that race with the change leave no session behind', async () => {
  const company = await openCompany()
  const { employee, signIn, setRequired } = company
  const { user } = await signIn()
  await givePassword(company, user)
  const { succeeded } = await race(6, (index) =>
    index === 3 ? setRequired({ is_required: true }) : signInByPassword(company, employee.email),
  )
  const started = succeeded.filter(({ status, body }) => status === 200 && 'access_token' in (body as object))
  for (const { body } of started) {
    expect(await readMe(company, body as never)).toMatchObject({ status: 401 })
    expect(await refresh(company, body as never)).toMatchObject({ status: 401 })
  }
})

test('owners can still sign in as a member', async () => {
  const { project, signIn, require } = await openCompany()
  const { user } = await signIn()
  await require()
  const tokens = await project.call('POST /auth/sessions', {
    as: 'server',
    body: { user_id: user.id, is_impersonation: true },
  })
  expect(await readMe({ project }, tokens)).toMatchObject({ status: 200 })
})

test('two who name different members for emergencies choose between names', async () => {
  const company = await openCompany()
  const { project, teamId, setRequired } = company
  const people = [await personWithRecoveryCodes(project), await personWithRecoveryCodes(project)]
  for (const { person } of people) await company.addMember(teamId, { id: person.user_id })
  const { revision } = await project.call('GET /teams/{team_id}/required-connection', {
    as: 'server',
    params: { team_id: teamId },
  })
  const at = { as: 'server', headers: { 'x-stack-revision': String(revision) } }
  const [theirs, mine] = people.map(({ person }) => person.user_id)
  const saved = await setRequired({ break_glass_user_id: theirs }, at)
  expect(saved).toMatchObject({ status: 200, body: { break_glass_member: { user_id: theirs } } })
  const refused = await setRequired({ break_glass_user_id: mine }, at)
  expect(refused).toMatchObject({ status: 409, body: { code: 'SAVE_CONFLICT' } })
  const { conflicts } = (refused.body as { details: { conflicts: { mine: string; theirs: string }[] } }).details
  expect(conflicts).toMatchObject([{ path: 'break_glass_user_id' }])
  expect([conflicts[0]!.mine, conflicts[0]!.theirs].every((name) => name.includes('@'))).toBe(true)
  expect(await setRequired({ is_required: false }, at)).toMatchObject({ status: 200 })
})
