import { forge, forgeries, readForgeable, wrongClaims } from '@latchkey/server/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ClientApp } from '../index.ts'
import { openEdgeRuntime } from '../testing/edge-runtime.ts'
import { createFakeApi, refusal } from '../testing/fake-api.ts'
import { openFakePage } from '../testing/fake-page.ts'
import { createClient, createServer, openPerson, openProject } from '../testing/open-project.ts'
import { createSigningKey } from '../testing/signing-keys.ts'

const token = { from: 'token' } as const
const keysRoute = 'GET /projects/p1/.well-known/jwks.json'
const refresh = 'POST /auth/oauth/token'

afterEach(() => {
  vi.useRealTimers()
})

/** A signed-in user, and an app server with empty caches. */
async function openVisit() {
  const { project, user, takeRequests } = await openPerson()
  const { accessToken, refreshToken } = await user.getAuthJson()
  const server = createServer(project)
  const find = (access: string | null, refreshToken: string | null = null) =>
    server.getPartialUser({ ...token, tokenStore: { accessToken: access, refreshToken } })
  takeRequests()
  return { project, user, server, find, takeRequests, accessToken: accessToken!, refreshToken: refreshToken! }
}

describe('on a server', () => {
  test('the user in a token is known without a request, except for the keys', async () => {
    const { project, user, server, find, takeRequests, accessToken, refreshToken } = await openVisit()
    expect(await find(accessToken)).toEqual({
      id: user.id,
      displayName: null,
      primaryEmail: user.primaryEmail,
      primaryEmailVerified: false,
      isAnonymous: false,
      secondFactorRequired: false,
    })
    const cookie = `stack-refresh-${project.id}=${refreshToken}; stack-access=${encodeURIComponent(JSON.stringify([refreshToken, accessToken]))}`
    const request = new Request('http://localhost', { headers: { cookie } })
    expect(await server.getPartialUser({ ...token, tokenStore: request })).toMatchObject({ id: user.id })
    expect(takeRequests()).toEqual([`GET /projects/${project.id}/.well-known/jwks.json`])
  })

  test('a token that the project has not signed is rejected, however it is forged', async () => {
    const { project, find, accessToken, takeRequests } = await openVisit()
    const original = readForgeable(project, accessToken)
    for (const [name, make] of Object.entries(forgeries)) expect(await find(make(original)), name).toBeNull()
    expect(takeRequests().length, 'requests that forged tokens cause').toBeLessThanOrEqual(1)
  })

  test('a token with unexpected claims is rejected, even with a valid signature', async () => {
    const { project, user, find, accessToken } = await openVisit()
    const original = readForgeable(project, accessToken)
    const { header, claims, privateKey } = original
    expect(await find(forge(header, claims, privateKey))).toMatchObject({ id: user.id })
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const more: typeof wrongClaims = {
      ...wrongClaims,
      'another role': () => [header, { ...claims, role: 'admin' }],
      'another type of token': () => [{ ...header, typ: 'logout+jwt' }, claims],
      'issued in the future': () => [header, { ...claims, iat: (claims.iat as number) + 400 }],
      expired: () => [header, { ...claims, iat: (claims.iat as number) - 700, exp: (claims.iat as number) - 100 }],
      'an empty user': () => [header, { ...claims, sub: '' }],
      'anonymity as text': () => [header, { ...claims, is_anonymous: 'false' }],
    }
    for (const [name, make] of Object.entries(more)) {
      expect(await find(forge(...make(original), privateKey)), name).toBeNull()
    }
  })

  test('a missing user throws or redirects to sign-in, if requested', async () => {
    const { user, server, accessToken } = await openVisit()
    const signedIn = { accessToken, refreshToken: null }
    for (const or of ['throw', 'redirect'] as const) {
      expect((await server.getPartialUser({ ...token, or, tokenStore: signedIn })).id).toBe(user.id)
    }
    const tokenStore = { accessToken: null, refreshToken: null }
    await expect(server.getPartialUser({ ...token, or: 'throw', tokenStore })).rejects.toThrow(
      "User is not signed in but getPartialUser was called with { or: 'throw' }",
    )
    await expect(server.getPartialUser({ ...token, or: 'redirect', tokenStore })).rejects.toThrow('cannot redirect')
  })

  test('a token of another project is rejected', async () => {
    const { find } = await openVisit()
    const elsewhere = await openVisit()
    expect(await find(elsewhere.accessToken)).toBeNull()
  })

  test('anonymous users are accepted only if requested, and only with their own keys', async () => {
    const { project, takeRequests } = await openProject()
    const anonymous = await createClient(project).getUser({ or: 'anonymous' })
    const { accessToken } = await anonymous.getAuthJson()
    const tokenStore = { accessToken, refreshToken: null }
    const server = createServer(project)
    expect(await server.getPartialUser({ ...token, tokenStore })).toBeNull()
    const found = await server.getPartialUser({ ...token, tokenStore, or: 'anonymous' })
    expect(found).toMatchObject({ id: anonymous.id, isAnonymous: true })
    takeRequests()

    const { header, claims, privateKey } = readForgeable(project, accessToken!)
    const { iss, ...others } = claims as Record<string, string>
    const asMember = { ...others, iss: iss!.replace('-anonymous-users', ''), aud: project.id, is_anonymous: false }
    const promoted = { accessToken: forge(header, asMember, privateKey), refreshToken: null }
    expect(await server.getPartialUser({ ...token, tokenStore: promoted, or: 'anonymous' })).toBeNull()
  })

  test('the refresh token replaces an expired or invalid access token', async () => {
    const { project, user, find, accessToken, refreshToken, takeRequests } = await openVisit()
    const { header, claims, privateKey } = readForgeable(project, accessToken)
    const iat = (claims.iat as number) - 700
    const expired = forge(header, { ...claims, iat, exp: iat + 600 }, privateKey)
    expect(await find(expired, refreshToken)).toMatchObject({ id: user.id })
    expect(await find(null, refreshToken)).toMatchObject({ id: user.id })
    takeRequests()
    const unsigned = forgeries['alg none']!(readForgeable(project, accessToken))
    expect(await find(unsigned, refreshToken)).toMatchObject({ id: user.id })
    expect(takeRequests()).toEqual([refresh])
    expect(await find(unsigned, 'of-nobody')).toBeNull()
    expect(await find(null)).toBeNull()
  })

  test('a restricted user is recognized until the token expires', async () => {
    const { project, user, server, find, accessToken, refreshToken } = await openVisit()
    await (await server.getUser(user.id))!.restrict({ reason: 'Spam' })
    expect(await find(accessToken)).toMatchObject({ id: user.id })
    const { header, claims, privateKey } = readForgeable(project, accessToken)
    const iat = (claims.iat as number) - 700
    expect(await find(forge(header, { ...claims, iat, exp: iat + 600 }, privateKey), refreshToken)).toBeNull()
  })

  test('an edge runtime verifies tokens too', async () => {
    const { project, user, accessToken } = await openVisit()
    const run = await openEdgeRuntime(`export * from './index.ts'`)
    const options = JSON.stringify({ tokenStore: 'memory', projectId: project.id, ...project.keys })
    run(`globalThis.app = new bundle.ServerApp(${options})`)
    const find = (text: string) =>
      run(`app.getPartialUser({ from: 'token', tokenStore: { accessToken: '${text}', refreshToken: null } })`)
    expect(await find(accessToken)).toMatchObject({ id: user.id })
    expect(await find(forgeries['alg none']!(readForgeable(project, accessToken)))).toBeNull()
  })
})

describe('the keys', () => {
  async function openApp(responses: Parameters<typeof createFakeApi>[0] = {}, baseUrl?: object) {
    const first = await createSigningKey('first')
    const served = { keys: [first.publicJwk] }
    const { fetch, countOf } = createFakeApi({ [keysRoute]: () => served, ...responses })
    vi.stubGlobal('fetch', fetch)
    const app = new ClientApp({
      tokenStore: null,
      projectId: 'p1',
      publishableClientKey: 'k',
      baseUrl: (baseUrl as never) ?? 'http://api',
      network: { maxAttempts: 1, connectTimeoutMillis: 100 },
    })
    const find = (accessToken: string) =>
      app.getPartialUser({ ...token, tokenStore: { accessToken, refreshToken: null } })
    return { first, served, find, fetchCount: () => countOf(keysRoute) }
  }

  test('are fetched again for an unknown key, but at most every 30 seconds', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { first, served, find, fetchCount } = await openApp()
    const parallel = await Promise.all(Array.from({ length: 20 }, async () => find(await first.sign())))
    expect(parallel).toEqual(Array.from({ length: 20 }, () => expect.objectContaining({ id: 'user-1' })))
    expect(fetchCount()).toBe(1)

    const next = await createSigningKey('next')
    for (let attempt = 0; attempt < 100; attempt++) expect(await find(await next.sign())).toBeNull()
    expect(fetchCount()).toBe(1)
    served.keys.push(next.publicJwk)
    vi.setSystemTime(Date.now() + 30_000)
    expect(await find(await next.sign())).toMatchObject({ id: 'user-1' })
    expect(fetchCount()).toBe(2)
  })

  test('that the project no longer has are rejected an hour later', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { first, served, find } = await openApp()
    expect(await find(await first.sign())).not.toBeNull()
    served.keys = [(await createSigningKey('next')).publicJwk]
    expect(await find(await first.sign())).not.toBeNull()
    vi.setSystemTime(Date.now() + 3_600_000)
    expect(await find(await first.sign())).toBeNull()
  })

  test('keep working while the server cannot be reached', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    let isAway = false
    const first = await createSigningKey('first')
    const respond = () => (isAway ? new TypeError('fetch failed') : { keys: [first.publicJwk] })
    const { find } = await openApp({ [keysRoute]: respond })
    expect(await find(await first.sign())).not.toBeNull()
    isAway = true
    for (const hours of [1, 2]) {
      vi.setSystemTime(Date.now() + hours * 3_600_000)
      expect(await find(await first.sign())).toMatchObject({ id: 'user-1' })
    }
  })

  test('make the call fail if they cannot be fetched, so that an outage does not redirect to sign-in', async () => {
    let isAway = true
    const first = await createSigningKey('first')
    const respond = () => (isAway ? new TypeError('fetch failed') : { keys: [first.publicJwk] })
    const { find } = await openApp({ [keysRoute]: respond })
    await expect(find(await first.sign())).rejects.toThrow()
    expect(await find('not-a-token')).toBeNull()
    isAway = false
    await vi.waitFor(async () => expect(await find(await first.sign())).not.toBeNull(), { timeout: 20_000 })
  })

  test('make the call fail if the server rejects the request for them', async () => {
    const { first, find } = await openApp({ [keysRoute]: refusal(500, 'UNKNOWN') })
    await expect(find(await first.sign())).rejects.toThrow()
  })

  test('come from the server URL, while the issuer may have the browser URL', async () => {
    const baseUrl = { browser: 'https://auth.example.com', server: 'http://api' }
    const { first, find } = await openApp({}, baseUrl)
    const iss = 'https://auth.example.com/api/v1/projects/p1'
    expect(await find(await first.sign({ iss }))).toMatchObject({ id: 'user-1' })
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    for (const iss of ['https://other.example.com/api/v1/projects/p1', 'http://api/api/v1/projects/p2']) {
      expect(await find(await first.sign({ iss }))).toBeNull()
    }
    expect(warn).toHaveBeenCalledOnce()
    expect(warn.mock.lastCall![0]).toContain('LATCHKEY_URL')
  })
})

test('a browser reads its own token, and needs no keys', async () => {
  const { project, user } = await openPerson()
  const { accessToken } = await user.getAuthJson()
  openFakePage('https://app.example.com/')
  const { takeRequests } = await openProject()
  const app = createClient(project, { tokenStore: { accessToken, refreshToken: null } })
  expect(await app.getPartialUser(token)).toMatchObject({ id: user.id })
  expect(takeRequests()).toEqual([])
})

test('a token from a request is verified, even if the runtime looks like a browser', async () => {
  const { project, accessToken } = await openVisit()
  const unsigned = forgeries['alg none']!(readForgeable(project, accessToken))
  openFakePage('https://app.example.com/')
  const headers = { 'x-stack-auth': JSON.stringify({ accessToken: unsigned, refreshToken: null }) }
  const tokenStore = new Request('http://localhost', { headers })
  expect(await createServer(project).getPartialUser({ ...token, tokenStore })).toBeNull()
})
