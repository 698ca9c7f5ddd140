// @vitest-environment jsdom
// @vitest-environment-options { "url": "https://app.example.com/handler/sign-in" }
import { goodPassword, newEmail, type TestProject } from '@latchkey/server/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { adoptSession, countOtherAccounts, keepCurrentAccount, listOtherAccounts } from '../accounts/accounts.ts'
import { appInternalsSymbol } from '../core/extensions.ts'
import { registerFramework } from '../environment/framework.ts'
import { ClientApp, createSessionRoute, relayToAppServer, ServerApp } from '../index.ts'
import { createFakeApi, refreshed } from '../testing/fake-api.ts'
import { openProject, signUp } from '../testing/open-project.ts'
import { openRelay } from '../testing/relay.ts'

// A page of an app whose server keeps the sessions, with the real route and the real server of Latchkey.

const refresh = 'POST /auth/oauth/token'
let project: TestProject
let takeRequests: () => string[]
let relay: Awaited<ReturnType<typeof openRelay>>
const seen: string[] = []

beforeEach(async () => {
  const opened = await openProject()
  project = opened.project
  takeRequests = opened.takeRequests
  relay = await openRelay({ projectId: project.id, ...project.keys })
  relay.stub(globalThis.fetch)
  watchAnswers()
})

afterEach(() => {
  relay.close()
  for (const name of namesOf(relay.cookies())) relay.setCookie(`${name}=; path=/; secure; max-age=0`)
  seen.length = 0
})

/** Everything that a script could see of the answers. */
function watchAnswers(): void {
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (url: string | URL, init?: RequestInit) => {
    const response = await fetch(url, init)
    // What the app's server sends is not the page's business.
    if (new Headers(init?.headers).get('x-stack-secret-server-key') === null) seen.push(await response.clone().text())
    return response
  })
}

const namesOf = (cookies: string) => cookies.split('; ').map((part) => part.split('=')[0]!)

/** The tokens that only the server gets, by the handles of their sessions. */
const keptTokens = () =>
  relay
    .cookies()
    .split('; ')
    .flatMap((part) => {
      const [, id, token] = /^__Host-stack-kept-[\w-]{36}-([\w-]{36})=(.+)$/.exec(part) ?? []
      return id && token ? [{ handle: `kept-${id}`, token }] : []
    })

function openTab({ isOn = true } = {}) {
  const { publishableClientKey } = project.keys
  const options = {
    tokenStore: 'nextjs-cookie',
    projectId: project.id,
    publishableClientKey,
    redirectMethod: 'none',
  } as const
  return new ClientApp({ ...options, httpOnlySessions: isOn })
}

const coreOf = (app: ClientApp<true>) => app[appInternalsSymbol].core
const expireAccess = () => relay.setCookie('stack-access=; path=/; secure; max-age=0')
const emailOf = async (app: ClientApp<true>) => (await app.getUser())?.primaryEmail

/** Somebody who signed in before the app kept sessions. */
async function signUpBefore(tab = openTab({ isOn: false })) {
  const user = await signUp(tab)
  const { refreshToken } = await user.currentSession.getTokens()
  expect(document.cookie).toContain(`=${refreshToken}`)
  takeRequests()
  return { tab, email: user.primaryEmail!, refreshToken: refreshToken! }
}

test('scripts find no refresh token: not in cookies, storages, answers or the objects of the SDK', async () => {
  const app = openTab()
  const user = await signUp(app)
  expireAccess()
  expect(await emailOf(openTab())).toBe(user.primaryEmail)
  const [{ handle, token } = { handle: '', token: '' }] = keptTokens()
  expect(token).toMatch(/^[0-9a-z]{45}$/)
  expect(await user.currentSession.getTokens()).toMatchObject({ refreshToken: handle })
  const stored = [document.cookie, JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })]
  for (const text of [...stored, ...seen]) expect(text).not.toContain(token)
  expect(document.cookie).toContain(`__Host-stack-refresh-${project.id}=${handle}`)
})

test('a sign-in and a refresh take as many requests as without', async () => {
  await signUp(openTab())
  expect(takeRequests()).toEqual(['POST /auth/password/sign-up', 'GET /users/me'])
  expireAccess()
  await openTab().getUser()
  expect(takeRequests()).toEqual([refresh, 'GET /users/me'])
})

test('a sign-out ends the session and leaves nothing behind', async () => {
  const app = openTab()
  await signUp(app)
  const [kept] = keptTokens()
  takeRequests()
  await app.signOut()
  expect(takeRequests()).toEqual(['DELETE /auth/sessions/current'])
  expect(keptTokens()).toEqual([])
  expect(document.cookie).toBe(`__Host-stack-refresh-${project.id}=`)
  const headers = { 'x-stack-refresh-token': kept!.token }
  expect((await project.send('POST /auth/sessions/current/refresh', { headers })).status).toBe(401)
  expect(await openTab().getUser()).toBeNull()
})

test('changing the password keeps this session and ends all others', async () => {
  const app = openTab()
  const user = await signUp(app)
  await user.updatePassword({ oldPassword: goodPassword, newPassword: 'a much longer passphrase' })
  expireAccess()
  expect(await emailOf(openTab())).toBe(user.primaryEmail)
})

test('a code of a provider becomes a session that only the server keeps', async () => {
  const core = coreOf(openTab())
  const api = createFakeApi({ [refresh]: { ...refreshed(), refresh_token: 'the-secret', is_new_user: false } })
  relay.stub(api.fetch)
  const tokens = await core.transport.requestTokens({ grant_type: 'authorization_code', code: 'c' }, false)
  expect(tokens).toMatchObject({ refresh_token: 'kept-s1' })
  expect(relay.cookies()).toContain(`__Host-stack-kept-${project.id}-s1=the-secret`)
})

describe('a session from before', () => {
  test('moves when it is refreshed, with one request, and goes on in the objects that the app has', async () => {
    const { email, refreshToken } = await signUpBefore()
    const tab = openTab()
    const session = coreOf(tab).sessionOf(coreOf(tab).tokenStores.of())
    session.dropAccessToken(currentAccess())
    expect(await emailOf(tab)).toBe(email)
    expect(takeRequests()).toEqual([refresh, 'GET /users/me'])
    const [kept] = keptTokens()
    expect(kept).toMatchObject({ token: refreshToken })
    expect(document.cookie).not.toContain(refreshToken)
    expect(document.cookie).toContain(`=${kept!.handle}`)
    expect(coreOf(tab).sessionOf(coreOf(tab).tokenStores.of())).toBe(session)
    expect(await session.getTokens()).toMatchObject({ refreshToken: kept!.handle })
    expect(takeRequests()).toEqual([])
  })

  test('moves once if all tabs refresh at the same time, and nobody is signed out', async () => {
    const { email } = await signUpBefore()
    const tabs = Array.from({ length: 5 }, () => openTab())
    // As after a reload: each tab knows the session before any of them moves it.
    for (const tab of tabs) await tab.getUser()
    const access = currentAccess()
    for (const tab of tabs) coreOf(tab).sessionOf(coreOf(tab).tokenStores.of()).dropAccessToken(access)
    takeRequests()
    const sessions = tabs.map((tab) => coreOf(tab).sessionOf(coreOf(tab).tokenStores.of()))
    const tokens = await Promise.all(sessions.map((session) => session.getTokens()))
    expect(keptTokens()).toHaveLength(1)
    const [{ handle } = {}] = keptTokens()
    expect(tokens.map((pair) => pair.accessToken).every(Boolean)).toBe(true)
    const after = tabs.map((tab) => coreOf(tab).sessionOf(coreOf(tab).tokenStores.of()))
    expect(after).toEqual(sessions)
    for (const session of after) expect((await session.getTokens()).refreshToken).toBe(handle)
    expireAccess()
    expect(await Promise.all([openTab(), ...tabs].map(emailOf))).toEqual(Array.from({ length: 6 }, () => email))
  })

  test('stays signed in in a tab that still runs the old code, which is told to reload', async () => {
    const { tab: old, email } = await signUpBefore()
    const tab = openTab()
    expireAccess()
    expect(await emailOf(tab)).toBe(email)
    registerFramework({})
    // It uses the access token of the others.
    expect(await emailOf(old)).toBe(email)
    expireAccess()
    const reopened = openTab({ isOn: false })
    await expect(reopened.getUser()).rejects.toThrow('Reload the page')
    registerFramework({ relay: relayToAppServer })
    expect(await emailOf(tab)).toBe(email)
  })

  test('that the app no longer moves goes on as it is', async () => {
    const { email, refreshToken } = await signUpBefore()
    expireAccess()
    expect(await emailOf(openTab({ isOn: false }))).toBe(email)
    expect(document.cookie).toContain(refreshToken)
    expect(keptTokens()).toEqual([])
  })
})

test('a session that the server keeps goes on in an app that has turned it off again', async () => {
  const user = await signUp(openTab())
  expireAccess()
  expect(await emailOf(openTab({ isOn: false }))).toBe(user.primaryEmail)
  await openTab({ isOn: false }).signOut()
  expect(keptTokens()).toEqual([])
})

test('a project that refuses sessions which could be copied accepts it, and nobody with the token alone', async () => {
  const body = { config: { session_keys_required: true } }
  await project.call('PATCH /internal/projects/current', { as: 'admin', body })
  const user = await signUp(openTab())
  expireAccess()
  expect(await emailOf(openTab())).toBe(user.primaryEmail)
  const headers = { 'x-stack-refresh-token': keptTokens()[0]!.token }
  expect((await project.send('POST /auth/sessions/current/refresh', { headers })).status).toBe(401)
  expireAccess()
  expect(await emailOf(openTab())).toBe(user.primaryEmail)
})

test('several accounts take turns, and one sign-out ends them all', async () => {
  const app = openTab()
  const first = await signUp(app)
  await keepCurrentAccount(coreOf(app))
  const beside = new ClientApp({ ...coreOf(app).options, tokenStore: 'memory' })
  const second = await signUp(beside as ClientApp<true>)
  await adoptSession(coreOf(app), await second.currentSession.getTokens())
  expect(await emailOf(app)).toBe(second.primaryEmail)
  expect(keptTokens()).toHaveLength(2)
  expect(countOtherAccounts(coreOf(app))).toBe(1)
  for (const { token } of keptTokens()) expect(document.cookie).not.toContain(token)

  const { accounts } = await listOtherAccounts(coreOf(app), second.id)
  expect(await accounts[0]!.switchTo()).toBe(true)
  expireAccess()
  expect(await emailOf(openTab())).toBe(first.primaryEmail)
  await openTab().signOut()
  expect(keptTokens()).toEqual([])
})

test('an account that people switch between is moved in the list as well', async () => {
  const { tab, email, refreshToken } = await signUpBefore()
  await keepCurrentAccount(coreOf(tab))
  expireAccess()
  const moved = openTab()
  expect(await emailOf(moved)).toBe(email)
  expect(document.cookie).not.toContain(refreshToken)
  expect(countOtherAccounts(coreOf(moved))).toBe(0)
})

describe('servers of the app', () => {
  const openServer = () =>
    new ServerApp({ tokenStore: null, projectId: project.id, httpOnlySessions: true, ...project.keys })
  const requestWith = (headers: Record<string, string>) => ({ headers: new Headers(headers) })

  test('find the user in the cookies of a request, also when the access token has expired', async () => {
    const user = await signUp(openTab())
    expireAccess()
    const found = await openServer().getUser({ tokenStore: requestWith({ cookie: relay.cookies() }) })
    expect(found?.id).toBe(user.id)
  })

  test('use the access token that a page sends along, and know nobody when it has expired', async () => {
    const user = await signUp(openTab())
    const headers = await user.getAuthHeaders()
    expect((await openServer().getUser({ tokenStore: requestWith(headers) }))?.id).toBe(user.id)
    const { refreshToken } = await user.getAuthJson()
    const late = requestWith({ 'x-stack-auth': JSON.stringify({ accessToken: null, refreshToken }) })
    expect(await openServer().getUser({ tokenStore: late })).toBeNull()
  })
})

describe('an app without the route', () => {
  test.each([
    ['says so', new Response('Not found', { status: 404 })],
    ['that answers with its own page', new Response('<html></html>')],
    ['that does not expect a POST', new Response(null, { status: 405 })],
  ])('%s: it learns what to add, and nobody is signed out', async (_name, response) => {
    const user = await signUp(openTab())
    const { fetch } = globalThis
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) =>
      `${url}`.endsWith('/handler/session') ? response.clone() : fetch(url, init),
    )
    expireAccess()
    await expect(openTab().getUser()).rejects.toThrow('app/handler/session/route.ts')
    vi.stubGlobal('fetch', fetch)
    expect(await emailOf(openTab())).toBe(user.primaryEmail)
  })
})

test('the route needs the secret key', async () => {
  const email = newEmail()
  const keys = { ...project.keys, secretServerKey: 'ssk_wrong' }
  const answer = createSessionRoute(
    new ServerApp({ tokenStore: null, projectId: project.id, httpOnlySessions: true, ...keys }),
  )
  const headers = {
    'content-type': 'application/json',
    'x-stack-project-id': project.id,
    'sec-fetch-site': 'same-origin',
  }
  const body = JSON.stringify({ route: 'POST /auth/password/sign-in', body: { email, password: goodPassword } })
  const response = await answer(
    new Request('https://app.example.com/handler/session', { method: 'POST', headers, body }),
  )
  expect(response.headers.get('x-stack-known-error')).toBe('INVALID_SECRET_SERVER_KEY')
})

/** The access token in the page's cookies. */
function currentAccess(): string {
  const [, text = ''] = /stack-access=([^;]+)/.exec(document.cookie) ?? []
  return JSON.parse(decodeURIComponent(text))[1]
}
