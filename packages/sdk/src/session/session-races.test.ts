// @vitest-environment jsdom
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clock } from '../environment/clock.ts'
import { ClientApp } from '../index.ts'
import { createAccessToken } from '../testing/access-tokens.ts'
import { ada, createFakeApi, plainRefusal, refreshed, refusal, type SentRequest } from '../testing/fake-api.ts'
import { createKeyStore } from '../testing/fake-key-store.ts'
import { openRelay } from '../testing/relay.ts'
import { findThumbprint } from './session-keys.ts'

// No failure between an app and its server signs users out: only a response of the server ends a session. `npm run
// session-races` runs these alone.

const refresh = 'POST /auth/oauth/token'
const me = 'GET /users/me'
const day = 86_400_000
const options = { projectId: 'p1', publishableClientKey: 'k', redirectMethod: 'none', tokenStore: 'cookie' } as const
let stale: string

function setCookie(text: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: another page of the app wrote this cookie.
  document.cookie = text
}

/** A fake of the Locks API, which the tabs of one origin share. */
function createLocks() {
  let last: Promise<unknown> = Promise.resolve()
  return {
    request(_name: string, _options: unknown, work: () => Promise<unknown>) {
      last = last.catch(() => {}).then(work)
      return last
    },
  }
}

function open(routes: Parameters<typeof createFakeApi>[0]) {
  const api = createFakeApi(withProofs({ 'GET /health': 'ok', 'GET /api/v1': 'ok', 'GET /': 'ok', ...routes }))
  if (relay) relay.stub(api.fetch)
  else vi.stubGlobal('fetch', api.fetch)
  return { ...api, app: new ClientApp(appOptions()) }
}

/** The server of the app, if it keeps the session. */
let relay: Awaited<ReturnType<typeof openRelay>> | undefined
const appOptions = () => ({ ...options, httpOnlySessions: !!relay })
const openAppServer = (baseUrl?: string) =>
  openRelay({ projectId: 'p1', publishableClientKey: 'k', secretServerKey: 'secret', baseUrl })

type FakeRoutes = Parameters<typeof createFakeApi>[0]

/** A server that wants each refresh of a bound session to be signed with the nonce of the one before. */
function withProofs(routes: FakeRoutes): FakeRoutes {
  const answer = routes[refresh]
  if (!answer || Array.isArray(answer)) return routes
  let nonce = 'the first one'
  const check = async (request: SentRequest) => {
    const { refresh_token, session_proof } = request.body as Record<string, string>
    const isCurrent = session_proof && JSON.parse(atob(session_proof.split('.')[1]!)).nonce === nonce
    if (refresh_token === 'bound-r1' && !isCurrent) return refusal(400, 'SESSION_PROOF_OUTDATED', { nonce })
    const given = typeof answer === 'function' ? await answer(request) : answer
    if (!session_proof || !given || Object.getPrototypeOf(given) !== Object.prototype) return given
    nonce += '.'
    return { ...given, session_nonce: nonce }
  }
  return { ...routes, [refresh]: check }
}

describe.each([
  ['that anybody can use who has its token', 'r1'],
  ['that is bound to a key of the browser', 'bound-r1'],
  ["that the app's server keeps", 'kept-s1'],
])('a session %s', (_kind, refreshToken) => {
  beforeEach(async () => {
    vi.spyOn(clock, 'wait').mockResolvedValue()
    vi.stubGlobal('navigator', { locks: createLocks(), onLine: true })
    stale = createAccessToken({ lifeSeconds: -10 })
    setCookie(`stack-refresh-p1=${refreshToken}; path=/`)
    const { indexedDB, entries } = createKeyStore()
    vi.stubGlobal('indexedDB', indexedDB)
    await findThumbprint('p1')
    Object.assign(entries.get('p1') as object, { nonces: { [refreshToken]: 'the first one' } })
    setCookie(`stack-access=${encodeURIComponent(JSON.stringify([refreshToken, stale]))}; path=/`)
    if (refreshToken !== 'kept-s1') return
    relay = await openAppServer()
    relay.setCookie('stack-kept-p1-s1=r1; path=/; httponly')
  })

  afterEach(() => {
    vi.useRealTimers()
    relay?.setCookie('stack-kept-p1-s1=; max-age=0; path=/; httponly')
    relay?.close()
    relay = undefined
    for (const name of ['stack-refresh-p1', 'stack-access']) setCookie(`${name}=; max-age=0; path=/`)
  })

  const isSignedIn = () => document.cookie.includes(`stack-refresh-p1=${refreshToken}`)

  test('four hundred parallel calls with an expired token make one refresh', async () => {
    const { app, countOf } = open({ [refresh]: refreshed, [me]: ada })
    const partial = async () => (await app.getUser())!.currentSession.getTokens()
    const tokens = await Promise.all(Array.from({ length: 400 }, partial))
    expect(new Set(tokens.map(({ accessToken }) => accessToken)).size).toBe(1)
    expect(countOf(refresh)).toBe(1)
  })

  test('five tabs, each with twenty calls, make one refresh', async () => {
    const { countOf } = open({ [refresh]: refreshed, [me]: ada })
    const tabs = Array.from({ length: 5 }, () => new ClientApp(appOptions()))
    const users = await Promise.all(tabs.flatMap((tab) => Array.from({ length: 20 }, () => tab.getUser())))
    expect(users.every((user) => user?.id === 'user-1')).toBe(true)
    expect(countOf(refresh)).toBe(1)
  })

  test('server rendering and the browser refresh the same session concurrently', async () => {
    const { app } = open({ [refresh]: refreshed, [me]: ada })
    const request = { headers: new Headers({ cookie: relay?.cookies() ?? document.cookie }) }
    const server = new ClientApp({ ...options, tokenStore: null })
    const users = await Promise.all([app.getUser(), server.getUser({ tokenStore: request }), app.getUser()])
    expect(users.map((user) => user?.id)).toEqual(['user-1', 'user-1', 'user-1'])
    expect(isSignedIn()).toBe(true)
  })

  describe.each([
    ['a 500', new Response('broken', { status: 500 })],
    ['a 502 of a proxy', new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['a 503', plainRefusal(503, 'starting')],
    ['a 429 with a long delay', plainRefusal(429, 'slow down', { 'retry-after': '900' })],
    ['repeated 429s', plainRefusal(429, 'slow down')],
    ['an error that is not about the session', refusal(400, 'INVALID_OAUTH_CLIENT_ID_OR_SECRET', { client_id: null })],
    ['no connection', new TypeError('fetch failed')],
    ['a response that is not JSON', new Response('<html></html>')],
    ['a token without claims', { access_token: 'nonsense' }],
  ])('%s instead of a new token', (_name, failure) => {
    test('fails the call but keeps the session, and the next call works', async () => {
      let isBroken = true
      const { app } = open({ [refresh]: () => (isBroken ? failure : refreshed()), [me]: ada })
      await expect(app.getUser()).rejects.toThrow()
      expect(isSignedIn()).toBe(true)
      isBroken = false
      expect((await app.getUser())?.id).toBe('user-1')
    })
  })

  test('the session survives an offline phase', async () => {
    let isOffline = true
    const offline = () => (isOffline ? new TypeError('Failed to fetch') : undefined)
    const { app } = open({ [refresh]: () => offline() ?? refreshed(), [me]: () => offline() ?? ada })
    vi.stubGlobal('navigator', { locks: createLocks(), onLine: false })
    await expect(app.getUser()).rejects.toThrow('You are offline')
    expect(isSignedIn()).toBe(true)
    isOffline = false
    vi.stubGlobal('navigator', { locks: createLocks(), onLine: true })
    expect((await app.getUser())?.id).toBe('user-1')
  })

  test('the session survives a night of sleep', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { app, countOf } = open({ [refresh]: refreshed, [me]: ada })
    await app.getUser()
    vi.setSystemTime(Date.now() + 9 * 3_600_000)
    expect((await app.getUser())?.id).toBe('user-1')
    expect(countOf(refresh)).toBe(2)
  })

  test.each([-day, day])('a local clock that is wrong by %i ms costs one refresh and no session', async (wrongBy) => {
    const now = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: now + wrongBy })
    const issue = () => ({ access_token: createAccessToken({ issuedAtMillis: now }), token_type: 'Bearer' })
    // With a slow clock, the app considers the old token valid until the server rejects it.
    const { app, countOf } = open({
      [refresh]: issue,
      [me]: ({ headers }) =>
        headers.get('x-stack-access-token') === stale
          ? refusal(401, 'ACCESS_TOKEN_EXPIRED', { expired_at_millis: null })
          : ada,
    })
    for (let call = 0; call < 5; call++) expect((await app.getUser())?.id).toBe('user-1')
    expect(countOf(refresh)).toBe(1)
    expect(isSignedIn()).toBe(true)
  })

  test('an access token that the server rejects is replaced, even while other calls use it', async () => {
    const refused = refusal(401, 'ACCESS_TOKEN_EXPIRED', { expired_at_millis: null })
    let count = 0
    const { app, countOf } = open({ [refresh]: refreshed, [me]: () => (count++ === 0 ? refused : ada) })
    const users = await Promise.all(Array.from({ length: 10 }, () => app.getUser()))
    expect(users.every((user) => user?.id === 'user-1')).toBe(true)
    expect(countOf(refresh)).toBe(2)
  })

  describe('a server that is slow or killed', () => {
    let server: Server | undefined

    afterEach(() => {
      server?.closeAllConnections()
      server?.close()
    })

    async function start(port: number, respond: (request: IncomingMessage, response: ServerResponse) => void) {
      server = createServer(respond).listen(port)
      await once(server, 'listening')
      return (server.address() as AddressInfo).port
    }

    /** Lets the app's server ask there, too. */
    async function reach(baseUrl: string) {
      if (!relay) return
      relay.close()
      relay = await openAppServer(baseUrl)
      relay.stub()
    }

    function kill() {
      server!.closeAllConnections()
      server!.close()
    }

    const respond = (request: IncomingMessage, response: ServerResponse) => {
      const body = request.url!.endsWith('/auth/oauth/token') ? refreshed() : ada
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    }

    test('responds late, also to probes, and all calls wait for it after one refresh', async () => {
      let refreshes = 0
      const port = await start(0, (request, response) => {
        if (request.url!.endsWith('/auth/oauth/token')) refreshes++
        // A tenth of the real time: eight seconds with a limit of fifteen, where connections get three.
        setTimeout(() => respond(request, response), 800)
      })
      const network = { connectTimeoutMillis: 300 }
      const baseUrl = `http://127.0.0.1:${port}`
      await reach(baseUrl)
      const tabs = Array.from({ length: 3 }, () => new ClientApp({ ...appOptions(), baseUrl, network }))
      const users = await Promise.all(tabs.map((tab) => tab.getUser()))
      expect(users.map((user) => user?.id)).toEqual(['user-1', 'user-1', 'user-1'])
      expect(refreshes).toBe(1)
    })

    test('keeps the session when killed during a refresh, and the next process issues a new token', async () => {
      const port = await start(0, (request) => request.url!.endsWith('/auth/oauth/token') && kill())
      const baseUrl = `http://127.0.0.1:${port}`
      await reach(baseUrl)
      const app = new ClientApp({ ...appOptions(), baseUrl, network: { maxAttempts: 1 } })
      await expect(app.getUser()).rejects.toThrow('unable to connect')
      expect(isSignedIn()).toBe(true)

      await start(port, respond)
      expect((await app.getUser())?.id).toBe('user-1')
    })
  })

  test('a response of the server ends the session in every tab', async () => {
    const { app } = open({ [refresh]: refusal(401, 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED') })
    const otherTab = new ClientApp(appOptions())
    expect(await app.getUser()).toBeNull()
    expect(relay?.cookies() ?? document.cookie).toBe('')
    expect(await otherTab.getUser()).toBeNull()
  })
})
