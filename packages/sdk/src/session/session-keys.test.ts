// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { finishOAuth } from '../app/account-methods.ts'
import { clock } from '../environment/clock.ts'
import { appInternalsSymbol, ClientApp } from '../index.ts'
import { createAccessToken } from '../testing/access-tokens.ts'
import { ada, createFakeApi, refreshed, refusal } from '../testing/fake-api.ts'
import { createKeyStore } from '../testing/fake-key-store.ts'
import { findThumbprint } from './session-keys.ts'

const options = { projectId: 'p1', publishableClientKey: 'k', redirectMethod: 'none', tokenStore: 'cookie' } as const
const refresh = 'POST /auth/oauth/token'
const person = { email: 'ada@example.com', password: 'p', noRedirect: true }
let store: ReturnType<typeof createKeyStore>

beforeEach(() => {
  store = createKeyStore()
  vi.stubGlobal('indexedDB', store.indexedDB)
  vi.spyOn(clock, 'wait').mockResolvedValue()
})

afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: as another page of the app would.
  for (const name of ['stack-refresh-p1', 'stack-access']) document.cookie = `${name}=; max-age=0; path=/`
})

const started = () => ({ access_token: createAccessToken(), refresh_token: 'bound-r1', user_id: 'user-1' })

function open(more: object = {}, routes: Parameters<typeof createFakeApi>[0] = {}) {
  const api = createFakeApi({
    'POST /auth/password/sign-in': started,
    'POST /auth/password/sign-up': started,
    'POST /auth/otp/sign-in': started,
    'POST /auth/mfa/sign-in': started,
    'POST /auth/anonymous/sign-up': started,
    'POST /auth/impersonation/sign-in': started,
    'GET /users/me': ada,
    [refresh]: started,
    ...routes,
  })
  vi.stubGlobal('fetch', api.fetch)
  const app = new ClientApp({ ...options, ...more })
  const keysOf = (route: string) =>
    api.sent.filter((request) => request.route === route).map(({ headers }) => headers.get('x-stack-session-key'))
  return { ...api, app, keysOf }
}

const signIn = (app: ClientApp<true>) => app.signInWithCredential(person)

describe('a sign-in', () => {
  const { noRedirect } = person
  const ways: Record<string, (app: ClientApp<true>) => Promise<unknown>> = {
    'POST /auth/password/sign-in': signIn,
    'POST /auth/password/sign-up': (app) =>
      app.signUpWithCredential({ ...person, verificationCallbackUrl: 'http://localhost/verify' }),
    'POST /auth/otp/sign-in': (app) => app.signInWithMagicLink('code', { noRedirect }),
    'POST /auth/mfa/sign-in': (app) => app.signInWithMfa('123456', 'attempt', { noRedirect }),
    'POST /auth/anonymous/sign-up': (app) => app.getUser({ or: 'anonymous' }),
    'POST /auth/impersonation/sign-in': (app) => app.signInWithImpersonationCode('code', { noRedirect }),
  }

  test.each(Object.entries(ways))('by %s names the key of the browser', async (route, go) => {
    const { app, keysOf, sent } = open()
    await go(app)
    const thumbprint = await findThumbprint('p1')
    expect(thumbprint).toMatch(/^[\w-]{43}$/)
    expect(keysOf(route)).toEqual([thumbprint])
    expect(sent.filter(({ headers }) => headers.has('x-stack-session-key'))).toHaveLength(1)
  })

  test('with a provider names it as well', async () => {
    const { app, sent } = open()
    await finishOAuth(app[appInternalsSymbol].core, { code: 'c', verifier: 'v', redirectUri: 'http://localhost/' })
    expect(sent[0]!.body).toMatchObject({ session_key: await findThumbprint('p1') })
  })

  test.each([
    ['in memory', { tokenStore: 'memory' }],
    ['of Next.js, whose server refreshes it, too', { tokenStore: 'nextjs-cookie' }],
    ['that a domain shares', { cookieDomain: 'example.com' }],
    ['that the app does not want to be bound', { bindSessions: false }],
  ])('for a session %s names none', async (_name, more) => {
    const { app, keysOf } = open(more)
    await signIn(app as ClientApp<true>)
    expect(keysOf('POST /auth/password/sign-in')).toEqual([null])
    expect(store.entries.size).toBe(0)
  })

  test('goes on without a key if the browser cannot keep one', async () => {
    vi.stubGlobal('indexedDB', {
      open() {
        throw new DOMException('', 'SecurityError')
      },
    })
    const { app, keysOf } = open()
    expect(await signIn(app)).toMatchObject({ status: 'ok' })
    expect(keysOf('POST /auth/password/sign-in')).toEqual([null])
  })

  test('in two tabs at once uses one key', async () => {
    const tabs = [open(), open()]
    await Promise.all(tabs.map(({ app }) => signIn(app)))
    expect(new Set(tabs.flatMap(({ keysOf }) => keysOf('POST /auth/password/sign-in')))).toEqual(
      new Set([await findThumbprint('p1')]),
    )
  })
})

/** A tab whose session is bound, and whose access token is gone. */
async function openExpired(answer: Parameters<typeof createFakeApi>[0][string]) {
  const opened = open({}, { [refresh]: answer })
  await signIn(opened.app)
  // biome-ignore lint/suspicious/noDocumentCookie: as it expires.
  document.cookie = 'stack-access=; max-age=0; path=/'
  const app = new ClientApp(options)
  const noncesOf = () =>
    opened.sent
      .filter(({ route }) => route === refresh)
      .map(({ body }) => JSON.parse(atob((body as Record<string, string>).session_proof!.split('.')[1]!)).nonce)
  return { ...opened, app, noncesOf }
}

describe('a refresh', () => {
  test('signs the hash of the token first, and then what the server said last', async () => {
    let count = 0
    const { app, noncesOf } = await openExpired(() => ({
      access_token: createAccessToken({ lifeSeconds: 1 + 600 * count }),
      session_nonce: `nonce ${++count}`,
    }))
    await expect(app.getUser()).rejects.toThrow('expires too soon')
    await app.getUser()
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode('bound-r1'))
    expect(noncesOf()).toEqual([Buffer.from(hash).toString('base64url'), 'nonce 1'])
  })

  test('signs what the server asks for, and gives up if that never is the latest', async () => {
    let isOver = false
    const outdated = () => refusal(400, 'SESSION_PROOF_OUTDATED', { nonce: 'the latest' })
    const { app, noncesOf } = await openExpired(() => (isOver ? refreshed() : outdated()))
    await expect(app.getUser()).rejects.toMatchObject({ errorCode: 'SESSION_PROOF_OUTDATED' })
    expect(noncesOf()).toHaveLength(8)
    expect(noncesOf().at(-1)).toBe('the latest')
    expect(document.cookie).toContain('bound-r1')
    isOver = true
    expect((await app.getUser())?.id).toBe('user-1')
  })

  test('asks nobody if the key is gone, because the server would take the token for a copy', async () => {
    const { app, countOf } = await openExpired(refreshed)
    store.entries.clear()
    expect(await app.getUser()).toBeNull()
    expect(countOf(refresh)).toBe(0)
  })

  test('fails and keeps the session if the key cannot be read right now', async () => {
    const { app, countOf } = await openExpired(refreshed)
    const { indexedDB } = store
    vi.stubGlobal('indexedDB', {
      open() {
        throw new DOMException('', 'UnknownError')
      },
    })
    await expect(app.getUser()).rejects.toThrow()
    expect(countOf(refresh)).toBe(0)
    expect(document.cookie).toContain('bound-r1')
    vi.stubGlobal('indexedDB', indexedDB)
    expect((await app.getUser())?.id).toBe('user-1')
  })

  test('keeps the nonces of eight sessions', async () => {
    const { app } = await openExpired(() => ({ ...refreshed(), session_nonce: 'next' }))
    for (let session = 1; session <= 12; session++) {
      await app.getUser({ tokenStore: { accessToken: null, refreshToken: `bound-s${session}` } })
    }
    const { nonces } = store.entries.get('p1') as { nonces: object }
    expect(Object.keys(nonces)).toEqual(Array.from({ length: 8 }, (_, index) => `bound-s${index + 5}`))
  })
})

test('a server has no key: it uses the access token of a request, and never signs the browser out', async () => {
  vi.stubGlobal('indexedDB', undefined)
  vi.stubGlobal('window', undefined)
  const { sent } = open()
  const app = new ClientApp({ ...options, tokenStore: null })
  const request = (accessToken: string | null) => ({
    headers: new Headers({ 'x-stack-auth': JSON.stringify({ accessToken, refreshToken: 'bound-r1' }) }),
  })
  expect((await app.getUser({ tokenStore: request(createAccessToken()) }))?.id).toBe('user-1')
  expect(await app.getUser({ tokenStore: request(createAccessToken({ lifeSeconds: -10 })) })).toBeNull()
  expect(sent.map(({ route }) => route)).toEqual(['GET /users/me'])
})
