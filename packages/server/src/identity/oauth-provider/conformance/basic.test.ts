import * as client from 'openid-client'
import { describe, expect, test } from 'vitest'
import { testServer } from '../../../testing/index.ts'
import {
  approveFor,
  beginSignIn,
  openProvider,
  postToken,
  readInteraction,
  signInTo,
} from '../../../testing/oauth-provider.ts'

const provider = await openProvider(await testServer())
const registered = await provider.addClient()
const user = await provider.project.signUp()
const signIn = (parameters: Record<string, string> = {}) => signInTo(provider, registered, parameters, { user })

async function readUserInfo(init: RequestInit) {
  const response = await provider.fetch(`${provider.issuer}/userinfo`, init)
  return { status: response.status, body: (await response.json()) as { sub?: string } }
}

test('a sign-in by code gives tokens and the claims of the user', async () => {
  const { tokens, config } = await signIn({ nonce: 'n' })
  expect(tokens.claims()).toMatchObject({ iss: provider.issuer, sub: user.user_id, aud: registered.id, nonce: 'n' })
  expect(await client.fetchUserInfo(config, tokens.access_token, user.user_id)).toMatchObject({ sub: user.user_id })
})

test('a request without response_type is refused', async () => {
  const { url } = await beginSignIn(provider, registered)
  url.searchParams.delete('response_type')
  const response = await provider.newBrowser().open(url)
  const location = response.headers.get('location')
  expect(location ? new URL(location).searchParams.get('error') : response.status).toBe('invalid_request')
})

describe('userinfo answers', async () => {
  const { tokens } = await signIn()
  const headers = { authorization: `Bearer ${tokens.access_token}` }
  const form = new URLSearchParams({ access_token: tokens.access_token })

  test('to GET with the token in the header', async () => {
    expect(await readUserInfo({ headers })).toMatchObject({ status: 200, body: { sub: user.user_id } })
  })
  test('to POST with the token in the header', async () => {
    expect(await readUserInfo({ method: 'POST', headers })).toMatchObject({ status: 200, body: { sub: user.user_id } })
  })
  test('to POST with the token in the body', async () => {
    expect(await readUserInfo({ method: 'POST', body: form })).toMatchObject({
      status: 200,
      body: { sub: user.user_id },
    })
  })
  test('to nobody without a token', async () => {
    expect((await readUserInfo({})).status).toBe(401)
  })
})

test('a request without nonce succeeds', async () => {
  expect((await signIn()).tokens.claims()!.nonce).toBeUndefined()
})

test.each([
  ['profile', 'openid profile'],
  ['email', 'openid email'],
  ['address, which does not exist', 'openid address'],
  ['phone, which does not exist', 'openid phone'],
  ['all of them', 'openid profile email address phone'],
  ['another order', 'email openid'],
])('a request for %s succeeds', async (_, scope) => {
  const { tokens } = await signIn({ scope })
  expect(tokens.scope!.split(' ')).toContain('openid')
})

test.each([
  ['display=page', { display: 'page' }],
  ['display=popup', { display: 'popup' }],
  ['an unknown parameter', { extra: 'foobar' }],
  ['login_hint', { login_hint: 'ada@example.com' }],
  ['ui_locales', { ui_locales: 'de fr' }],
  ['claims_locales', { claims_locales: 'de' }],
  ['acr_values', { acr_values: 'urn:latchkey:one-factor other' }],
  ['max_age=10000', { max_age: '10000' }],
  ['claims, which are not supported', { claims: '{"userinfo":{"name":{"essential":true}}}' }],
])('a request with %s succeeds', async (_, parameters) => {
  expect((await signIn(parameters)).tokens.claims()!.sub).toBe(user.user_id)
})

test('prompt=login and a low max_age lead to the page for signing in, in a browser that is signed in', async () => {
  const { browser } = await signIn()
  for (const parameters of [{ prompt: 'login' }, { max_age: '0' }]) {
    const { url } = await beginSignIn(provider, registered, parameters as Record<string, string>)
    expect(readInteraction(await browser.open(url))).toBeTruthy()
  }
})

describe('prompt=none', () => {
  const silently = async (browser = provider.newBrowser(), more = {}) => {
    const { url, ...rest } = await beginSignIn(provider, registered, { prompt: 'none', ...more })
    return { back: new URL((await browser.open(url)).headers.get('location')!), ...rest }
  }

  test('fails for nobody', async () => {
    expect((await silently()).back.searchParams.get('error')).toBe('login_required')
  })

  test('gives the same user again, with and without id_token_hint', async () => {
    const { browser, tokens } = await signIn()
    for (const more of [{}, { id_token_hint: tokens.id_token! }]) {
      const { back, config, verifier, state } = await silently(browser, more)
      const again = await client.authorizationCodeGrant(config, back, {
        pkceCodeVerifier: verifier,
        expectedState: state,
      })
      expect(again.claims()).toMatchObject({ sub: user.user_id, auth_time: tokens.claims()!.auth_time })
    }
  })
})

describe('a code works once', async () => {
  const { back, verifier } = await approveFor(provider, registered, { scope: 'openid' }, { user })
  const fields = {
    grant_type: 'authorization_code',
    code: back.searchParams.get('code')!,
    redirect_uri: registered.redirectUri,
    code_verifier: verifier,
  }

  test('and its tokens end when it is used again', async () => {
    const first = await postToken(provider, registered, fields)
    expect(first.status).toBe(200)
    const headers = { authorization: `Bearer ${first.body.access_token}` }
    expect((await readUserInfo({ headers })).status).toBe(200)
    expect((await postToken(provider, registered, fields)).body.error).toBe('invalid_grant')
    expect((await readUserInfo({ headers })).status).toBe(401)
  })
})

test('a redirect that is not registered is refused on a page', async () => {
  const { url } = await beginSignIn(provider, registered, { redirect_uri: 'https://other.example.com/callback' })
  const response = await provider.newBrowser().open(url)
  expect([response.status, response.headers.get('location')]).toEqual([400, null])
  expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})

test('a posted request succeeds', async () => {
  const { url } = await beginSignIn(provider, registered)
  const browser = provider.newBrowser()
  const init = { method: 'POST', body: url.searchParams }
  const link = (await browser.open(`${provider.issuer}/authorize`, init)).headers.get('location')!
  expect(readInteraction(await browser.open(link))).toBeTruthy()
})

test('a client may send its secret in the body', async () => {
  const { back, verifier } = await approveFor(provider, registered, {}, { user })
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: back.searchParams.get('code')!,
    redirect_uri: registered.redirectUri,
    code_verifier: verifier,
    client_id: registered.id,
    client_secret: registered.secret,
  })
  const response = await provider.fetch(`${provider.issuer}/token`, { method: 'POST', body })
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toContain('no-store')
})

test.each(['request', 'request_uri'])('request objects are refused as unsupported: %s', async (name) => {
  const { url } = await beginSignIn(provider, registered, { [name]: 'https://client.example.com/request' })
  const back = new URL((await provider.newBrowser().open(url)).headers.get('location')!)
  expect(back.searchParams.get('error')).toBe(`${name}_not_supported`)
})
