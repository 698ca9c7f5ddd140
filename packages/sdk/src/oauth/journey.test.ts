import { newEmail, openGoogle, ownGoogleSettings, separateServer, type TestServer } from '@latchkey/server/testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { clock } from '../environment/clock.ts'
import { appInternalsSymbol } from '../index.ts'
import { openOAuthBrowser } from '../testing/oauth-browser.ts'
import { createClient, createServer, openProject, signUp } from '../testing/open-project.ts'

// The full flow: the app, the real server, a provider on a real socket, and back to the app.

let google: Awaited<ReturnType<typeof openGoogle>>
let server: TestServer
beforeAll(async () => {
  google = await openGoogle()
  server = await separateServer({ outbound: google.outbound })
})
afterAll(() => google.idp.close())
beforeEach(() => {
  vi.spyOn(clock, 'wait').mockResolvedValue()
})
afterEach(() => vi.unstubAllGlobals())

let people = 0
const newPerson = () => ({ sub: `sdk-${++people}`, email: newEmail(), email_verified: true, name: 'Ada Lovelace' })

async function openApp(settings = {}) {
  const { project } = await openProject({ 'domains.allowLocalhost': true, ...ownGoogleSettings, ...settings }, server)
  const browser = openOAuthBrowser(project, google.idp)
  const app = createClient(project, { redirectMethod: 'window' })
  /** Signs in at the provider and returns the callback page of the app. */
  const comeBack = async (person: ReturnType<typeof newPerson>, path = '/handler/sign-in') => {
    browser.open(path)
    void app.signInWithOAuth('google')
    return browser.followToProvider(await browser.waitForVisit(), person)
  }
  return { project, browser, app, comeBack }
}

test('a new user signs up with the provider and later signs in', async () => {
  const { app, browser, comeBack } = await openApp({})
  const person = newPerson()
  const callback = await comeBack(person)
  expect(callback.pathname).toBe('/handler/oauth-callback')
  expect(await app.callOAuthCallback()).toBe(true)
  expect(await browser.waitForVisit()).toBe('/')
  expect(browser.address).toBe('http://localhost:3000/handler/oauth-callback')
  const user = await app.getUser({ or: 'throw' })
  expect(user).toMatchObject({ primaryEmail: person.email, primaryEmailVerified: true, displayName: 'Ada Lovelace' })
  expect(await user.listOAuthProviders()).toMatchObject([{ type: 'google', email: person.email, allowSignIn: true }])

  await app.signOut()
  await browser.waitForVisit()
  await comeBack(person, '/handler/sign-in?after_auth_return_to=%2Fnotes')
  expect(await app.callOAuthCallback()).toBe(true)
  expect(await browser.waitForVisit()).toBe('/notes')
  expect((await app.getUser({ or: 'throw' })).id).toBe(user.id)
})

test('the callback works once, and only in the browser that started it', async () => {
  const { app, browser, comeBack } = await openApp()
  const callback = await comeBack(newPerson())
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const finished = await Promise.all([app.callOAuthCallback(), app.callOAuthCallback()])
  expect(finished.sort()).toEqual([false, true])
  browser.open(callback.href)
  expect(await app.callOAuthCallback()).toBe(false)
})

test('an anonymous user who signs in with the provider keeps the account', async () => {
  const { app, comeBack } = await openApp()
  const anonymous = await app.getUser({ or: 'anonymous' })
  await comeBack(newPerson())
  expect(await app.callOAuthCallback()).toBe(true)
  expect(await app.getUser({ or: 'throw' })).toMatchObject({ id: anonymous.id, isAnonymous: false })
})

test('a connected account returns tokens after the redirect to the provider', async () => {
  const { app, browser, project } = await openApp()
  const user = await signUp(app)
  await browser.waitForVisit()
  const scopes = ['https://www.googleapis.com/auth/calendar']
  expect(await user.getConnectedAccount('google', { scopes })).toBeNull()
  await expect(user.getConnectedAccount('google', { or: 'throw', scopes })).rejects.toMatchObject({
    errorCode: 'OAUTH_CONNECTION_NOT_CONNECTED_TO_USER',
  })

  browser.open('/settings?tab=accounts#google')
  void user.getConnectedAccount('google', { or: 'redirect', scopes })
  await browser.followToProvider(await browser.waitForVisit(), newPerson())
  expect(await app.callOAuthCallback()).toBe(true)
  expect(await browser.waitForVisit()).toBe('/settings?tab=accounts#google')

  const linked = await app.getUser({ or: 'throw' })
  expect(linked.id).toBe(user.id)
  const account = await linked.getConnectedAccount('google', { or: 'throw', scopes })
  expect(account.id).toBe('google')
  const { accessToken } = await account.getAccessToken()
  const info = await google.outbound.fetch('https://openidconnect.googleapis.com/v1/userinfo', {
    headers: { authorization: `Bearer ${accessToken}` },
  })
  expect(info.status).toBe(200)

  const serverUser = (await createServer(project).getUser(user.id))!
  const seen = await serverUser.getConnectedAccount('google', { scopes })
  expect(await seen?.getAccessToken()).toEqual({ accessToken })
  expect(await serverUser.getConnectedAccount('google', { scopes: ['https://example.com/more'] })).toBeNull()
})

test('an unlinked account is no longer connected for any subscriber', async () => {
  const { app, browser, comeBack } = await openApp()
  await comeBack(newPerson())
  await app.callOAuthCallback()
  await browser.waitForVisit()
  const user = await app.getUser({ or: 'throw' })
  const shown = user[appInternalsSymbol].connectedAccount('google')
  shown.subscribe(() => {})
  const account = await shown.load()
  expect(account).toBe(await user.getConnectedAccount('google'))
  // The token that was fetched with the connection is cached.
  expect(account![appInternalsSymbol].accessToken.getSnapshot()).toMatchObject({ status: 'ok' })

  const [link] = await user.listOAuthProviders()
  await link!.delete()
  expect(shown.getSnapshot()).toEqual({ status: 'ok', value: null })
  await expect(account!.getAccessToken()).rejects.toMatchObject({ errorCode: 'OAUTH_CONNECTION_NOT_CONNECTED_TO_USER' })
})
