import { type OidcServer, openOidcServer } from '@latchkey/server/testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { clock } from '../environment/clock.ts'
import { openOAuthBrowser } from '../testing/oauth-browser.ts'
import { createAdmin, createClient, createServer, openProject } from '../testing/open-project.ts'

let idp: OidcServer
beforeAll(async () => {
  idp = await openOidcServer()
})
afterAll(() => idp.close())
beforeEach(() => {
  vi.spyOn(clock, 'wait').mockResolvedValue()
})
afterEach(() => vi.unstubAllGlobals())

const oidc = () => ({
  issuer: idp.url,
  clientId: 'latchkey',
  clientSecret: 'the secret of the client at the provider',
})

test('a team gets a connection, tests it, and its people sign in with it', async () => {
  const { project } = await openProject({ 'domains.allowLocalhost': true })
  const team = await createServer(project).createTeam({ displayName: 'Acme' })
  expect(await team.listConnections()).toEqual([])
  const created = await team.createConnection({
    displayName: 'Acme',
    oidc: oidc(),
    attributes: { displayName: 'nickname' },
    roles: { groups: [{ group: 'Staff', permissionId: 'team_member' }] },
  })
  expect(created).toMatchObject({
    teamId: team.id,
    type: 'oidc',
    isActive: false,
    providerId: `sso_${created.id}`,
    oidc: { issuer: idp.url, clientId: 'latchkey', hasClientSecret: true, scopes: ['email', 'profile'] },
    saml: undefined,
    attributes: { displayName: 'nickname', email: null },
    roles: { defaultPermissionId: null, groups: [{ group: 'Staff', permissionId: 'team_member' }] },
    lastSignInAt: null,
    lastTest: null,
  })
  expect(created.createdAt).toBeInstanceOf(Date)
  expect((await created.test()).url).toContain(`${idp.url}/authorize`)
  await created.update({ isActive: true })
  const [connection] = await team.listConnections()
  expect(connection).toMatchObject({ id: created.id, isActive: true })

  const browser = openOAuthBrowser(project, idp)
  const app = createClient(project, { redirectMethod: 'window' })
  browser.open('/handler/sign-in')
  void app.signInWithConnection(created.id)
  await browser.followToProvider(await browser.waitForVisit(), { sub: 'ada', name: 'Ada Lovelace' })
  expect(await app.callOAuthCallback()).toBe(true)
  const user = await app.getUser({ or: 'throw' })
  expect((await user.listTeams()).map(({ id }) => id)).toContain(team.id)
  expect(await user.listOAuthProviders()).toEqual([])

  await connection!.delete()
  expect(await team.listConnections()).toEqual([])
})

test('a team adds a domain, and nobody is led anywhere before it is proven', async () => {
  const { project } = await openProject()
  const team = await createServer(project).createTeam({ displayName: 'Acme' })
  const domain = await team.addConnectionDomain('Acme.Example.com')
  expect(domain).toMatchObject({
    teamId: team.id,
    domain: 'acme.example.com',
    isProven: false,
    provenAt: null,
    record: { type: 'TXT', name: '_latchkey-challenge.acme.example.com' },
  })
  // The name servers of tests do not answer.
  expect(await domain.check()).toBe('unreachable')
  expect((await team.listConnectionDomains()).map(({ id }) => id)).toEqual([domain.id])
  expect(await createClient(project).findConnection({ email: 'ada@acme.example.com' })).toBeNull()
  await domain.delete()
  expect(await team.listConnectionDomains()).toEqual([])
  await expect(team.addConnectionDomain('gmail.com')).rejects.toMatchObject({
    errorCode: 'CONNECTION_DOMAIN_REFUSED',
  })
})

test('owners see the connections of the whole project, and create those of the project itself', async () => {
  const { project } = await openProject()
  const admin = createAdmin(project)
  const team = await createServer(project).createTeam({ displayName: 'Acme' })
  const ofTeam = await team.createConnection({ displayName: 'Team', oidc: oidc() })
  const own = await admin.createConnection({ displayName: 'Project', oidc: oidc() })
  expect(own.teamId).toBeNull()
  expect((await admin.listConnections()).map(({ id }) => id)).toEqual([ofTeam.id, own.id])
  await admin.addConnectionDomain('example.com')
  await team.addConnectionDomain('example.com')
  expect((await admin.listConnectionDomains()).map(({ teamId }) => teamId)).toEqual([null, team.id])
})

test('a server makes a link for the administrator of a company, sees how far it has come and withdraws it', async () => {
  const { project } = await openProject()
  const team = await createServer(project).createTeam({ displayName: 'Acme' })
  const connection = await team.createConnection({ displayName: 'Acme', type: 'saml' })
  expect(connection.setupLink).toBeNull()
  const { url, expiresAt } = await connection.createSetupLink()
  expect(url).toMatch(/\/dashboard\/set-up#[0-9a-z]{45}$/)
  expect(expiresAt.getTime()).toBeGreaterThan(Date.now() + 6 * 24 * 3600 * 1000)
  const [sent] = await team.listConnections()
  expect(sent!.setupLink).toMatchObject({ state: 'sent', expiresAt, openedAt: null, finishedAt: null })
  await connection.withdrawSetupLink()
  expect((await team.listConnections())[0]!.setupLink).toBeNull()
})

test('a team says who keeps it from requiring its connection', async () => {
  const { project } = await openProject()
  const server = createServer(project)
  const team = await server.createTeam({ displayName: 'Acme' })
  const user = await server.createUser({ displayName: 'Grace' })
  await team.addUser(user.id)
  const { type } = await team.createConnection({ displayName: 'Entra ID', type: 'saml' })
  expect(type).toBe('saml')
  expect(await team.getRequiredConnection()).toEqual({
    isRequired: false,
    requiredAt: null,
    breakGlassUserId: null,
    breakGlassMember: null,
    unreadyMembers: [{ userId: user.id, displayName: 'Grace', primaryEmail: null }],
    unreadyCount: 1,
  })
  await expect(team.updateRequiredConnection({ isRequired: true })).rejects.toThrow('Turn on a connection')
})
