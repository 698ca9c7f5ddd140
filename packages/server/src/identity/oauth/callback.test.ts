import { describe, expect, test } from 'vitest'
import { createTestProject, race, separateServer, type TestProject } from '../../testing/index.ts'
import type { ProviderPerson } from '../../testing/oidc-server.ts'
import { readResponse } from '../../testing/project.ts'
import {
  appUrl,
  type FlowOptions,
  newPerson,
  openCallback,
  providerForTests,
  sharedIssuer,
  signInAt,
  signInWithProvider,
  startFlow,
} from '../../testing/provider-sign-in.ts'
import { takeSnapshot } from '../../testing/snapshot.ts'

let aheadMillis = 0
const logLines: string[] = []
const provider = providerForTests({ now: () => new Date(Date.now() + aheadMillis), logLines })
const { newProject } = provider

const errorUrl = 'http://localhost:3000/handler/error?from=app'

async function countUsers(project: TestProject): Promise<number> {
  return (await project.call('GET /users', { as: 'server' })).items.length
}

/** The header that deletes the cookie. */
const cleared = (cookie: string) =>
  `${cookie.replace('true', '')}; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0; HttpOnly`

async function callback(project: TestProject, person: ProviderPerson, options: FlowOptions = {}) {
  const { response } = await signInAt(provider.idp, project, person, options)
  return readResponse(response)
}

/** What an app reads from the address that the browser is sent to. */
function readLocation({ headers }: { headers: Headers }) {
  const { origin, pathname, searchParams } = new URL(headers.get('location')!)
  return { place: origin + pathname, query: Object.fromEntries(searchParams) }
}

describe('a sign-in with a provider', () => {
  test('ends at the app with a code and its state, and the code becomes a session', async () => {
    const project = await newProject()
    const person = newPerson({ picture: 'https://example.com/ada.png' })
    const query = { redirect_uri: `${appUrl}#fragment` }
    const { response, flow } = await signInAt(provider.idp, project, person, { query })
    expect(response.status).toBe(303)
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(response.headers.getSetCookie()).toEqual([cleared(flow.cookie)])
    expect(readLocation(response)).toEqual({
      place: 'http://localhost:3000/handler/oauth-callback',
      query: { from: 'app', code: expect.stringMatching(/^[0-9a-z]{45}$/), state: 'state-of-the-app' },
    })
    expect(response.headers.get('location')).not.toContain('#')
    expect(await response.json()).toEqual({})

    const again = await signInWithProvider(provider.idp, project, person)
    expect(again).toMatchObject({ is_new_user: false, after_callback_redirect_url: null })
    expect(again.user).toMatchObject({
      display_name: 'Ada Lovelace',
      primary_email: person.email,
      primary_email_verified: true,
      primary_email_auth_enabled: true,
      profile_image_url: 'https://example.com/ada.png',
      has_password: false,
      is_anonymous: false,
      oauth_providers: [{ id: 'google', account_id: person.sub, email: person.email }],
    })
  })

  test('may come back by a form, which is not posted on to the app', async () => {
    const project = await newProject()
    for (const [person, status, parameter] of [
      [newPerson(), 303, 'code'],
      [undefined, 303, 'errorCode'],
    ] as const) {
      const flow = await startFlow(project, { query: { error_redirect_url: errorUrl } })
      const { state } = Object.fromEntries(new URL(flow.authorizationUrl).searchParams)
      const url = person
        ? await provider.idp.signIn(flow.authorizationUrl, person)
        : new URL(`http://localhost:8102/api/v1/auth/oauth/callback/google?error=access_denied&state=${state}`)
      if (!person) url.searchParams.set('iss', provider.idp.url)
      const response = await provider.server.fetch(url.origin + url.pathname, {
        method: 'POST',
        headers: { cookie: flow.cookie, 'content-type': 'application/x-www-form-urlencoded' },
        body: url.searchParams.toString(),
      })
      expect(response.status).toBe(status)
      expect(readLocation(response).query).toHaveProperty(parameter)
    }
  })

  test('sends the browser to an app with a scheme of its own if it is trusted to be on localhost', async () => {
    const { response } = await signInAt(provider.idp, await newProject(), newPerson(), {
      query: { redirect_uri: 'myapp://localhost/signed-in' },
    })
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toMatch(/^myapp:\/\/localhost\/signed-in\?code=\w+&state=/)
  })
})

describe('the way back', () => {
  // ASVS 7.6.2, 10.1.2, 10.2.1
  test('is closed to a browser that did not begin the sign-in, and nothing is used up by trying', async () => {
    const project = await newProject()
    const flow = await startFlow(project)
    const url = await provider.idp.signIn(flow.authorizationUrl, newPerson())
    const [name] = flow.cookie.split('=')
    const otherFlow = await startFlow(project)
    for (const cookie of [undefined, `${name}=false`, `${name}=`, `x${flow.cookie}`, otherFlow.cookie]) {
      const answer = await readResponse(await openCallback(project, url, cookie))
      expect(answer, cookie).toMatchObject({ status: 400, body: expect.stringContaining('sign in again') })
      expect(answer.headers.getSetCookie()).toEqual([cleared(flow.cookie)])
      expect(answer.headers.get('location')).toBeNull()
      expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    }
    expect((await openCallback(project, url, `a=b; ${flow.cookie}; c=d`)).status).toBe(303)
  })

  test('is closed without a state, and with a state that nobody was given', async () => {
    const project = await newProject()
    const states = [
      '',
      'a;b',
      '%0d%0ax',
      '%20',
      '0'.repeat(45),
      'of-another_server.1',
      'test-unknown',
      'x'.repeat(1000),
    ]
    for (const search of ['?code=x', ...states.map((state) => `?state=${state}`)]) {
      const url = new URL(`http://localhost:8102/api/v1/auth/oauth/callback/google${search}`)
      const state = url.searchParams.get('state') ?? ''
      const answer = await readResponse(
        await openCallback(project, url, `stack-oauth-inner-${encodeURIComponent(state)}=true`),
      )
      expect(answer, search).toMatchObject({ status: 400, body: expect.stringContaining('sign in again') })
      // Whatever else stands there is no name of ours, and might break out of the header.
      const isName = /^[\w.-]{1,200}$/.test(state)
      expect(answer.headers.getSetCookie()).toEqual(isName ? [cleared(`stack-oauth-inner-${state}=true`)] : [])
    }
  })

  test('is open once: reloading the page signs nobody in a second time', async () => {
    const project = await newProject()
    const flow = await startFlow(project)
    const url = await provider.idp.signIn(flow.authorizationUrl, newPerson())
    const { succeeded } = await race(20, () => openCallback(project, url, flow.cookie))
    expect(succeeded.filter(({ status }) => status === 303)).toHaveLength(1)
    const others = succeeded.filter(({ status }) => status !== 303)
    for (const response of others) {
      expect(await readResponse(response)).toMatchObject({ status: 400, body: expect.stringContaining('already') })
      expect(response.headers.get('set-cookie')).toContain('Max-Age=0')
    }
    expect(others).toHaveLength(19)
    expect(await countUsers(project)).toBe(1)
  })

  // ASVS 10.2.2
  test('is that of the provider it began with', async () => {
    const project = await newProject()
    const flow = await startFlow(project, { provider: 'google' })
    const url = await provider.idp.signIn(flow.authorizationUrl, newPerson())
    url.pathname = url.pathname.replace('google', 'github')
    const answer = await readResponse(await openCallback(project, url, flow.cookie))
    expect(answer).toMatchObject({ status: 400, body: expect.stringContaining('sign in again') })
    expect(answer.headers.get('set-cookie')).toContain('Max-Age=0')
    expect(await countUsers(project)).toBe(0)
  })

  test('is closed after ten minutes, with an error that the app hears of', async () => {
    const project = await newProject()
    for (const [millis, expected] of [
      [9.5 * 60_000, { status: 303 }],
      [10 * 60_000, { status: 408, body: { code: 'OUTER_OAUTH_TIMEOUT' } }],
    ] as const) {
      const flow = await startFlow(project)
      const url = await provider.idp.signIn(flow.authorizationUrl, newPerson())
      aheadMillis = millis
      const response = await openCallback(project, url, flow.cookie)
      aheadMillis = 0
      expect(await readResponse(response)).toMatchObject(expected)
    }
  })

  test('is closed when the provider was disabled meanwhile', async () => {
    const project = await newProject()
    const flow = await startFlow(project, { query: { redirect_uri: 'https://not-trusted.example.com' } })
    const url = await provider.idp.signIn(flow.authorizationUrl, newPerson())
    await project.call('PATCH /internal/config/override', {
      as: 'admin',
      body: { config_override_string: JSON.stringify({ 'auth.oauth.providers.google': null }) },
    })
    expect(await readResponse(await openCallback(project, url, flow.cookie))).toMatchObject({
      status: 400,
      body: { code: 'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED' },
    })
  })

  test('is closed when the project was deleted meanwhile', async () => {
    const project = await newProject()
    const flow = await startFlow(project)
    const url = await provider.idp.signIn(flow.authorizationUrl, newPerson())
    await project.call('DELETE /internal/projects/current', { as: 'admin' })
    expect(await readResponse(await openCallback(project, url, flow.cookie))).toMatchObject({ status: 400 })
  })

  test('deletes a cookie that only TLS carries in the same way in production', async () => {
    const { idp, server } = provider
    const { outbound } = server.platform
    const production = await separateServer({ config: { ...sharedIssuer(idp), isProduction: true }, outbound })
    const project = await createTestProject(production, {
      'domains.allowLocalhost': true,
      'auth.oauth.providers.google': { type: 'google', allowSignIn: true },
    })
    const { response } = await signInAt(idp, project, newPerson())
    expect(response.headers.get('set-cookie')).toMatch(/=; Path=\/; Expires=[^;]+ GMT; Max-Age=0; HttpOnly; Secure$/)
  })
})

describe('a provider that fails', () => {
  async function comeBack(project: TestProject, parameters: Record<string, string>, query = {}) {
    const flow = await startFlow(project, { query })
    const { state } = Object.fromEntries(new URL(flow.authorizationUrl).searchParams)
    const url = new URL('http://localhost:8102/api/v1/auth/oauth/callback/google')
    url.search = new URLSearchParams({ state: state!, iss: provider.idp.url, ...parameters }).toString()
    return readResponse(await openCallback(project, url, flow.cookie))
  }

  test.each(['access_denied', 'consent_required'])('says %s, which the app hears of', async (error) => {
    const project = await newProject()
    const error_description = '<img src=x onerror=alert(1)> größer'
    const denied = { status: 400, body: { code: 'OAUTH_PROVIDER_ACCESS_DENIED', error: expect.any(String) } }
    const plain = await comeBack(project, { error, error_description })
    expect(plain).toMatchObject(denied)
    const redirected = await comeBack(project, { error, error_description }, { error_redirect_url: errorUrl })
    expect(redirected.status).toBe(307)
    const { place, query } = readLocation(redirected)
    expect(place).toBe('http://localhost:3000/handler/error')
    expect(query).toEqual({
      from: 'app',
      errorCode: 'OAUTH_PROVIDER_ACCESS_DENIED',
      message: (plain.body as { error: string }).error,
      details: '{}',
      reference: expect.stringMatching(/^[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}$/),
    })
    expect(JSON.stringify([plain.body, query])).not.toMatch(/onerror|größer/)
  })

  test.each([
    ['invalid_grant', /Google no longer accepts this sign-in/],
    ['invalid_client', /client ID or client secret/],
    ['invalid_scope', /scope/],
  ])('responds to the code with %s: a sentence, and no redirect', async (tokenError, sentence) => {
    const project = await newProject()
    const flow = await startFlow(project, { query: { error_redirect_url: errorUrl } })
    const url = await provider.idp.signIn(flow.authorizationUrl, newPerson())
    provider.idp.tokenError = tokenError
    const answer = await readResponse(await openCallback(project, url, flow.cookie))
    provider.idp.tokenError = undefined
    expect(answer).toMatchObject({ status: 400, body: expect.stringMatching(sentence) })
    expect(answer.headers.get('location')).toBeNull()
    expect(answer.headers.get('set-cookie')).toContain('Max-Age=0')
    expect(await countUsers(project)).toBe(0)
  })

  test.each([
    { code: 'unknown' },
    { error: 'server_error' },
    { error: '<script>' },
    {},
    { code: 'x', iss: 'https://other' },
  ])('comes back with %o: a sentence, and nobody is signed in', async (parameters) => {
    const project = await newProject()
    const answer = await comeBack(project, parameters as Record<string, string>)
    expect(answer).toMatchObject({ status: 400, body: expect.stringMatching(/^Google .*\.$/) })
    expect(answer.body).not.toContain('script')
    expect(await countUsers(project)).toBe(0)
  })

  // ASVS 16.2.5
  test('is written about in the log, without codes', async () => {
    logLines.length = 0
    const code = 'code-that-nobody-must-read'
    await comeBack(await newProject(), { code })
    const lines = logLines.filter((line) => line.includes('Sign-in with a provider failed'))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('bad-grant')
    expect(logLines.join('\n')).not.toContain(code)
  })
})

describe('addresses', () => {
  const evil = [
    'https://evil.example.com/',
    'https://app.example.com@evil.example.com/',
    'https://app.example.com.evil.example.com/',
    'https://evil.example.com#app.example.com',
    'https://evil.example.com\\@app.example.com',
    'http://app.example.com/',
    'https://app.example.com:8443/',
    'https://a.b.trusted.example.com/',
    'javascript:alert(1)',
    'http:///evil.example.com',
  ]
  const trusted = {
    'domains.allowLocalhost': false,
    'domains.trustedDomains.app': { baseUrl: 'https://app.example.com' },
    'domains.trustedDomains.wild': { baseUrl: 'https://*.trusted.example.com' },
  }

  // ASVS 3.7.2
  test.each(evil)('%s: nobody is sent there, and no account is made', async (redirect_uri) => {
    const project = await newProject(trusted)
    const before = await countUsers(project)
    const answer = await callback(project, newPerson(), { query: { redirect_uri } })
    expect(answer).toMatchObject({ status: 400, body: { code: 'REDIRECT_URL_NOT_WHITELISTED' } })
    expect(answer.headers.get('location')).toBeNull()
    expect(await countUsers(project)).toBe(before)
  })

  test.each(evil)('%s as error URL: nobody is sent there, but a good sign-in goes on', async (error_redirect_url) => {
    const project = await newProject(trusted)
    const redirect_uri = 'https://a.trusted.example.com/callback'
    const good = await callback(project, newPerson(), { query: { redirect_uri, error_redirect_url } })
    expect(good.status).toBe(303)
    const bad = await callback(project, newPerson(), { query: { error_redirect_url } })
    expect(bad).toMatchObject({ status: 400, body: { code: 'REDIRECT_URL_NOT_WHITELISTED' } })
    expect(bad.headers.get('location')).toBeNull()
  })

  test('that are refused are named in development, with what to add', async () => {
    const project = await newProject()
    const query = { redirect_uri: 'https://app.example.com/callback', error_redirect_url: errorUrl }
    const answer = await callback(project, newPerson(), { query })
    expect(answer.status).toBe(307)
    expect(readLocation(answer).query).toMatchObject({
      errorCode: 'REDIRECT_URL_NOT_WHITELISTED',
      message: expect.stringMatching(/https:\/\/app\.example\.com\/callback.*Add "https:\/\/app\.example\.com"/),
    })
  })

  test('have an older name for errors, which the newer one wins over', async () => {
    const project = await newProject({ 'auth.allowSignUp': false })
    const newer = 'http://localhost:3000/newer'
    for (const [query, place] of [
      [{ error_redirect_url: errorUrl }, 'http://localhost:3000/handler/error'],
      [{ error_redirect_uri: newer }, newer],
      [{ error_redirect_uri: newer, error_redirect_url: errorUrl }, newer],
    ] as const) {
      const answer = await callback(project, newPerson(), { query })
      expect(answer.status).toBe(307)
      expect(readLocation(answer)).toMatchObject({ place, query: { errorCode: 'SIGN_UP_NOT_ENABLED' } })
    }
  })

  test('are refused before any account is touched, and errors of accounts come before the scope', async () => {
    const closed = await newProject({ 'auth.allowSignUp': false })
    const query = { redirect_uri: 'https://evil.example.com', scope: 'other' }
    expect(await callback(closed, newPerson(), { query })).toMatchObject({
      body: { code: 'REDIRECT_URL_NOT_WHITELISTED' },
    })
    expect(await callback(closed, newPerson(), { query: { scope: 'other' } })).toMatchObject({
      body: { code: 'SIGN_UP_NOT_ENABLED' },
    })
  })

  // ASVS 10.4.11
  test('do not make up for a wrong scope: a plain refusal, and no account is left behind', async () => {
    const project = await newProject()
    const before = await takeSnapshot(provider.server.platform.db, project.id)
    const query = { scope: 'other', error_redirect_url: errorUrl }
    const answer = await callback(project, newPerson(), { query })
    expect(answer).toMatchObject({ status: 400, body: expect.stringContaining('legacy') })
    expect(answer.headers.get('location')).toBeNull()
    const after = await takeSnapshot(provider.server.platform.db, project.id)
    expect({ ...after, oauth_flows: [] }).toEqual(before)
  })
})
