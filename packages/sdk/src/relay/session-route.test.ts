import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ClientApp, createSessionRoute, ServerApp, type SessionRouteOptions } from '../index.ts'
import { createAccessToken } from '../testing/access-tokens.ts'
import { createFakeApi, refusal } from '../testing/fake-api.ts'

// The route as strangers see it. What apps do with it is tested with a real server in relay.test.ts.

const page = 'https://app.example.com'
const password = 'correct horse battery'
const signedIn = () => ({ access_token: createAccessToken(), refresh_token: 'the-secret', user_id: 'user-1' })
const refresh = { grant_type: 'refresh_token', refresh_token: 'kept-s1' }
const ownHeaders = {
  'content-type': 'application/json',
  'x-stack-project-id': 'p1',
  origin: page,
  host: 'app.example.com',
  'sec-fetch-site': 'same-origin',
}

let api: ReturnType<typeof createFakeApi>
beforeEach(() => {
  api = createFakeApi({
    'POST /auth/password/sign-in': signedIn,
    'POST /auth/anonymous/sign-up': signedIn,
    'POST /auth/cli/complete': { success: true },
    'POST /auth/password/update': { success: true },
    'POST /auth/oauth/token': () => ({ access_token: createAccessToken() }),
    'DELETE /auth/sessions/current': { success: true },
  })
  vi.stubGlobal('fetch', api.fetch)
})

function openRoute(options?: SessionRouteOptions) {
  const keys = { publishableClientKey: 'pck', secretServerKey: 'ssk' }
  return createSessionRoute(
    new ServerApp({ tokenStore: null, projectId: 'p1', httpOnlySessions: true, ...keys }),
    options,
  )
}

function ask(
  route: string,
  body?: object,
  {
    headers,
    method = 'POST',
    ...options
  }: { headers?: Record<string, string | null>; method?: string } & SessionRouteOptions = {},
) {
  const given = Object.entries({ ...ownHeaders, ...headers }).filter(([, value]) => value !== null) as [
    string,
    string,
  ][]
  const text = method === 'GET' ? null : JSON.stringify({ route, body })
  return openRoute(options)(new Request(`${page}/handler/session`, { method, headers: given, body: text }))
}

const signIn = (options?: Parameters<typeof ask>[2]) =>
  ask('POST /auth/password/sign-in', { email: 'ada@example.com', password }, options)

test('a sign-in gives the page no refresh token, and the browser a cookie that only the server gets', async () => {
  const response = await signIn()
  const text = await response.text()
  expect(JSON.parse(text)).toMatchObject({ refresh_token: 'kept-s1', user_id: 'user-1' })
  expect(text).not.toContain('the-secret')
  expect(response.headers.getSetCookie()).toEqual([
    '__Host-stack-kept-p1-s1=the-secret; Path=/; SameSite=Lax; Max-Age=31536000; Secure; HttpOnly',
  ])
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
})

test('other fields of the response reach the page, and errors as Latchkey sent them', async () => {
  vi.stubGlobal('fetch', createFakeApi({ 'POST /auth/mfa/sign-in': { ...signedIn(), is_new_user: true } }).fetch)
  expect(await (await ask('POST /auth/mfa/sign-in', { code: 'c' })).json()).toMatchObject({ is_new_user: true })
  const mismatch = refusal(400, 'EMAIL_PASSWORD_MISMATCH')
  vi.stubGlobal('fetch', createFakeApi({ 'POST /auth/password/sign-in': mismatch }).fetch)
  const response = await signIn()
  expect(await response.json()).toMatchObject({ code: 'EMAIL_PASSWORD_MISMATCH' })
  expect(response.headers.get('x-stack-known-error')).toBe('EMAIL_PASSWORD_MISMATCH')
  expect(response.headers.getSetCookie()).toEqual([])
})

test('the token of a trusted device stays in a cookie that scripts cannot read, and goes with the next sign-in', async () => {
  const trusting = createFakeApi({ 'POST /auth/mfa/sign-in': { ...signedIn(), trusted_device: 'next' } })
  vi.stubGlobal('fetch', trusting.fetch)
  const cookie = '__Host-stack-trusted-p1=somebody%20else'
  const response = await ask('POST /auth/mfa/sign-in', { code: 'c' }, { headers: { cookie } })
  expect(await response.text()).not.toContain('next')
  expect(response.headers.getSetCookie()).toContain(
    '__Host-stack-trusted-p1=next%20somebody%20else; Path=/; SameSite=Lax; Max-Age=2592000; Secure; HttpOnly',
  )
  expect(trusting.sent[0]!.headers.get('x-stack-trusted-device')).toBe('somebody else')
})

describe('a request is refused before Latchkey hears of it', () => {
  const forged: Record<string, Record<string, string | null>> = {
    'of another site': { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    'of another host of the domain': { origin: 'https://blog.example.com', 'sec-fetch-site': 'same-site' },
    'that somebody opens in the address bar': { 'sec-fetch-site': 'none' },
    'of another site, in a browser that does not say so': { origin: 'https://evil.example', 'sec-fetch-site': null },
    'without an origin': { origin: null, 'sec-fetch-site': null },
    'of a sandboxed frame': { origin: 'null', 'sec-fetch-site': null },
    'of a form': { 'content-type': 'text/plain', 'sec-fetch-site': null },
    'of a form with its own name for JSON': { 'content-type': 'text/plain; application/json' },
    'without the header that other sites cannot send': { 'x-stack-project-id': null },
    'for another project': { 'x-stack-project-id': 'p2' },
  }
  test.each(Object.entries(forged))('%s', async (_name, headers) => {
    const response = await signIn({ headers })
    expect(response.status).toBe(403)
    expect(response.headers.getSetCookie()).toEqual([])
    expect(api.sent).toEqual([])
  })

  test('with another method', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS']) expect((await signIn({ method })).status).toBe(405)
    expect(api.sent).toEqual([])
  })

  test.each([
    'GET /users/me',
    'POST /users',
    'POST /auth/sessions',
    'POST /auth/cli/poll',
    'POST /auth/sessions/current/refresh',
    'DELETE /auth/sessions/current?x',
    'POST /auth/password/../../users',
    'POST /auth/password/sign-in/',
    'POST /auth/password/sign-in\r\nX-Stack-Access-Type: admin',
    'post /auth/password/sign-in',
    'POST https://evil.example/auth/password/sign-in',
    'toString',
    '__proto__',
    '',
  ])('for the route %j', async (route) => {
    expect((await ask(route, {})).status).toBe(400)
    expect(api.sent).toEqual([])
  })

  test.each([
    ['that is not JSON', '{'],
    ['that is null', 'null'],
    ['that is a list', '[]'],
    ['with a list for a body', '{"route":"POST /auth/password/sign-in","body":[]}'],
    [
      'that is too large',
      JSON.stringify({ route: 'POST /auth/password/sign-in', body: { email: 'a'.repeat(200_000) } }),
    ],
  ])('%s', async (_name, body) => {
    const request = new Request(`${page}/handler/session`, { method: 'POST', headers: ownHeaders, body })
    expect((await openRoute()(request)).status).toBe(400)
    expect(api.sent).toEqual([])
  })
})

describe('Latchkey hears', () => {
  test('the key of the app, and of the visitor no more than their browser may say', async () => {
    const smuggled = {
      'x-stack-access-type': 'admin',
      'x-stack-secret-server-key': 'forged',
      'x-stack-super-secret-admin-key': 'forged',
      'x-stack-admin-access-token': 'forged',
      'x-stack-publishable-client-key': 'forged',
      'x-stack-relayed-for': '198.51.100.1',
      'x-real-ip': '198.51.100.1',
      cookie: 'secret=1',
      authorization: 'Bearer forged',
    }
    const said = {
      'user-agent': 'Mozilla/5.0',
      'accept-language': 'ja',
      'x-stack-access-token': 'anonymous',
      'x-stack-trusted-device': 'device',
      'x-forwarded-for': '198.51.100.1, 203.0.113.9',
    }
    await signIn({ headers: { ...smuggled, ...said } })
    const { headers } = api.sent[0]!
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-stack-project-id': 'p1',
      'x-stack-access-type': 'client',
      'x-stack-publishable-client-key': 'pck',
      'x-stack-secret-server-key': 'ssk',
      'x-stack-relayed-for': '203.0.113.9',
      'user-agent': 'Mozilla/5.0',
      'accept-language': 'ja',
      'x-stack-access-token': 'anonymous',
      'x-stack-trusted-device': 'device',
    })
    for (const name of ['cookie', 'authorization', 'x-real-ip', 'x-forwarded-for', 'x-stack-admin-access-token']) {
      expect(headers.get(name), name).toBeNull()
    }
    expect([...headers.values()]).not.toContain('forged')
  })

  test('the address that the app finds, or that it does not know it', async () => {
    await signIn({
      headers: { 'cf-connecting-ip': '192.0.2.1' },
      findAddress: ({ headers }) => headers.get('cf-connecting-ip'),
    })
    await signIn({ headers: { 'x-forwarded-for': null } })
    expect(api.sent.map(({ headers }) => headers.get('x-stack-relayed-for'))).toEqual(['192.0.2.1', 'unknown'])
  })

  test('the token of the cookie where the page names its session', async () => {
    const cookie = '__Host-stack-refresh-p1=kept-s1; __Host-stack-kept-p1-s1=the-secret'
    const headers = { cookie, 'x-stack-refresh-token': 'kept-s1' }
    await ask(
      'POST /auth/oauth/token',
      { ...refresh, client_id: 'p2', client_secret: 'x', session_key: 'k' },
      { headers },
    )
    await ask('POST /auth/cli/complete', { login_code: 'l', refresh_token: 'kept-s1' }, { headers })
    await ask('POST /auth/password/update', { old_password: 'a', new_password: 'b' }, { headers })
    expect(api.sent.map(({ body, headers }) => [body, headers.get('x-stack-refresh-token')])).toEqual([
      [{ grant_type: 'refresh_token', refresh_token: 'the-secret', client_id: 'p1', client_secret: 'pck' }, null],
      [{ login_code: 'l', refresh_token: 'the-secret' }, 'the-secret'],
      [{ old_password: 'a', new_password: 'b' }, 'the-secret'],
    ])
  })

  test('nothing of a session whose token is not in the cookies', async () => {
    const response = await ask('POST /auth/oauth/token', refresh, {
      headers: { cookie: '__Host-stack-refresh-p1=kept-s1' },
    })
    expect(response.headers.get('x-stack-known-error')).toBe('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED')
    expect(api.sent).toEqual([])
  })
})

describe('a cookie that another host of the domain has set', () => {
  test('does not count on https, where only the host can set its own', async () => {
    const cookie = 'stack-kept-p1-s1=of-the-thief; __Host-stack-refresh-p1=kept-s1; __Host-stack-kept-p1-s1=the-secret'
    await ask('POST /auth/oauth/token', refresh, { headers: { cookie } })
    await ask('POST /auth/oauth/token', refresh, { headers: { cookie: 'stack-kept-p1-s1=of-the-thief' } })
    expect(api.sent.map(({ body }) => (body as typeof refresh).refresh_token)).toEqual(['the-secret'])
  })

  test('does not count on http if there is one of the host as well', async () => {
    const http = { origin: 'http://localhost:3000', host: 'localhost:3000' }
    const cookie = 'stack-kept-p1-s1=of-the-thief; stack-kept-p1-s1=the-secret'
    await ask('POST /auth/oauth/token', refresh, { headers: { ...http, cookie } })
    expect(api.sent).toEqual([])
    await ask('POST /auth/oauth/token', refresh, { headers: { ...http, cookie: 'stack-kept-p1-s1=the-secret' } })
    expect(api.sent).toHaveLength(1)
  })

  test('cannot pass one session off as another', async () => {
    const cookie = '__Host-stack-kept-p1-s9=the-secret'
    const body = { ...refresh, refresh_token: 'kept-s9' }
    const response = await ask('POST /auth/oauth/token', body, { headers: { cookie } })
    expect(response.headers.get('x-stack-known-error')).toBe('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED')
    expect(await response.text()).not.toContain('access_token')
  })
})

test('cookies do not pile up: of sessions that nothing names anymore, the oldest are removed', async () => {
  const kept = Array.from({ length: 9 }, (_, index) => `__Host-stack-kept-p1-o${index}=t`)
  const accounts = '__Host-stack-accounts-p1=kept-o0%20kept-o2'
  const cookie = [...kept, accounts, '__Host-stack-refresh-p1=kept-o3', '__Host-stack-kept-p2-o9=t'].join('; ')
  const changes = (await signIn({ headers: { cookie } })).headers.getSetCookie()
  const removed = changes.filter((change) => change.includes('Max-Age=0')).map((change) => change.split('=')[0])
  expect(removed).toEqual(['__Host-stack-kept-p1-o1', '__Host-stack-kept-p1-o4'])
})

test('a sign-out and the end of a session remove its cookie, and nothing else does', async () => {
  const cookie = '__Host-stack-refresh-p1=kept-s1; __Host-stack-kept-p1-s1=the-secret'
  const headers = { cookie, 'x-stack-refresh-token': 'kept-s1' }
  const removed = ['__Host-stack-kept-p1-s1=; Path=/; SameSite=Lax; Max-Age=0; Secure; HttpOnly']
  const changesOf = async (response: Promise<Response>) => (await response).headers.getSetCookie()
  expect(await changesOf(ask('DELETE /auth/sessions/current', undefined, { headers }))).toEqual(removed)

  for (const [answer, changes] of [
    [refusal(401, 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED'), removed],
    [refusal(400, 'INVALID_OAUTH_CLIENT_ID_OR_SECRET', { client_id: null }), []],
    [new Response('broken', { status: 500 }), []],
    [new Response('<h1>Bad gateway</h1>'), []],
    [{ access_token: 'nonsense' }, []],
    [new TypeError('fetch failed'), []],
  ] as const) {
    vi.stubGlobal('fetch', createFakeApi({ 'POST /auth/oauth/token': answer }).fetch)
    expect(await changesOf(ask('POST /auth/oauth/token', refresh, { headers }))).toEqual(changes)
  }
})

test('what does not name a session names no cookie either', async () => {
  for (const forged of ['kept-x; Domain=example.com', 'kept-x=1', 'kept-\r\nX: 1', `kept-${'x'.repeat(65)}`, 'kept-']) {
    const response = await ask('DELETE /auth/sessions/current', { refresh_token: forged })
    expect(response.headers.getSetCookie()).toEqual([])
  }
})

test('an app without the secret key refuses everything', async () => {
  const answer = createSessionRoute(new ClientApp({ tokenStore: null, projectId: 'p1', publishableClientKey: 'pck' }))
  const body = JSON.stringify({ route: 'POST /auth/password/sign-in', body: {} })
  const request = new Request(`${page}/handler/session`, { method: 'POST', headers: ownHeaders, body })
  expect((await answer(request)).status).toBe(501)
  expect(api.sent).toEqual([])
})

test('a response without an access token gives the page nothing', async () => {
  vi.stubGlobal('fetch', createFakeApi({ 'POST /auth/password/sign-in': { refresh_token: 'the-secret' } }).fetch)
  const response = await signIn()
  expect(response.status).toBe(502)
  expect(await response.text()).not.toContain('the-secret')
})
