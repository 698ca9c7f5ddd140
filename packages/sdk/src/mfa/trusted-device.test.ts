// @vitest-environment jsdom
// @vitest-environment-options { "url": "https://app.example.com/handler/mfa" }
import { afterEach, expect, test, vi } from 'vitest'
import { finishOAuth } from '../app/account-methods.ts'
import { appInternalsSymbol, ClientApp } from '../index.ts'
import { createAccessToken } from '../testing/access-tokens.ts'
import { ada, createFakeApi } from '../testing/fake-api.ts'

const options = { projectId: 'p1', publishableClientKey: 'k', redirectMethod: 'none', tokenStore: 'cookie' } as const
const name = '__Host-stack-trusted-p1'
const noRedirect = true

afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: the user clears their cookies.
  document.cookie = `${name}=; path=/; secure; max-age=0`
})

function open() {
  const tokens = { access_token: createAccessToken(), refresh_token: 'r1', user_id: 'user-1' }
  let trusted = 0
  const api = createFakeApi({
    'POST /auth/password/sign-in': () => tokens,
    'POST /auth/otp/sign-in': () => tokens,
    'POST /auth/oauth/token': () => tokens,
    'POST /auth/mfa/sign-in': ({ body }) => ({
      ...tokens,
      ...((body as { trust_device?: boolean }).trust_device && { trusted_device: `token-${++trusted}` }),
    }),
    'DELETE /auth/sessions/current': {},
    'GET /users/me': ada,
  })
  vi.stubGlobal('fetch', api.fetch)
  const app = new ClientApp(options)
  const sentBy = async (go: () => Promise<unknown>) => {
    const { length } = api.sent
    await go()
    return api.sent.slice(length).map(({ route, headers }) => [route, headers.get('x-stack-trusted-device')])
  }
  return { app, sentBy }
}

const cookieOf = () => document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`))

test('a browser that is trusted says so at every sign-in, and in no other request', async () => {
  const { app, sentBy } = open()
  const password = () => app.signInWithCredential({ email: 'ada@example.com', password: 'p', noRedirect })
  expect(await sentBy(password)).toEqual([['POST /auth/password/sign-in', null]])
  const written = vi.spyOn(document, 'cookie', 'set')
  await app.signInWithMfa('123456', 'attempt', { noRedirect, trustDevice: true })
  expect(written).toHaveBeenCalledWith(`${name}=token-1; path=/; max-age=2592000; samesite=lax; secure`)
  expect(await sentBy(password)).toEqual([['POST /auth/password/sign-in', 'token-1']])
  const code = () => app.signInWithMagicLink('code', { noRedirect })
  expect(await sentBy(code)).toEqual([['POST /auth/otp/sign-in', 'token-1']])
  const provider = { code: 'c', verifier: 'v', redirectUri: 'http://localhost/' }
  const [exchange] = await sentBy(() => finishOAuth(app[appInternalsSymbol].core, provider))
  expect(exchange).toEqual(['POST /auth/oauth/token', 'token-1'])
  expect(await sentBy(() => app.getUser())).toEqual([['GET /users/me', null]])
})

test('nothing is kept unless it was asked for', async () => {
  const { app } = open()
  await app.signInWithMfa('123456', 'attempt', { noRedirect })
  expect(cookieOf()).toBe(undefined)
})

test('the tokens of several people stay in one cookie, the newest first, up to five', async () => {
  const { app, sentBy } = open()
  for (let count = 1; count <= 6; count++) {
    await app.signInWithMfa('123456', 'attempt', { noRedirect, trustDevice: true })
  }
  const password = () => app.signInWithCredential({ email: 'ada@example.com', password: 'p', noRedirect })
  expect(await sentBy(password)).toEqual([['POST /auth/password/sign-in', 'token-6 token-5 token-4 token-3 token-2']])
})

test('the browser stays trusted after a sign-out', async () => {
  const { app, sentBy } = open()
  await app.signInWithMfa('123456', 'attempt', { noRedirect, trustDevice: true })
  await app.signOut()
  const password = () => app.signInWithCredential({ email: 'ada@example.com', password: 'p', noRedirect })
  expect(await sentBy(password)).toEqual([['POST /auth/password/sign-in', 'token-1']])
})
