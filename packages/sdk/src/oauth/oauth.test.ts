// @vitest-environment jsdom
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ClientAppConstructorOptions } from '../core/app-core.ts'
import { clock } from '../environment/clock.ts'
import { AssertionError } from '../errors/errors.ts'
import { ClientApp, KnownErrors, ServerApp } from '../index.ts'
import { createAccessToken } from '../testing/access-tokens.ts'
import { eventually } from '../testing/eventually.ts'
import { ada, createFakeApi, plainRefusal, refusal } from '../testing/fake-api.ts'
import { clearCookies, openOAuthPage, setCookie } from '../testing/oauth-page.ts'

const token = 'POST /auth/oauth/token'
const origin = 'http://localhost:3000'

beforeEach(() => {
  vi.spyOn(clock, 'wait').mockResolvedValue()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})

afterEach(() => {
  clearCookies()
  vi.unstubAllGlobals()
})

const signedIn = (more: object = {}) => ({
  access_token: createAccessToken(),
  refresh_token: 'r1',
  token_type: 'Bearer',
  is_new_user: false,
  after_callback_redirect_url: null,
  ...more,
})

function createApp(
  routes: Parameters<typeof createFakeApi>[0] = {},
  options: Partial<ClientAppConstructorOptions> = {},
) {
  const api = createFakeApi(routes)
  vi.stubGlobal('fetch', api.fetch)
  const app = new ClientApp({
    tokenStore: 'memory',
    projectId: 'p1',
    publishableClientKey: 'k',
    baseUrl: 'http://api',
    redirectMethod: 'window',
    ...options,
  }) as ClientApp<true>
  return { app, ...api }
}

/** Starts a sign-in and returns the redirect and the cookie. */
async function startSignIn(
  app: ClientApp<true>,
  visits: string[],
  provider = 'github',
  options?: { returnTo: string },
) {
  const finished = vi.fn()
  app.signInWithOAuth(provider, options).then(finished, finished)
  await eventually(() => expect(visits).toHaveLength(1))
  expect(finished).not.toHaveBeenCalled()
  const url = new URL(visits.shift()!.replace('assign ', ''))
  return { url, query: Object.fromEntries(url.searchParams) as Record<string, string> }
}

const cookieOf = (state: string) =>
  decodeURIComponent(document.cookie.match(new RegExp(`stack-oauth-outer-${state}=([^;]*)`))?.[1] ?? '')

const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

describe('signInWithOAuth', () => {
  test('takes the language of the app along', async () => {
    const { visits } = openOAuthPage('/handler/sign-in')
    const { app } = createApp({}, { extraRequestHeaders: { 'accept-language': 'pt-BR, en;q=0.5' } })
    expect((await startSignIn(app, visits)).query.locale).toBe('pt-BR')
  })

  test('redirects to the provider with all parameters that the server requires', async () => {
    const { visits } = openOAuthPage('/handler/sign-in')
    const { url, query } = await startSignIn(createApp().app, visits, 'GitHub')
    expect(url.origin + url.pathname).toBe('http://api/api/v1/auth/oauth/authorize/github')
    expect(query).toEqual({
      client_id: 'p1',
      client_secret: 'k',
      redirect_uri: `${origin}/handler/oauth-callback`,
      scope: 'legacy',
      state: expect.stringMatching(/^[0-9a-v]{45}$/),
      grant_type: 'authorization_code',
      code_challenge: expect.any(String),
      code_challenge_method: 'S256',
      response_type: 'code',
      type: 'authenticate',
      error_redirect_url: `${origin}/handler/error`,
    })
    expect(challengeOf(cookieOf(query.state!))).toBe(query.code_challenge)
  })

  test('stores the verifier for an hour', async () => {
    const { visits } = openOAuthPage('/handler/sign-in')
    const written = vi.spyOn(document, 'cookie', 'set')
    await startSignIn(createApp().app, visits)
    expect(written.mock.calls[0]![0]).toMatch(/^stack-oauth-outer-\w{45}=\w{45}; path=\/; max-age=3600; samesite=lax$/)
  })

  test('sends the current session, the scopes of the app and the destination', async () => {
    const { visits } = openOAuthPage('/handler/sign-in?after_auth_return_to=%2Fnotes')
    const accessToken = createAccessToken({ is_anonymous: true })
    const { app } = createApp(
      {},
      {
        tokenStore: { accessToken, refreshToken: 'r1' },
        oauthScopesOnSignIn: { github: ['repo', 'gist'], google: ['mail'] },
      },
    )
    const { query } = await startSignIn(app, visits)
    expect(query).toMatchObject({
      token: accessToken,
      provider_scope: 'repo gist',
      redirect_uri: `${origin}/handler/oauth-callback?after_auth_return_to=%2Fnotes`,
      error_redirect_url: `${origin}/handler/error?after_auth_return_to=%2Fnotes`,
    })
  })

  test('removes reserved parameters from the callback URL with a warning', async () => {
    const { visits } = openOAuthPage('/handler/sign-in')
    const { query } = await startSignIn(createApp().app, visits, 'github', { returnTo: '/back?code=1&a=2&state=3#x' })
    expect(query.redirect_uri).toBe(`${origin}/back?a=2`)
    expect(console.warn).toHaveBeenCalledTimes(2)
  })

  test('works in browsers only, and with a token store', async () => {
    openOAuthPage('/handler/sign-in')
    await expect(createApp({}, { tokenStore: null }).app.signInWithOAuth('github')).rejects.toThrow('no token store')
    const { app } = createApp()
    vi.stubGlobal('window', undefined)
    await expect(app.signInWithOAuth('github')).rejects.toThrow('browsers only')
    await expect(app.callOAuthCallback()).rejects.toThrow('browsers only')
  })

  test('explains that HTTPS is required on an insecure page', async () => {
    openOAuthPage('/handler/sign-in')
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
    await expect(createApp().app.signInWithOAuth('github')).rejects.toThrow('HTTPS')
  })
})

/** Returns from the provider to the callback page of the sign-in. */
async function comeBack(app: ClientApp<true>, options?: { returnTo: string }, path = '/handler/sign-in') {
  const { query } = await startSignIn(app, openOAuthPage(path).visits, 'github', options)
  const back = new URL(query.redirect_uri!)
  back.searchParams.set('code', 'the-code')
  back.searchParams.set('state', query.state!)
  const { visits } = openOAuthPage(back.pathname + back.search)
  return { visits, query, verifier: cookieOf(query.state!).split(' ')[0]! }
}

describe('callOAuthCallback', () => {
  test('exchanges the code and continues to the app', async () => {
    const { app, sent } = createApp({ [token]: signedIn() })
    const { visits, query, verifier } = await comeBack(app)
    expect(await app.callOAuthCallback()).toBe(true)
    expect(sent[0]!.body).toEqual({
      grant_type: 'authorization_code',
      client_id: 'p1',
      client_secret: 'k',
      code: 'the-code',
      code_verifier: verifier,
      redirect_uri: query.redirect_uri,
    })
    expect(visits).toEqual(['replace /'])
    expect(await app.getPartialUser({ from: 'token' })).toMatchObject({ id: 'user-1' })
  })

  test('consumes code and cookie synchronously, so that only one of two calls gets them', async () => {
    const { app, countOf } = createApp({ [token]: signedIn() })
    const { query } = await comeBack(app, undefined, '/handler/sign-in?after_auth_return_to=%2Fnotes')
    const calls = [app.callOAuthCallback(), app.callOAuthCallback()]
    expect(document.URL).toBe(`${origin}/handler/oauth-callback?after_auth_return_to=%2Fnotes`)
    expect(cookieOf(query.state!)).toBe('')
    expect(await Promise.all(calls)).toEqual([true, false])
    expect(countOf(token)).toBe(1)
  })

  test.each([
    ['new users to their page', { is_new_user: true }, '', 'replace /welcome'],
    ['users to their destination', {}, '?after_auth_return_to=%2Fnotes', 'replace /notes'],
    [
      'users back who connect an account',
      { after_callback_redirect_url: `${origin}/settings?a=1#b` },
      '',
      'replace /settings?a=1#b',
    ],
    ['users home, not to another origin', { after_callback_redirect_url: 'https://evil.example/' }, '', 'replace /'],
    ['users home, not to a script', { after_callback_redirect_url: 'javascript:alert(1)' }, '', 'replace /'],
  ])('redirects %s', async (_name, answer, search, visit) => {
    const { app } = createApp({ [token]: signedIn(answer) }, { urls: { afterSignUp: '/welcome' } })
    const { visits } = await comeBack(app, undefined, `/handler/sign-in${search}`)
    expect(await app.callOAuthCallback()).toBe(true)
    expect(visits).toEqual([visit])
  })

  test('sends the same redirect URI in the exchange for a custom callback page', async () => {
    const { app, sent } = createApp({ [token]: signedIn() })
    await comeBack(app, { returnTo: '/my/callback?x=%20y' })
    expect(await app.callOAuthCallback()).toBe(true)
    expect(sent[0]!.body).toMatchObject({ redirect_uri: `${origin}/my/callback?x=%20y` })
  })

  test.each([
    ['without a code', '/handler/oauth-callback?state=s'],
    ['without a state', '/handler/oauth-callback?code=c'],
    ['of a flow that this browser has not started', '/handler/oauth-callback?code=c&state=s'],
    ['with a state that would be another cookie', '/handler/oauth-callback?code=c&state=s%3D1%3B%20path%3D%2Fx'],
  ])('ignores a callback %s', async (_name, path) => {
    openOAuthPage(path)
    const { app, sent } = createApp()
    expect(await app.callOAuthCallback()).toBe(false)
    expect(console.warn).toHaveBeenCalledOnce()
    expect(document.URL).toBe(origin + path)
    expect(sent).toEqual([])
  })

  test('does not use a cookie that an attacker set', async () => {
    const { app, sent } = createApp()
    openOAuthPage('/handler/oauth-callback?code=attacker&state=s')
    setCookie('stack-oauth-outer-s=verifier-of-the-attacker; path=/handler')
    expect(await app.callOAuthCallback()).toBe(false)
    expect(sent).toEqual([])
  })

  test('is not consumed by an app without a token store', async () => {
    const { visits } = openOAuthPage('/handler/sign-in')
    const { query } = await startSignIn(createApp().app, visits)
    openOAuthPage(`/handler/oauth-callback?code=c&state=${query.state}`)
    await expect(createApp({}, { tokenStore: null }).app.callOAuthCallback()).rejects.toThrow('no token store')
    expect(cookieOf(query.state!)).not.toBe('')
  })

  test('redirects to the second factor', async () => {
    const { app } = createApp({ [token]: refusal(400, 'MULTI_FACTOR_AUTHENTICATION_REQUIRED', { attempt_code: 'a1' }) })
    const { visits } = await comeBack(app, undefined, '/handler/sign-in?after_auth_return_to=%2Fnotes')
    const finished = vi.fn()
    app.callOAuthCallback().finally(finished)
    await eventually(() => expect(visits).toEqual(['assign /handler/mfa?after_auth_return_to=%2Fnotes']))
    expect(sessionStorage.getItem('stack_mfa_attempt_code')).toBe('a1')
    expect(finished).not.toHaveBeenCalled()
  })

  test('explains what to do when the app cannot redirect to the second factor', async () => {
    const required = refusal(400, 'MULTI_FACTOR_AUTHENTICATION_REQUIRED', { attempt_code: 'a1' })
    const { app } = createApp({ [token]: required }, { redirectMethod: 'none' })
    await comeBack(app)
    await expect(app.callOAuthCallback()).rejects.toBeInstanceOf(AssertionError)
  })

  test('alerts about a wrong second factor', async () => {
    const { app } = createApp({ [token]: refusal(400, 'INVALID_TOTP_CODE') })
    await comeBack(app)
    const alert = vi.fn()
    vi.stubGlobal('alert', alert)
    expect(await app.callOAuthCallback()).toBe(false)
    expect(alert).toHaveBeenCalledExactlyOnceWith('Invalid TOTP code. Please try signing in again.')
  })

  test('throws known errors unchanged and wraps all others, without a retry', async () => {
    const { app, countOf } = createApp({
      [token]: [refusal(400, 'INVALID_AUTHORIZATION_CODE'), plainRefusal(400, 'no'), new TypeError('fetch failed')],
      'GET /api/v1': 'ok',
      'GET /health': 'ok',
    })
    await comeBack(app)
    await expect(app.callOAuthCallback()).rejects.toMatchObject({ errorCode: 'INVALID_AUTHORIZATION_CODE' })
    await comeBack(app)
    await expect(app.callOAuthCallback()).rejects.toMatchObject({
      message: 'Signing in with the provider failed. Please try again.',
      cause: { statusCode: 400, message: 'no' },
    })
    await comeBack(app)
    await expect(app.callOAuthCallback()).rejects.toThrow('Signing in with the provider failed')
    expect(countOf(token)).toBe(3)
    expect(await app.getUser()).toBeNull()
  })
})

describe('getConnectedAccount', () => {
  const access = 'POST /connected-accounts/me/github/access-token'
  const check = 'POST /auth/step-up/check'
  const accessToken = createAccessToken()
  const openUser = async (routes: Parameters<typeof createFakeApi>[0]) => {
    const { visits } = openOAuthPage('/settings?tab=1#accounts')
    const options = { tokenStore: { accessToken, refreshToken: 'r1' }, oauthScopesOnSignIn: { github: ['repo'] } }
    const opened = createApp({ 'GET /users/me': ada, [check]: { success: true }, ...routes }, options)
    return { ...opened, visits, user: await opened.app.getUser({ or: 'throw' }) }
  }

  test('returns tokens of the provider with the scopes', async () => {
    const { user, sent } = await openUser({ [access]: [{ access_token: 't1' }, { access_token: 't2' }] })
    const account = await user.getConnectedAccount('github', { scopes: ['gist', 'user'] })
    expect(account?.id).toBe('github')
    expect(await account?.getAccessToken()).toEqual({ accessToken: 't2' })
    expect(sent.at(-1)!.body).toEqual({ scope: 'gist user' })
    expect(sent.at(-1)!.headers.get('x-stack-access-token')).toBe(accessToken)
  })

  test.each([
    'OAUTH_CONNECTION_NOT_CONNECTED_TO_USER',
    'OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE',
  ])('returns null, throws or connects the account on %s', async (code) => {
    const { user, visits } = await openUser({ [access]: refusal(400, code) })
    expect(await user.getConnectedAccount('github')).toBeNull()
    await expect(user.getConnectedAccount('github', { or: 'throw' })).rejects.toMatchObject({ errorCode: code })

    const finished = vi.fn()
    user.getConnectedAccount('github', { or: 'redirect', scopes: ['gist', 'repo'] }).then(finished, finished)
    await eventually(() => expect(visits).toHaveLength(1))
    const query = Object.fromEntries(new URL(visits[0]!.replace('assign ', '')).searchParams)
    expect(query).toMatchObject({
      type: 'link',
      token: accessToken,
      provider_scope: 'gist repo',
      after_callback_redirect_url: `${origin}/settings?tab=1#accounts`,
      redirect_uri: `${origin}/handler/oauth-callback`,
    })
    expect(finished).not.toHaveBeenCalled()
  })

  test('of a server user is requested with the secret key, and cannot redirect', async () => {
    const id = 'user-1'
    const [found, missing] = ['github', 'google'].map((name) => `POST /connected-accounts/${id}/${name}/access-token`)
    const { sent } = createApp({
      [`GET /users/${id}`]: { ...ada, last_active_at_millis: 0, server_metadata: null },
      [found!]: { access_token: 't1' },
      [missing!]: refusal(400, 'OAUTH_CONNECTION_NOT_CONNECTED_TO_USER'),
    })
    const keys = { projectId: 'p1', publishableClientKey: 'k', secretServerKey: 's', baseUrl: 'http://api' }
    const user = await new ServerApp({ tokenStore: null, ...keys }).getUser(id)
    const account = await user!.getConnectedAccount('github')
    expect(await account!.getAccessToken()).toEqual({ accessToken: 't1' })
    expect(sent.at(-1)!.headers.get('x-stack-secret-server-key')).toBe('s')
    expect(await user!.getConnectedAccount('google')).toBeNull()
    await expect(user!.getConnectedAccount('google', { or: 'redirect' })).rejects.toThrow('needs a session')
  })

  test('rejects with all other errors', async () => {
    const { user } = await openUser({
      [access]: refusal(400, 'OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS'),
    })
    const error = await user.getConnectedAccount('github', { or: 'redirect' }).catch((reason) => reason)
    expect(KnownErrors.OAuthAccessTokenNotAvailableWithSharedOAuthKeys.isInstance(error)).toBe(true)
  })
})
