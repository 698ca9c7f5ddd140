import { decodeJwt } from 'jose'
import * as client from 'openid-client'
import { expect, test } from 'vitest'
import { separateServer, testServer } from '../../testing/index.ts'
import { firstAttempt, takeJobs } from '../../testing/jobs.ts'
import {
  approveIn,
  atServer,
  beginSignIn,
  changeSettings,
  invoices,
  openProvider,
  postToken,
  readInteraction,
  signInTo,
  type TestProvider,
} from '../../testing/oauth-provider.ts'
import { listAuditEntries, listEvents, listenToEvents } from '../../testing/records.ts'
import { createOAuthProviderJobs } from './jobs.ts'

test('a user signs in to another app, which refreshes its tokens and reads who it is', async () => {
  const provider = await openProvider(await testServer())
  const registered = await provider.addClient()
  const { config, user, tokens } = await signInTo(provider, registered, { scope: 'openid email offline_access' })

  expect(tokens.claims()).toMatchObject({ iss: provider.issuer, sub: user.user_id, aud: registered.id })
  const info = await client.fetchUserInfo(config, tokens.access_token, user.user_id)
  expect(info).toEqual({ sub: user.user_id, email: user.email, email_verified: false })

  const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token!)
  expect(refreshed.refresh_token).not.toBe(tokens.refresh_token)
  const again = await client.fetchUserInfo(config, refreshed.access_token, user.user_id)
  expect(again.sub).toBe(user.user_id)
})

test('a client gets a token for the resource that it names, and none for an unknown one', async () => {
  const provider = await openProvider(await testServer())
  const registered = await provider.addClient({ type: 'single_page' })
  const asked = { scope: 'invoices:read', resource: invoices }
  const { tokens } = await signInTo(provider, registered, asked, { isPublic: true })
  expect(tokens.scope).toBe('invoices:read')
  expect(tokens.expires_in).toBe(600)
  const browser = provider.newBrowser()
  const other = { scope: 'invoices:read', resource: 'https://other.example.com' }
  const { url } = await beginSignIn(provider, registered, other, { isPublic: true })
  const refused = new URL((await browser.open(url)).headers.get('location')!)
  expect(refused.searchParams.get('error')).toBe('invalid_target')
  expect(refused.searchParams.get('iss')).toBe(provider.issuer)
})

test('what a project has not switched on, or switches off, cannot be found', async () => {
  const provider = await openProvider(await testServer())
  const { project, issuer } = provider
  const registered = await provider.addClient()
  const { tokens, user } = await signInTo(provider, registered, { scope: 'openid offline_access' })
  const { url } = await beginSignIn(provider, registered)
  const interaction_id = readInteraction(await provider.newBrowser().open(url))
  await changeSettings(provider, { 'oauthProvider.isEnabled': false })
  const path = (id: string) => [
    ...['GET /.well-known/openid-configuration', 'GET /jwks', 'GET /userinfo', 'GET /authorize', 'GET /logout'],
    ...['POST /token', 'POST /revoke', 'POST /introspect', 'POST /device_authorization', 'POST /register'],
    ...['GET /device', 'OPTIONS /token', 'GET /authorize/abc?ticket=def', 'GET /consent'],
    ...['openid-configuration', 'oauth-authorization-server'].map((name) => `GET /.well-known/${name}/oauth/${id}`),
  ]
  const ask = async (id: string, address: string) => {
    const [method = '', end = ''] = address.split(' ')
    const base = end.endsWith(id) ? issuer.slice(0, issuer.indexOf('/oauth/')) : issuer.replace(project.id, id)
    const response = await provider.fetch(base + end, { method, redirect: 'manual' })
    return [response.status, response.headers.getSetCookie().length, await response.text()]
  }
  const nobody = crypto.randomUUID()
  const unknown = await Promise.all(path(nobody).map((address) => ask(nobody, address)))
  for (const [status] of unknown) expect(status).toBe(404)
  expect(await Promise.all(path(project.id).map((address) => ask(project.id, address)))).toEqual(unknown)
  const asked = { params: { interaction_id }, user }
  const found = project.call('GET /oauth-provider/interactions/{interaction_id}', asked)
  await expect(found).rejects.toMatchObject({ code: 'OAUTH_REQUEST_NOT_FOUND' })

  await changeSettings(provider, { 'oauthProvider.isEnabled': true })
  const fields = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token! }
  expect((await postToken(provider, registered, fields)).status).toBe(200)
})

test('a client that names a resource but no scopes gets all of the resource', async () => {
  const provider = await openProvider(await testServer())
  const registered = await provider.addClient()
  const { config, url, verifier, state } = await beginSignIn(provider, registered, { resource: invoices })
  url.searchParams.delete('scope')
  const back = await approveIn(provider, provider.newBrowser(), await provider.project.signUp(), url)
  const checks = { pkceCodeVerifier: verifier, expectedState: state }
  const tokens = await client.authorizationCodeGrant(config, back, checks, { resource: invoices })
  expect(tokens.scope).toBe('invoices:read invoices:write')
})

test('a client that names no resource gets a token for the default one, or for userinfo if it only signs in', async () => {
  const provider = await openProvider(await testServer(), { 'oauthProvider.resources.invoices.isDefault': true })
  const registered = await provider.addClient()
  const { config, tokens } = await signInTo(provider, registered, { scope: 'openid invoices:read offline_access' })
  expect(decodeJwt(tokens.access_token)).toMatchObject({ aud: invoices, scope: 'invoices:read' })
  const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token!)
  expect(decodeJwt(refreshed.access_token).aud).toBe(invoices)
  const { tokens: signIn, user } = await signInTo(provider, registered, { scope: 'openid email' })
  expect(await client.fetchUserInfo(config, signIn.access_token, user.user_id)).toMatchObject({ email: user.email })
})

async function registerClient({ project }: TestProvider, scopes: string[], type: 'web' | 'machine' = 'web') {
  const redirect_uris = type === 'web' ? ['https://client.example.com/callback'] : []
  const body = { type, display_name: 'Limited', redirect_uris, scopes }
  const { id, client_secret } = await project.call('POST /oauth-clients', { as: 'server', body })
  return { id, secret: client_secret!, redirectUri: 'https://client.example.com/callback' }
}

const asked = { scope: 'openid invoices:read invoices:write offline_access', resource: invoices }

async function readRefusal(provider: TestProvider, client: Awaited<ReturnType<typeof registerClient>>, scope: string) {
  const { url } = await beginSignIn(provider, client, { ...asked, scope })
  const location = new URL((await provider.newBrowser().open(url)).headers.get('location')!)
  return location.searchParams.get('error')
}

test.each([
  ['none', []],
  ['only ones that the project no longer has', ['invoices:export']],
])('a client that may ask for %s gets no others', async (_, scopes) => {
  const provider = await openProvider(await testServer(), { 'oauthProvider.scopes.invoices:export': {} })
  const [client, machine] = [await registerClient(provider, scopes), await registerClient(provider, scopes, 'machine')]
  await changeSettings(provider, { 'oauthProvider.scopes.invoices:export': null })
  expect(await readRefusal(provider, client, 'openid invoices:read')).toBe('invalid_scope')
  expect(await readRefusal(provider, client, 'openid email')).toBe('invalid_scope')
  expect(await readRefusal(provider, client, 'openid')).toBeNull()
  const credentials = { grant_type: 'client_credentials', resource: invoices }
  expect((await postToken(provider, machine, { ...credentials, scope: 'invoices:read' })).body.error).toBe(
    'invalid_scope',
  )
  expect((await postToken(provider, machine, credentials)).body.scope).toBeUndefined()
})

test('what a client may no longer ask for is gone from what it was granted, too', async () => {
  const provider = await openProvider(await testServer())
  const client = await registerClient(provider, asked.scope.split(' '))
  const { tokens } = await signInTo(provider, client, asked)
  expect(tokens.scope).toBe('invoices:read invoices:write')
  const body = { scopes: ['openid', 'offline_access', 'invoices:read'] }
  await provider.project.call('PATCH /oauth-clients/{id}', { as: 'server', params: { id: client.id }, body })
  const introspected = await postToken(provider, client, { token: tokens.access_token }, '/introspect')
  expect(introspected.body).toMatchObject({ active: true, scope: 'invoices:read' })
  const fields = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token!, resource: invoices }
  expect((await postToken(provider, client, fields)).body.scope).toBe('invoices:read')
})

test('a resource that is removed ends the access to it at once, and webhooks and the audit log say so', async () => {
  const settings = { uri: 'https://api.example.com/mail', scopes: { mail: true } }
  const provider = await openProvider(await testServer(), {
    'oauthProvider.scopes.mail': {},
    'oauthProvider.resources.mail': settings,
  })
  const { project } = provider
  await listenToEvents(project, ['oauth_grant.revoked'])
  const [client, other] = [await provider.addClient(), await provider.addClient()]
  const scope = 'mail invoices:read offline_access'
  const { tokens, user } = await signInTo(provider, client, { scope, resource: invoices })
  const { tokens: kept } = await signInTo(provider, other, { scope, resource: settings.uri }, { user })
  const there = await atServer(provider, await separateServer({}))
  let newest = tokens.refresh_token!
  const refresh = async () => {
    const { body } = await postToken(there, client, { grant_type: 'refresh_token', refresh_token: newest })
    newest = String(body.refresh_token ?? newest)
    return body.error
  }
  expect(await refresh()).toBeUndefined()

  await changeSettings(provider, { 'oauthProvider.resources.invoices': null })
  await expect.poll(refresh).toBe('invalid_target')
  const { platform } = project.server
  const [job] = await takeJobs(platform.db, 'end-resource-grants', { project_id: project.id })
  await createOAuthProviderJobs(platform)['end-resource-grants'](job!, firstAttempt)
  expect(await refresh()).toBe('invalid_grant')
  const fields = { grant_type: 'refresh_token', refresh_token: kept.refresh_token! }
  expect((await postToken(there, other, fields)).status).toBe(200)
  expect(await listEvents(project)).toMatchObject([{ data: { client_id: client.id, reason: 'resource_removed' } }])
  const entries = await listAuditEntries(project, 'oauth_grant.revoked')
  expect(entries).toMatchObject([{ actor_type: 'system', details: { reason: 'resource_removed' } }])
})
