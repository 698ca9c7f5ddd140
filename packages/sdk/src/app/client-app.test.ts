import { inspect } from 'node:util'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { ClientAppConstructorOptions } from '../core/app-core.ts'
import { clock } from '../environment/clock.ts'
import { registerFramework } from '../environment/framework.ts'
import { AssertionError } from '../errors/errors.ts'
import { appInternalsSymbol, ClientApp, KnownErrors, toClientJson } from '../index.ts'
import type { TokenStoreInit } from '../session/token-store.ts'
import { createAccessToken } from '../testing/access-tokens.ts'
import { eventually } from '../testing/eventually.ts'
import { ada, createFakeApi, refreshed, refusal } from '../testing/fake-api.ts'
import { openFakePage } from '../testing/fake-page.ts'

const credentials = { email: 'ada@example.com', password: 'correct horse' }
const me = 'GET /users/me'
const signIn = 'POST /auth/password/sign-in'
const refresh = 'POST /auth/oauth/token'
const signedIn = (refreshToken = 'r1') => ({
  access_token: createAccessToken(),
  refresh_token: refreshToken,
  user_id: 'user-1',
})

beforeEach(() => {
  vi.spyOn(clock, 'wait').mockResolvedValue()
})

function createApp<const Store extends TokenStoreInit>(
  tokenStore: Store,
  routes: Parameters<typeof createFakeApi>[0],
  options: Partial<ClientAppConstructorOptions> = {},
) {
  const api = createFakeApi(routes)
  vi.stubGlobal('fetch', api.fetch)
  const app = new ClientApp({
    ...options,
    tokenStore,
    projectId: 'p1',
    publishableClientKey: 'k',
    baseUrl: 'http://api',
  })
  return { app, ...api }
}

describe('getUser', () => {
  test('returns null without a request when nobody is signed in', async () => {
    const { app, sent } = createApp('memory', {})
    expect(await app.getUser()).toBeNull()
    expect(sent).toEqual([])
  })

  test('throws or redirects if requested', async () => {
    const { app } = createApp('memory', {})
    await expect(app.getUser({ or: 'throw' })).rejects.toThrow(
      "User is not signed in but getUser was called with { or: 'throw' }",
    )
    await expect(app.getUser({ or: 'redirect' })).rejects.toThrow('The app cannot redirect')

    const { visits } = openFakePage('https://app.example.com/notes')
    const done = vi.fn()
    app.getUser({ or: 'redirect' }).finally(done)
    await eventually(() => expect(visits).toEqual(['replace /handler/sign-in?after_auth_return_to=%2Fnotes']))
    expect(done).not.toHaveBeenCalled()
  })

  test('treats anonymous users as signed out by default', async () => {
    const tokens = { accessToken: createAccessToken({ is_anonymous: true }), refreshToken: 'r1' }
    const { app } = createApp(tokens, { [me]: { ...ada, is_anonymous: true } })
    expect(await app.getUser()).toBeNull()
    await expect(app.getUser({ or: 'throw' })).rejects.toThrow('not signed in')
    expect((await app.getUser({ or: 'anonymous-if-exists[deprecated]' }))?.isAnonymous).toBe(true)
    openFakePage('https://app.example.com/')
    expect(await app.getPartialUser({ from: 'token' })).toBeNull()
    expect((await app.getPartialUser({ from: 'token', or: 'anonymous' }))?.isAnonymous).toBe(true)
  })

  test('returns null when the user was deleted', async () => {
    const tokens = { accessToken: createAccessToken(), refreshToken: 'r1' }
    const { app } = createApp(tokens, { [me]: refusal(400, 'CANNOT_GET_OWN_USER_WITHOUT_USER') })
    expect(await app.getUser()).toBeNull()
  })

  test('returns a frozen snapshot of the record', async () => {
    const { app } = createApp({ accessToken: createAccessToken(), refreshToken: null }, { [me]: ada })
    const user = await app.getUser({ or: 'throw' })
    expect(Object.isFrozen(user)).toBe(true)
    expect(user).toMatchObject({
      id: 'user-1',
      displayName: 'Ada',
      primaryEmail: 'ada@example.com',
      signedUpAt: new Date(1_700_000_000_000),
      hasPassword: true,
      emailAuthEnabled: true,
      isMultiFactorRequired: false,
      selectedTeam: null,
    })
    expect(user.toClientJson()).toEqual(ada)
  })

  test('keeps the tokens out of logs and JSON', async () => {
    const { app } = createApp({ accessToken: createAccessToken(), refreshToken: 'very-secret' }, { [me]: ada })
    const user = await app.getUser({ or: 'throw' })
    expect(JSON.stringify([user, app])).not.toContain('very-secret')
    expect(inspect([user, app], { depth: 10 })).not.toContain('very-secret')
  })
})

describe('token stores', () => {
  test('a request has its own session, which is kept as long as the request', async () => {
    const { app, sent, countOf } = createApp(null, { [me]: ada, [refresh]: refreshed })
    const request = { headers: new Headers({ cookie: 'stack-refresh-p1=r1' }) }
    expect((await app.getUser({ tokenStore: request }))?.id).toBe('user-1')
    await app.getUser({ tokenStore: request })
    expect(countOf(refresh)).toBe(1)
    expect(sent.at(-1)!.headers.get('x-stack-refresh-token')).toBe('r1')
  })

  test('a missing token store is reported to the developer', async () => {
    const { app } = createApp(null, {})
    // @ts-expect-error: the types forbid it too
    await expect(app.getUser()).rejects.toThrow('no token store')
    await expect(app.signInWithCredential(credentials)).rejects.toThrow('no token store')
  })

  test("'cookie' works in browsers only", async () => {
    const { app } = createApp('cookie', {})
    await expect(app.getUser()).rejects.toThrow('works in browsers only')
  })

  test("'nextjs-cookie' uses the cookies of the framework", async () => {
    const { app } = createApp('nextjs-cookie', { [me]: ada, [refresh]: refreshed, [signIn]: () => signedIn('r2') })
    await expect(app.getUser()).rejects.toThrow('@latchkey/react/next')

    const jar = new Map([['stack-refresh-p1', 'r1']])
    registerFramework({
      cookies: async () => ({
        isSecure: false,
        getAll: (name) => (jar.has(name) ? [jar.get(name)!] : []),
        set: (name, value) => void (value === null ? jar.delete(name) : jar.set(name, value)),
      }),
    })
    try {
      expect((await app.getUser())?.id).toBe('user-1')
      expect(jar.get('stack-access')).toMatch(/^\["r1",/)
      await app.signInWithCredential(credentials)
      expect(jar.get('stack-refresh-p1')).toBe('r2')
    } finally {
      registerFramework({})
    }
  })

  test('all parts of a page that a framework renders share one request for the user and see its changes', async () => {
    const { app, countOf } = createApp('nextjs-cookie', {
      [me]: ada,
      'PATCH /users/me': { ...ada, display_name: 'Countess' },
      [refresh]: refreshed,
    })
    const openCookies = () => ({
      isSecure: false,
      getAll: (name: string) => (name === 'stack-refresh-p1' ? ['r1'] : []),
      set: () => {},
    })
    let page = openCookies()
    registerFramework({ cookies: () => page })
    try {
      const parts = await Promise.all([app.getUser(), app.getUser({ or: 'throw' }), app.getUser({ or: 'redirect' })])
      expect(await app.getUser()).toBe(parts[0])
      expect([countOf(me), countOf(refresh)]).toEqual([1, 1])
      await parts[1].update({ displayName: 'Countess' })
      expect((await app.getUser())?.displayName).toBe('Countess')
      page = openCookies()
      await app.getUser()
      expect(countOf(me)).toBe(2)
    } finally {
      registerFramework({})
    }
  })

  test('a sign-in on a server that needs a second factor redirects with the attempt in cookies', async () => {
    const { app } = createApp('nextjs-cookie', {
      [signIn]: refusal(400, 'MULTI_FACTOR_AUTHENTICATION_REQUIRED', {
        attempt_code: 'attempt',
        methods: ['totp', 'recovery_code'],
      }),
    })
    const written: unknown[] = []
    registerFramework({
      cookies: () => ({ isSecure: false, getAll: () => [], set: (...cookie) => void written.push(cookie) }),
      redirectMethod: 'nextjs',
      redirect: (url) => {
        throw new Error(`redirected to ${url}`)
      },
    })
    try {
      await expect(app.signInWithCredential(credentials)).rejects.toThrow('redirected to /handler/mfa')
      expect(written).toEqual([
        ['stack_mfa_attempt_code', 'attempt', 300, { secure: false }],
        ['stack_mfa_methods', 'totp,recovery_code', 300, { secure: false }],
      ])
    } finally {
      registerFramework({})
    }
  })

  test('in a browser, the partial user is read from the token alone', async () => {
    openFakePage('https://app.example.com/')
    const { app, sent } = createApp({ accessToken: createAccessToken(), refreshToken: 'r1' }, {})
    expect(await app.getPartialUser({ from: 'token' })).toEqual({
      id: 'user-1',
      displayName: 'Ada Lövelace',
      primaryEmail: 'ada@example.com',
      primaryEmailVerified: false,
      isAnonymous: false,
      secondFactorRequired: false,
    })
    const tokenStore = { accessToken: createAccessToken({ lifeSeconds: -1 }), refreshToken: 'r1' }
    expect(await app.getPartialUser({ from: 'token', tokenStore })).toBeNull()
    expect(sent).toEqual([])
  })
})

describe('a rejected access token', () => {
  test('is replaced, and the call is retried immediately', async () => {
    const first = createAccessToken()
    const { app, sent, countOf } = createApp(
      { accessToken: first, refreshToken: 'r1' },
      { [me]: [refusal(401, 'ACCESS_TOKEN_EXPIRED', { expired_at_millis: 1 }), ada], [refresh]: refreshed },
    )
    expect((await app.getUser())?.id).toBe('user-1')
    expect(countOf(refresh)).toBe(1)
    expect(sent.at(-1)!.headers.get('x-stack-access-token')).not.toBe(first)
    expect(vi.mocked(clock.wait).mock.calls).toEqual([[0]])
  })

  test('throws the error if every new token is rejected', async () => {
    const { app, countOf } = createApp(
      { accessToken: createAccessToken(), refreshToken: 'r1' },
      { [me]: refusal(401, 'UNPARSABLE_ACCESS_TOKEN'), [refresh]: refreshed },
    )
    await expect(app.getUser()).rejects.toSatisfy(KnownErrors.UnparsableAccessToken.isInstance)
    expect(countOf(me)).toBe(5)
    expect(countOf(refresh)).toBe(4)
  })
})

test('a hundred calls with an expired token refresh once', async () => {
  const routes = { [refresh]: refreshed, 'GET /auth/sessions': { items: [] }, [me]: ada, [signIn]: () => signedIn() }
  const { app, countOf } = createApp('memory', routes)
  await app.signInWithCredential(credentials)
  const user = await app.getUser({ or: 'throw' })
  vi.useFakeTimers({ now: Date.now() + 3_600_000, toFake: ['Date'] })
  await Promise.all(Array.from({ length: 100 }, () => user.getActiveSessions()))
  vi.useRealTimers()
  expect(countOf(refresh)).toBe(1)
})

describe('signing in', () => {
  test('stores the tokens and returns to the previous page', async () => {
    const { visits } = openFakePage('https://app.example.com/handler/sign-in?after_auth_return_to=%2Fnotes')
    const { app, sent } = createApp('memory', { [signIn]: () => signedIn(), [me]: ada })
    expect(await app.signInWithCredential(credentials)).toEqual({ status: 'ok', data: undefined })
    expect(sent[0]!.body).toEqual(credentials)
    expect(visits).toEqual(['replace /notes'])
    expect((await app.getUser())?.id).toBe('user-1')
  })

  test('returns expected errors as results and throws others', async () => {
    const { app } = createApp('memory', {
      [signIn]: [refusal(400, 'EMAIL_PASSWORD_MISMATCH'), refusal(400, 'PASSWORD_AUTHENTICATION_NOT_ENABLED')],
    })
    const result = await app.signInWithCredential(credentials)
    if (result.status === 'ok') throw new Error('signed in')
    expect(result.error.errorCode).toBe('EMAIL_PASSWORD_MISMATCH')
    await expect(app.signInWithCredential(credentials)).rejects.toSatisfy(
      KnownErrors.PasswordAuthenticationNotEnabled.isInstance,
    )
  })

  test('redirects to the second factor', async () => {
    const needed = refusal(400, 'MULTI_FACTOR_AUTHENTICATION_REQUIRED', { attempt_code: 'attempt' })
    const { app } = createApp('memory', { [signIn]: needed })
    const { visits, storage } = openFakePage('https://app.example.com/handler/sign-in')
    storage.set('stack_mfa_methods', 'passkey')
    const done = vi.fn()
    app.signInWithCredential(credentials).finally(done)
    await eventually(() => expect(visits).toEqual(['assign /handler/mfa']))
    expect(storage.get('stack_mfa_attempt_code')).toBe('attempt')
    // This server does not say which, and an earlier attempt must not either.
    expect(storage.get('stack_mfa_methods')).toBe('')
    expect(done).not.toHaveBeenCalled()
  })

  test('rejects when it cannot redirect to the second factor', async () => {
    const needed = refusal(400, 'MULTI_FACTOR_AUTHENTICATION_REQUIRED', { attempt_code: 'attempt' })
    const { app } = createApp('memory', { [signIn]: needed }, { redirectMethod: 'none' })
    const error = await app.signInWithCredential(credentials).catch((reason) => reason)
    expect(error).toBeInstanceOf(AssertionError)
    expect(error.extraData.details).toEqual({ attempt_code: 'attempt' })
  })
})

test('a session that ends does not end the next one', async () => {
  const { app } = createApp('memory', {
    [signIn]: [signedIn('r1'), signedIn('r2')],
    [me]: ada,
    'DELETE /users/me': { success: true },
  })
  await app.signInWithCredential(credentials)
  const first = await app.getUser({ or: 'throw' })
  await app.signInWithCredential(credentials)
  await first.delete()
  expect((await app.getUser({ or: 'throw' })).id).toBe('user-1')
  expect(await first.getAuthJson()).toEqual({ accessToken: null, refreshToken: null })
})

describe('signing up', () => {
  const signUp = 'POST /auth/password/sign-up'

  test('sends the verification URL and the current session', async () => {
    const { visits } = openFakePage('https://app.example.com/handler/sign-up')
    const token = createAccessToken({ is_anonymous: true })
    const { app, sent } = createApp({ accessToken: token, refreshToken: 'r0' }, { [signUp]: () => signedIn() })
    await app.signUpWithCredential(credentials)
    expect(sent[0]!.body).toEqual({
      ...credentials,
      verification_callback_url: 'https://app.example.com/handler/email-verification',
    })
    expect(sent[0]!.headers.get('x-stack-access-token')).toBe(token)
    expect(visits).toEqual(['replace /'])
  })

  test('returns a rejected password as a result', async () => {
    const { app } = createApp('memory', { [signUp]: refusal(400, 'PASSWORD_TOO_SHORT', { min_length: 8 }) })
    const result = await app.signUpWithCredential({ ...credentials, verificationCallbackUrl: 'http://localhost/x' })
    if (result.status === 'ok') throw new Error('signed up')
    expect(KnownErrors.PasswordRequirementsNotMet.isInstance(result.error)).toBe(true)
  })
})

describe('signing out', () => {
  const signOut = 'DELETE /auth/sessions/current'

  test('does nothing when nobody is signed in', async () => {
    const { visits } = openFakePage('https://app.example.com/')
    const { app, sent } = createApp('memory', {})
    await app.signOut()
    expect(sent).toEqual([])
    expect(visits).toEqual([])
  })

  test('ends the session, deletes the tokens and redirects', async () => {
    const { visits } = openFakePage('https://app.example.com/')
    const { app } = createApp('memory', { [signIn]: () => signedIn(), [signOut]: { success: true } })
    await app.signInWithCredential({ ...credentials, noRedirect: true })
    await app.signOut({ redirectUrl: 'https://bye.example.com' })
    expect(visits).toEqual(['replace https://bye.example.com'])
    expect(await app.getUser()).toBeNull()
  })

  test.each(['REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', 'ACCESS_TOKEN_EXPIRED'])('treats %s as success', async (code) => {
    const { app } = createApp('memory', {
      [signIn]: () => signedIn(),
      [signOut]: refusal(401, code, { expired_at_millis: null }),
      [refresh]: refusal(401, 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED'),
    })
    await app.signInWithCredential(credentials)
    await app.signOut()
    expect(await app.getUser()).toBeNull()
  })

  test('sends no request when the session has already ended', async () => {
    const tokenStore = { headers: new Headers({ cookie: 'stack-refresh-p1=gone' }) }
    const { app, sent } = createApp(tokenStore, { [refresh]: refusal(401, 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED') })
    await app.signOut()
    expect(sent.map((request) => request.route)).toEqual([refresh])
  })

  test('keeps showing the user until the page unloads', async () => {
    openFakePage('https://app.example.com/')
    const { app } = createApp('memory', { [signIn]: () => signedIn(), [signOut]: { success: true }, [me]: ada })
    await app.signInWithCredential({ ...credentials, noRedirect: true })
    await app.getUser()
    const { currentUser } = app[appInternalsSymbol]
    const listener = vi.fn()
    currentUser.subscribe(listener)
    let leave = () => {}
    vi.mocked(clock.wait).mockImplementationOnce(
      () =>
        new Promise<void>((resolve) => {
          leave = resolve
        }),
    )
    const leaving = app.signOut()
    await eventually(() => expect(clock.wait).toHaveBeenCalledWith(2000))
    expect(currentUser.getSnapshot()).toMatchObject({ status: 'ok', value: { id: 'user-1' } })
    expect(listener).not.toHaveBeenCalled()

    leave()
    await leaving
    await eventually(() => expect(listener).toHaveBeenCalled())
    expect(currentUser.getSnapshot()).toEqual({ status: 'ok', value: null })
  })
})

describe('the current-user store', () => {
  test('follows sign-in, update and deletion', async () => {
    const { app } = createApp('memory', {
      [signIn]: () => signedIn(),
      [me]: ada,
      'PATCH /users/me': { ...ada, display_name: 'Countess' },
      'DELETE /users/me': { success: true },
    })
    const { currentUser } = app[appInternalsSymbol]
    expect(app[appInternalsSymbol].currentUser).toBe(currentUser)
    expect(currentUser.getSnapshot()).toEqual({ status: 'ok', value: null })
    const seen: unknown[] = []
    let last: unknown
    currentUser.subscribe(() => {
      const entry = currentUser.getSnapshot()
      if (entry === last) return
      last = entry
      seen.push(entry.status === 'ok' ? (entry.value?.displayName ?? null) : entry.status)
    })
    await app.signInWithCredential(credentials)
    await eventually(() => expect(seen).toEqual(['pending', 'Ada']))

    const user = await app.getUser({ or: 'throw' })
    expect(currentUser.getSnapshot()).toEqual({ status: 'ok', value: user })
    await user.setDisplayName('Countess')
    await user.delete()
    expect(seen).toEqual(['pending', 'Ada', 'Countess', null])
    expect(await app.getUser()).toBeNull()
  })

  test('returns the same store for equal tokens, as hooks require', () => {
    const { app } = createApp(null, { [me]: ada })
    const { currentUserOf } = app[appInternalsSymbol]
    const tokens = { accessToken: createAccessToken(), refreshToken: 'r1' }
    expect(currentUserOf({ ...tokens })).toBe(currentUserOf({ ...tokens }))
    expect(currentUserOf({ ...tokens, refreshToken: 'r2' })).not.toBe(currentUserOf(tokens))
    expect(() => app[appInternalsSymbol].currentUser).toThrow('no token store')
  })

  test('can be seeded by a server', async () => {
    const { app, sent } = createApp('memory', { [signIn]: () => signedIn() })
    await app.signInWithCredential(credentials)
    sent.length = 0
    const internals = app[appInternalsSymbol]
    internals.setCurrentUser(Promise.resolve(ada))
    const store = internals.currentUser
    await eventually(() => expect(store.getSnapshot()).toMatchObject({ status: 'ok', value: { id: 'user-1' } }))
    expect(sent).toEqual([])
  })
})

test('the user in the access token is available synchronously, keeps its identity and follows the store', async () => {
  const { app } = createApp('memory', { [signIn]: signedIn() })
  const store = app[appInternalsSymbol].partialUserOf()
  expect(store.getSnapshot()).toBeNull()
  const listener = vi.fn()
  const stop = store.subscribe(listener)
  await app.signInWithCredential(credentials)
  await eventually(() => expect(listener).toHaveBeenCalledOnce())
  expect(store.getSnapshot()).toMatchObject({ id: 'user-1', isAnonymous: false })
  expect(store.getSnapshot()).toBe(store.getSnapshot())
  stop()

  const tokens = { accessToken: createAccessToken({ sub: 'user-2' }), refreshToken: null }
  const given = () => app[appInternalsSymbol].partialUserOf({ ...tokens }).getSnapshot()
  expect(given()).toMatchObject({ id: 'user-2' })
  expect(given()).toBe(given())
})

describe('serialising', () => {
  const options = { urls: { home: '/home' }, extraRequestHeaders: { a: 'b' } }

  test('contains only public data and revives as the same app', () => {
    const { app } = createApp('cookie', {}, { ...options, redirectMethod: 'window' })
    const json = toClientJson(app)
    expect(json).toEqual({
      baseUrl: 'http://api',
      projectId: 'p1',
      publishableClientKey: 'k',
      tokenStore: 'cookie',
      urls: { home: '/home' },
      oauthScopesOnSignIn: {},
      uniqueIdentifier: expect.any(String),
      redirectMethod: 'window',
      extraRequestHeaders: { a: 'b' },
    })
    expect(ClientApp[appInternalsSymbol].fromClientJson(json)).toBe(app)
    expect(() => ClientApp[appInternalsSymbol].fromClientJson({ ...json, projectId: 'p2' })).toThrow(AssertionError)
  })

  test('is identical on all servers of an app and contains no internal URL', () => {
    const serialise = () =>
      toClientJson(
        createApp('cookie', {}, { ...options, baseUrl: { browser: 'https://api', server: 'http://intern' } }).app,
      )
    expect(serialise()).toEqual(serialise())
    expect(JSON.stringify(serialise())).not.toContain('intern')
  })

  test('revives an unknown app once', () => {
    const { app } = createApp('cookie', {}, options)
    const json = { ...toClientJson(app), uniqueIdentifier: 'from-elsewhere' }
    const revived = ClientApp[appInternalsSymbol].fromClientJson(json)
    expect(revived).toBeInstanceOf(ClientApp)
    expect(revived.urls.afterSignIn).toBe('/home')
    expect(ClientApp[appInternalsSymbol].fromClientJson(structuredClone(json))).toBe(revived)
    expect(toClientJson(revived)).toEqual(json)
    expect(() => createApp('cookie', {}, { uniqueIdentifier: 'from-elsewhere' })).toThrow('uniqueIdentifier')
  })

  test('revives an app with a given identifier', () => {
    const { app } = createApp('cookie', {}, { ...options, uniqueIdentifier: 'given' })
    const json = toClientJson(app)
    expect(json.uniqueIdentifier).toBe('given')
    expect(ClientApp[appInternalsSymbol].fromClientJson(json)).toBe(app)
  })

  test('rejects options that cannot be serialised', () => {
    const router = { useNavigate: () => () => {} }
    expect(() => toClientJson(createApp('cookie', {}, { redirectMethod: router }).app)).toThrow()
    const tokens = { accessToken: null, refreshToken: 'secret' }
    expect(() => toClientJson(createApp(tokens, {}).app)).toThrow('cannot be serialised')
  })
})

test('a project with another id is rejected', async () => {
  const project = { id: 'p2', display_name: 'x', config: { enabled_oauth_providers: [] } }
  const { app } = createApp('memory', { 'GET /projects/current': project })
  await expect(app.getProject()).rejects.toThrow('another project')
})

test('requests of other packages send the session', async () => {
  const tokens = { accessToken: createAccessToken(), refreshToken: 'r1' }
  const { app, sent } = createApp(tokens, { 'GET /anything': { fine: true } })
  const response = await app[appInternalsSymbol].sendRequest('/anything', {})
  expect(await response.json()).toEqual({ fine: true })
  expect(sent[0]!.headers.get('x-stack-access-token')).toBe(tokens.accessToken)
})
