import { beforeEach, describe, expect, test } from 'vitest'
import { assets } from '../../http/pages/assets.ts'
import {
  createTestProject,
  newEmail,
  separateServer,
  type TestProject,
  testProject,
  testUrl,
} from '../../testing/index.ts'
import { readClaims } from '../../testing/world.ts'

const verifier = 'a'.repeat(43)
const challenge = 'ZtNPunH49FD35FWYhT5Tv8I7vRKQJ8uxMaL0_9eHjNA'
const shared = (...ids: string[]) => ({
  'auth.oauth.providers': Object.fromEntries(ids.map((id) => [id, { type: id, isShared: true, allowSignIn: true }])),
  'domains.allowLocalhost': true,
})

/** As much of a browser as the way needs: it follows redirects on our own server and keeps cookies by their path. */
class Browser {
  readonly #cookies = new Map<string, { value: string; path: string }>()
  readonly #project: TestProject

  constructor(project: TestProject) {
    this.#project = project
  }

  async open(target: string, init: RequestInit = {}): Promise<{ url: URL; response: Response; text: string }> {
    const url = new URL(target, testUrl)
    if (url.origin !== testUrl) return { url, response: new Response(), text: '' }
    const cookies = [...this.#cookies].filter(([, { path }]) => url.pathname.startsWith(path))
    const cookie = cookies.map(([name, { value }]) => `${name}=${value}`).join('; ')
    const response = await this.#project.server.fetch(url, { ...init, headers: { ...init.headers, cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      this.#cookies.set(name!, { value: value!, path: /path=([^;]+)/i.exec(line)?.[1] ?? '/' })
    }
    const location = response.headers.get('location')
    if (location) return this.open(new URL(location, url).href)
    return { url, response, text: await response.text() }
  }

  submit(url: URL, fields: Record<string, string>) {
    return this.open(url.href, { method: 'POST', body: new URLSearchParams(fields) })
  }

  start(provider: string) {
    const query = new URLSearchParams({
      client_id: this.#project.id,
      client_secret: this.#project.keys.publishableClientKey,
      redirect_uri: 'http://localhost:3000/handler/oauth-callback',
      error_redirect_url: 'http://localhost:3000/handler/error',
      scope: 'legacy',
      state: 'outer-state',
      grant_type: 'authorization_code',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      response_type: 'code',
    })
    return this.open(`/api/v1/auth/oauth/authorize/${provider}?${query}`)
  }

  async signIn(provider: string, fields: Record<string, string>) {
    const page = await this.start(provider)
    return this.submit(page.url, fields)
  }
}

async function exchange(project: TestProject, { url }: { url: URL }) {
  const response = await project.server.fetch('/api/v1/auth/oauth/token', {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: project.id,
      client_secret: project.keys.publishableClientKey,
      code: url.searchParams.get('code') ?? '',
      redirect_uri: 'http://localhost:3000/handler/oauth-callback',
      code_verifier: verifier,
    }),
  })
  const body = (await response.json()) as { access_token: string; is_new_user: boolean }
  return { ...body, userId: readClaims(body.access_token).sub as string }
}

let project: TestProject
let browser: Browser
beforeEach(async () => {
  project = await testProject(shared('google', 'github', 'microsoft', 'spotify'))
  browser = new Browser(project)
})

test.each([
  'google',
  'github',
  'microsoft',
  'spotify',
])('signs in with %s as anybody, in one click', async (provider) => {
  const page = await browser.start(provider)
  const title = { google: 'Google', github: 'GitHub', microsoft: 'Microsoft', spotify: 'Spotify' }[provider]
  expect(page.response.status).toBe(200)
  expect(page.text).toMatch(/type="checkbox"\s+checked/)
  expect(page.text).toContain(assets.developmentIdentityProviderStyles.path)
  expect(page.text).toContain(`This is Latchkey’s development stand-in for ${title}. No credentials are checked here`)

  const email = newEmail()
  const back = await browser.submit(page.url, { email, name: 'Ada Lovelace', verified: 'on' })
  expect(back.url.origin).toBe('http://localhost:3000')
  expect(back.url.searchParams.get('state')).toBe('outer-state')
  const { userId, is_new_user } = await exchange(project, back)
  expect(is_new_user).toBe(true)
  const user = await project.call('GET /users/{user_id}', { as: 'server', params: { user_id: userId } })
  expect(user).toMatchObject({
    display_name: 'Ada Lovelace',
    primary_email: email,
    primary_email_verified: true,
    oauth_providers: [{ id: provider, email }],
  })
})

test('the same address is the same account, also after the server was started again', async () => {
  const email = newEmail()
  const first = await exchange(project, await browser.signIn('google', { email, verified: 'on' }))
  const again = await separateServer({})
  const sameProject = { ...project, server: again }
  const later = await exchange(
    sameProject,
    await new Browser(sameProject).signIn('google', { email: email.toUpperCase() }),
  )
  expect(later).toMatchObject({ userId: first.userId, is_new_user: false })
})

test('an address that is not said to be verified is not', async () => {
  const { userId } = await exchange(project, await browser.signIn('github', { email: newEmail() }))
  const user = await project.call('GET /users/{user_id}', { as: 'server', params: { user_id: userId } })
  expect(user).toMatchObject({ primary_email_verified: false, display_name: null })
})

test('recent accounts are one click away, the last one first', async () => {
  const [ada, bob] = [newEmail('ada'), newEmail('bob')]
  await browser.signIn('google', { email: ada, name: 'Ada', verified: 'on' })
  await browser.signIn('google', { email: bob })
  const page = await browser.start('github')
  expect(page.text.indexOf(bob)).toBeLessThan(page.text.indexOf(ada))
  expect(page.text.indexOf(bob)).toBeGreaterThan(0)
  expect(page.text).toContain('not verified')
  const { userId } = await exchange(project, await browser.submit(page.url, { person: '1' }))
  const user = await project.call('GET /users/{user_id}', { as: 'server', params: { user_id: userId } })
  expect(user).toMatchObject({ primary_email: ada, display_name: 'Ada', primary_email_verified: true })
})

test('another person can sign in right after the first, without signing out', async () => {
  const first = await exchange(project, await browser.signIn('google', { email: newEmail() }))
  const second = await exchange(project, await browser.signIn('google', { email: newEmail() }))
  expect(second.userId).not.toBe(first.userId)
})

test('cancelling is what a provider calls access denied', async () => {
  const back = await browser.signIn('google', { cancel: '', email: '' })
  expect(back.url.href).toContain('http://localhost:3000/handler/error?')
  expect(back.url.searchParams.get('errorCode')).toBe('OAUTH_PROVIDER_ACCESS_DENIED')
})

test('an invalid address is explained at its field, and nothing typed is lost', async () => {
  const { response, text } = await browser.signIn('google', { email: '<nobody>', name: '"Ada" <b>' })
  expect(response.status).toBe(400)
  expect(text).toContain('aria-describedby="problem"')
  expect(text).toContain('value="&lt;nobody&gt;"')
  expect(text).toContain('value="&quot;Ada&quot; &lt;b&gt;"')
  expect(text).not.toMatch(/type="checkbox"\s+checked/)
})

describe('the page', () => {
  test('runs no script, cannot be framed and is kept by nobody', async () => {
    const { response, text } = await browser.start('google')
    const policy = response.headers.get('content-security-policy')!
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    // The browser would hold the redirect to the app against it.
    expect(policy).not.toContain('form-action')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(text).not.toMatch(/<script|<style|style=|onclick/)
  })

  test('of a sign-in that is not known says what to do', async () => {
    const { url } = await browser.start('google')
    const { response, text } = await new Browser(project).open(url.href)
    expect(response.status).toBe(400)
    expect(text).toContain('Start again from your app')
    expect(text).not.toContain('Back to')
  })

  test('of a sign-in that is over leads back to the app', async () => {
    const { url } = await browser.start('google')
    await browser.submit(url, { email: newEmail(), verified: 'on' })
    const { response, text } = await browser.open(url.href)
    expect(response.status).toBe(400)
    expect(text).toContain('<a class="button" href="http://localhost:3000/">Back to localhost:3000</a>')
  })

  test.each(['javascript:alert(1)', 'not an address', '%E0%A4%A'])('never leads to %s', async (app) => {
    const cookie = `latchkey-development-app=${app.includes('%') ? app : encodeURIComponent(app)}`
    const response = await project.server.fetch('/development-identity-provider/interaction/x', { headers: { cookie } })
    expect(await response.text()).not.toContain('Back to')
  })

  test('does not respond to an unknown host name', async () => {
    const { url } = await browser.start('google')
    const response = await project.server.fetch(`http://evil.example.com${url.pathname}`)
    expect(response.status).toBe(403)
  })
})

test('sends people back to this server only', async () => {
  const query = new URLSearchParams({
    client_id: 'google',
    redirect_uri: 'https://evil.example.com/api/v1/auth/oauth/callback/google',
    response_type: 'code',
    scope: 'openid',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  })
  const { response, text, url } = await browser.open(`/development-identity-provider/auth?${query}`)
  expect(url.origin).toBe(testUrl)
  expect(response.status).toBe(400)
  expect(text).toContain('does not belong to this server')
  expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})

// ASVS 13.4.2, 15.2.3
test.each([
  ['in production', { isProduction: true }],
  [
    'when another issuer stands in',
    { isProduction: false, sharedOAuth: { keys: {}, issuer: { url: 'https://id.example.com', clientSecret: 'x' } } },
  ],
])('there is none %s', async (_name, config) => {
  const server = await separateServer({ config })
  const path = '/development-identity-provider/.well-known/openid-configuration'
  expect((await server.fetch(path)).status).toBe(404)
  const own = await createTestProject(server, shared('google'))
  if (config.isProduction) {
    const refused = await new Browser(own).start('google')
    expect(JSON.parse(refused.text)).toMatchObject({ code: 'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED' })
  }
  expect((await project.server.fetch(path)).status).toBe(200)
})

test('nobody on another machine signs in as anybody, whatever name they call the server by', async () => {
  const path = '/development-identity-provider/.well-known/openid-configuration'
  const ask = (address: string, headers = {}) => project.server.fetch(path, { headers }, address)
  expect((await ask('192.0.2.1', { host: 'localhost:8102' })).status).toBe(403)
  expect((await ask('127.0.0.1', { 'x-forwarded-for': '192.0.2.1' })).status).toBe(403)
  expect((await ask('::1')).status).toBe(200)
})
