import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { attemptsOf } from '../../platform/jobs/queues.ts'
import { createOutboundClient } from '../../platform/outbound/client.ts'
import { separateServer, testServer } from '../../testing/index.ts'
import { firstAttempt, takeJobs } from '../../testing/jobs.ts'
import {
  changeSettings,
  openProvider,
  signInTo,
  type TestBrowser,
  type TestProvider,
} from '../../testing/oauth-provider.ts'
import { createOAuthProviderJobs } from './jobs.ts'

const afterLogout = 'https://client.example.com/signed-out'
const received: URLSearchParams[] = []
const receiver = createServer(async (request, response) => {
  if (request.url === '/silent') return
  received.push(new URLSearchParams(await text(request)))
  response.writeHead(request.url === '/refuses' ? 400 : 204).end()
}).listen(0, '127.0.0.1')
afterAll(() => {
  receiver.closeAllConnections()
  receiver.close()
})

async function prepare() {
  const provider = await openProvider(await testServer())
  const { port } = receiver.address() as AddressInfo
  const registered = await provider.addClient({
    postLogoutRedirectUris: [afterLogout],
    backchannelLogoutUri: `http://127.0.0.1:${port}/${provider.project.id}`,
  })
  const signedIn = await signInTo(provider, registered)
  return { provider, registered, ...signedIn }
}

function logoutUrl({ issuer }: TestProvider, parameters: Record<string, string>): URL {
  const url = new URL(`${issuer}/logout`)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url
}

async function confirm(provider: TestProvider, browser: TestBrowser, page: string, answer: object) {
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? ''
  const body = new URLSearchParams({ xsrf, ...answer })
  return browser.open(`${provider.issuer}/logout/confirm`, { method: 'POST', body })
}

const isSignedIn = async ({ project }: TestProvider, user: { access_token: string }) => {
  const headers = { 'x-stack-require-live-session': 'true' }
  return (await project.send('GET /users/me', { user, headers })).status === 200
}

async function runJobs({ project }: TestProvider) {
  const { platform } = project.server
  const jobs = await takeJobs(platform.db, 'send-oauth-logout', { project_id: project.id })
  for (const job of jobs) await createOAuthProviderJobs(platform)['send-oauth-logout'](job, firstAttempt)
  return jobs
}

/** How often each waiting job is tried. */
async function listAttempts({ project }: TestProvider): Promise<number[]> {
  const jobs = project.server.platform.db
    .selectFrom('jobs')
    .select('max_attempts')
    .where('name', '=', 'send-oauth-logout')
  const rows = await jobs.where(sql`payload ->> 'project_id'`, '=', project.id).execute()
  return rows.map(({ max_attempts }) => max_attempts)
}

async function readLogoutToken(provider: TestProvider, clientId: string) {
  const jwks = createLocalJWKSet((await (await provider.fetch(`${provider.issuer}/jwks`)).json()) as JSONWebKeySet)
  const options = { issuer: provider.issuer, audience: clientId, typ: 'logout+jwt' }
  return (await jwtVerify(received.at(-1)!.get('logout_token')!, jwks, options)).payload
}

test('a client sends its users here to sign out, who are asked, and sent back', async () => {
  const { provider, registered, browser, tokens, user } = await prepare()
  const asked = { id_token_hint: tokens.id_token!, post_logout_redirect_uri: afterLogout, state: 'abc' }
  const page = await browser.open(logoutUrl(provider, asked))
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  // Browsers would not follow the redirect to the client.
  expect(page.headers.get('content-security-policy')).not.toContain('form-action')
  const html = await page.text()
  expect(html).toContain('Sign out of Test project?')
  const back = await confirm(provider, browser, html, { logout: 'yes' })
  expect(back.headers.get('location')).toBe(`${afterLogout}?state=abc`)
  expect(await isSignedIn(provider, user)).toBe(false)

  expect(await runJobs(provider)).toEqual([
    expect.objectContaining({ client_id: registered.id, user_id: user.user_id }),
  ])
  const token = await readLogoutToken(provider, registered.id)
  expect(token).toMatchObject({
    sub: user.user_id,
    sid: tokens.claims()!.sid,
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  })
  expect(token.nonce).toBeUndefined()
})

test('who does not want to sign out stays signed in', async () => {
  const { provider, browser, tokens, user } = await prepare()
  const asked = { id_token_hint: tokens.id_token!, post_logout_redirect_uri: afterLogout }
  const html = await (await browser.open(logoutUrl(provider, asked))).text()
  const back = await confirm(provider, browser, html, {})
  expect(back.headers.get('location')).toBe(afterLogout)
  expect(await isSignedIn(provider, user)).toBe(true)
})

test('nobody is signed out by another site', async () => {
  const { provider, browser, user } = await prepare()
  await browser.open(logoutUrl(provider, {}))
  const forged = await confirm(provider, browser, 'name="xsrf" value="guessed"', { logout: 'yes' })
  expect(forged.status).toBe(400)
  expect(await isSignedIn(provider, user)).toBe(true)
})

/** Of another user, with the signature from before. */
function withOtherUser(token: string): string {
  const [header, payload = '', signature] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as object
  const changed = JSON.stringify({ ...claims, sub: crypto.randomUUID() })
  return [header, Buffer.from(changed).toString('base64url'), signature].join('.')
}

test('an ID token that was changed is refused on a page', async () => {
  const { provider, browser, tokens, user } = await prepare()
  const asked = { id_token_hint: withOtherUser(tokens.id_token!), post_logout_redirect_uri: afterLogout }
  const response = await browser.open(logoutUrl(provider, asked))
  expect(response.status).toBe(400)
  expect(response.headers.get('location')).toBeNull()
  expect(await isSignedIn(provider, user)).toBe(true)
})

test('a client that sends no state gets none back', async () => {
  const { provider, browser, tokens, user } = await prepare()
  const asked = { id_token_hint: tokens.id_token!, post_logout_redirect_uri: afterLogout }
  const html = await (await browser.open(logoutUrl(provider, asked))).text()
  const back = await confirm(provider, browser, html, { logout: 'yes' })
  expect(back.headers.get('location')).toBe(afterLogout)
  expect(await isSignedIn(provider, user)).toBe(false)
})

test('a client that names no address has its users end at a page', async () => {
  const { provider, browser, tokens, user } = await prepare()
  const asked = { id_token_hint: tokens.id_token!, state: 'abc' }
  const html = await (await browser.open(logoutUrl(provider, asked))).text()
  const location = (await confirm(provider, browser, html, { logout: 'yes' })).headers.get('location')!
  expect(new URL(location).pathname).toBe(new URL(`${provider.issuer}/logout/success`).pathname)
  expect(await isSignedIn(provider, user)).toBe(false)
})

test.each([
  ['an address that is not registered', { post_logout_redirect_uri: 'https://evil.example.com/' }],
  ['more of a query', { post_logout_redirect_uri: `${afterLogout}?more=1` }],
  ['an ID token that is none', { id_token_hint: 'nonsense' }],
])('%s is refused on a page', async (_, wrong) => {
  const { provider, browser, tokens } = await prepare()
  const asked = { id_token_hint: tokens.id_token!, post_logout_redirect_uri: afterLogout, ...wrong }
  const response = await browser.open(logoutUrl(provider, asked))
  expect(response.status).toBe(400)
  expect(response.headers.get('location')).toBeNull()
})

test.each([
  ['nothing', {}],
  ['a state only', { state: 'abc' }],
  ['an address, but no client', { post_logout_redirect_uri: afterLogout, state: 'abc' }],
])('who is sent with %s ends at a page', async (_, asked) => {
  const { provider, browser } = await prepare()
  const html = await (await browser.open(logoutUrl(provider, asked))).text()
  const location = (await confirm(provider, browser, html, { logout: 'yes' })).headers.get('location')!
  expect(location).toBe(`${provider.issuer}/logout/success`)
  expect(await (await browser.open(location)).text()).toContain('You are signed out')
})

test('apps are told when the session that a sign-in stands on ends elsewhere', async () => {
  const { provider, registered, user } = await prepare()
  await provider.project.call('DELETE /auth/sessions/current', { user })
  expect(await runJobs(provider)).toHaveLength(1)
  expect(await readLogoutToken(provider, registered.id)).toMatchObject({ sub: user.user_id })
})

test('apps are told when a user is restricted or deleted', async () => {
  const { provider, user } = await prepare()
  const params = { user_id: user.user_id }
  await provider.project.call('PUT /users/{user_id}/restriction', { as: 'server', params, body: { reason: 'abuse' } })
  expect(await runJobs(provider)).toHaveLength(1)
  const other = await prepare()
  await other.provider.project.call('DELETE /users/{user_id}', {
    as: 'server',
    params: { user_id: other.user.user_id },
  })
  expect(await runJobs(other.provider)).toHaveLength(1)
})

test('an app that is away, refuses or never answers is told again', async () => {
  const outbound = createOutboundClient({ allowsPrivateAddresses: true, timeoutMillis: 500 })
  const provider = await openProvider(await separateServer({ outbound }))
  const { port } = receiver.address() as AddressInfo
  for (const uri of ['http://127.0.0.1:9/', `http://127.0.0.1:${port}/refuses`, `http://127.0.0.1:${port}/silent`]) {
    const { user } = await signInTo(provider, await provider.addClient({ backchannelLogoutUri: uri }))
    await provider.project.call('DELETE /auth/sessions/current', { user })
    // The database adds this job, so it has to know how often it is tried.
    expect(await listAttempts(provider)).toEqual([attemptsOf('send-oauth-logout')])
    await expect(runJobs(provider)).rejects.toThrow()
  }
  await outbound.close()
})

test('a provider that was switched off tells no app', async () => {
  const { provider, user } = await prepare()
  await provider.project.call('DELETE /auth/sessions/current', { user })
  const count = received.length
  await changeSettings(provider, { 'oauthProvider.isEnabled': false })
  expect(await runJobs(provider)).toHaveLength(1)
  expect(received).toHaveLength(count)
})
