import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { companyActions, newDomain } from '../../testing/connections.ts'
import { createTestProject, separateServer, type TestServer, testUrl } from '../../testing/index.ts'
import { type NameServer, openNameServer } from '../../testing/name-server.ts'
import { newPerson, openCallback, signInAt, signInWithProvider, startFlow } from '../../testing/provider-sign-in.ts'
import { openStrictOidcProvider, type StrictOidcProvider } from '../../testing/strict-oidc-provider.ts'
import { teamActions } from '../../testing/team.ts'

let idp: StrictOidcProvider
let names: NameServer
let server: TestServer
beforeAll(async () => {
  idp = await openStrictOidcProvider()
  names = await openNameServer()
  server = await separateServer({ config: { nameServers: [names.address] } })
})
afterEach(() => vi.useRealTimers())
afterAll(() => Promise.all([idp.close(), names.close()]))

/** A team whose people sign in at the provider, with a proven domain. */
async function openCompany() {
  const project = await createTestProject(server, { 'domains.allowLocalhost': true })
  const { connect, prove } = companyActions(project)
  const teamId = await teamActions(project).createTeam()
  const { provider } = await connect(idp, teamId)
  idp.register(`${testUrl}/api/v1/auth/oauth/callback/${provider}`)
  const domain = newDomain()
  await prove(names, domain, teamId)
  return { project, provider, newEmployee: (claims = {}) => newPerson({ email: `ada@${domain}`, ...claims }) }
}

test('people sign in at a provider that insists on PKCE and tells only its user info endpoint who they are', async () => {
  const { project, provider, newEmployee } = await openCompany()
  const employee = newEmployee()
  const first = await signInWithProvider(idp, project, employee, { provider })
  expect(first).toMatchObject({
    is_new_user: true,
    user: { primary_email: employee.email, primary_email_verified: true, display_name: 'Ada Lovelace' },
  })
  const again = await signInWithProvider(idp, project, employee, { provider })
  expect(again).toMatchObject({ is_new_user: false, user: { id: first.user.id } })
})

test('people can sign in a minute after the provider has replaced its key', async () => {
  const { project, provider, newEmployee } = await openCompany()
  const employee = newEmployee()
  const { user } = await signInWithProvider(idp, project, employee, { provider })
  idp.replaceKey()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  expect((await signInWithProvider(idp, project, employee, { provider })).user.id).toBe(user.id)
})

test('an answer that names another issuer, or none, is refused', async () => {
  const { project, provider, newEmployee } = await openCompany()
  for (const issuer of ['https://login.example.com', '']) {
    const { authorizationUrl, cookie } = await startFlow(project, { provider })
    const answer = await idp.signIn(authorizationUrl, newEmployee())
    expect(answer.searchParams.get('iss')).toBe(idp.url)
    if (issuer) answer.searchParams.set('iss', issuer)
    else answer.searchParams.delete('iss')
    expect((await openCallback(project, answer, cookie)).status).toBe(400)
  }
})

test('an answer cannot be used twice', async () => {
  const { project, provider, newEmployee } = await openCompany()
  const { authorizationUrl, cookie } = await startFlow(project, { provider })
  const answer = await idp.signIn(authorizationUrl, newEmployee())
  expect((await openCallback(project, answer, cookie)).status).toBe(303)
  expect((await openCallback(project, answer, cookie)).status).toBeGreaterThanOrEqual(400)
})

test.each([false, 'true', 1, null])('an address is not joined if the provider says %j about it', async (verified) => {
  const { project, provider, newEmployee } = await openCompany()
  const person = newEmployee({ email_verified: verified })
  await project.call('POST /users', {
    as: 'server',
    body: { primary_email: String(person.email), primary_email_verified: true, primary_email_auth_enabled: true },
  })
  const { response } = await signInAt(idp, project, person, { provider })
  expect(response.headers.get('x-stack-known-error')).toBe('CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE')
})
