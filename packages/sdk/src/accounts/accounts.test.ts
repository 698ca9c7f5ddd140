import { goodPassword } from '@latchkey/server/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clock } from '../environment/clock.ts'
import { appInternalsSymbol, type ClientApp } from '../index.ts'
import { browserCookies } from '../session/cookies.ts'
import { createServerCookieStore } from '../session/server-token-stores.ts'
import { eventually } from '../testing/eventually.ts'
import { createClient, createServer, openProject, signUp } from '../testing/open-project.ts'
import {
  adoptSession,
  canSwitchAccounts,
  countOtherAccounts,
  getOwnTokens,
  keepCurrentAccount,
  listOtherAccounts,
  maxAccounts,
  signOutOfCurrentAccount,
} from './accounts.ts'

interface Browser {
  CookieJar: new () => object
  JSDOM: new (html: string, options: { url: string; cookieJar: object }) => { window: Window }
}

const { CookieJar, JSDOM } = await vi.importActual<Browser>('jsdom')

/** A page on https. The host shares its cookie jar with other hosts of the domain. */
function openPage(url = 'https://app.example.com/', cookieJar = new CookieJar()) {
  const { window } = new JSDOM('', { url, cookieJar })
  vi.stubGlobal('window', {})
  vi.stubGlobal('document', window.document)
  vi.stubGlobal('location', window.location)
  return cookieJar
}

beforeEach(() => {
  vi.spyOn(clock, 'wait').mockResolvedValue()
  let last: Promise<unknown> = Promise.resolve()
  const request = (_name: string, _options: unknown, work: () => Promise<unknown>) => {
    last = last.catch(() => {}).then(work)
    return last
  }
  vi.stubGlobal('navigator', { locks: { request }, onLine: true, cookieEnabled: true })
})
afterEach(() => vi.unstubAllGlobals())

type Project = Awaited<ReturnType<typeof openProject>>['project']
const coreOf = (app: ClientApp) => app[appInternalsSymbol].core
const openTab = (project: Project) => createClient(project, { tokenStore: 'cookie', redirectMethod: 'none' })
const tokenOf = async (app: ClientApp) => (await getOwnTokens(coreOf(app))).refreshToken!
const othersOf = async (app: ClientApp) => {
  const user = await app.getUser({ or: 'throw' })
  return listOtherAccounts(coreOf(app), user.id)
}

/** Signs up another account beside the current one, as the modal does. */
async function addAccount(project: Project, tab: ClientApp) {
  const apart = createClient(project)
  await keepCurrentAccount(coreOf(tab))
  const user = await signUp(apart)
  await adoptSession(coreOf(tab), await getOwnTokens(coreOf(apart)))
  return user
}

/** A browser in which Ada has signed in first, and then Grace. */
async function openTwoAccounts() {
  const { project } = await openProject()
  const jar = openPage()
  const tab = openTab(project)
  const ada = await signUp(tab)
  const adaToken = await tokenOf(tab)
  const grace = await addAccount(project, tab)
  const graceToken = await tokenOf(tab)
  return { project, jar, tab, ada, adaToken, grace, graceToken }
}

async function switchToOther(app: ClientApp): Promise<boolean> {
  const { accounts } = await othersOf(app)
  return accounts[0]!.switchTo()
}

/** Whether the server still accepts a refresh token. */
async function isAlive(project: Project, refreshToken: string): Promise<boolean> {
  const app = createClient(project, { tokenStore: { accessToken: null, refreshToken } })
  return !!(await app.getUser())
}

test('switches to another account and back, in all tabs', async () => {
  const { project, tab, ada, grace } = await openTwoAccounts()
  const otherTab = openTab(project)
  const { currentUser } = otherTab[appInternalsSymbol]
  const leave = currentUser.subscribe(() => {})
  const shownId = () => {
    const entry = currentUser.getSnapshot()
    return entry.status === 'ok' ? entry.value?.id : undefined
  }
  await eventually(() => expect(shownId()).toBe(grace.id))
  expect((await othersOf(tab)).accounts).toMatchObject([{ id: ada.id, primaryEmail: ada.primaryEmail }])

  expect(await switchToOther(tab)).toBe(true)
  expect(await tab.getUser()).toMatchObject({ id: ada.id })
  await eventually(() => expect(shownId()).toBe(ada.id))
  expect((await othersOf(tab)).accounts).toMatchObject([{ id: grace.id }])
  expect(await switchToOther(otherTab)).toBe(true)
  expect(await tab.getUser()).toMatchObject({ id: grace.id })
  leave()
})

test('the browser keeps tokens of the accounts, but neither names nor addresses', async () => {
  const { tab, ada, grace, adaToken } = await openTwoAccounts()
  await othersOf(tab)
  expect(document.cookie).toContain(adaToken)
  for (const user of [ada, grace]) {
    expect(decodeURIComponent(document.cookie.replace(/stack-access=[^;]*/, ''))).not.toContain(user.primaryEmail)
  }
})

test('what was started as one account is sent as that account, even after a switch', async () => {
  const { tab, ada } = await openTwoAccounts()
  const grace = await tab.getUser({ or: 'throw' })
  const session = coreOf(tab).sessionOf(coreOf(tab).tokenStores.of())
  session.dropAccessToken((await session.getTokens()).accessToken!)
  const [hasSwitched] = await Promise.all([switchToOther(tab), grace.update({ displayName: 'Grace' })])
  expect(hasSwitched).toBe(true)
  expect(await tab.getUser()).toMatchObject({ id: ada.id, displayName: null })
  expect((await grace.currentSession.getTokens()).accessToken).not.toBe((await getOwnTokens(coreOf(tab))).accessToken)
  const [access] = browserCookies.getAll('stack-access')
  expect(JSON.parse(access!)[0]).toBe(await tokenOf(tab))
})

test('a refresh that ends after a switch does not bring the old account back', async () => {
  const { project, tab, ada } = await openTwoAccounts()
  const { fetch } = globalThis
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const { accounts } = await othersOf(tab)
  // The other tab has no lock, as in a browser without the Locks API.
  vi.stubGlobal('navigator', { onLine: true, cookieEnabled: true })
  const otherTab = openTab(project)
  const session = coreOf(otherTab).sessionOf(coreOf(otherTab).tokenStores.of())
  session.dropAccessToken((await session.getTokens()).accessToken!)
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const response = await fetch(url, init)
    if (url.endsWith('/auth/oauth/token')) await held
    return response
  })
  const refreshing = session.getTokens()
  const switching = accounts[0]!.switchTo()
  expect(await switching).toBe(true)
  release()
  await refreshing
  expect(await openTab(project).getUser()).toMatchObject({ id: ada.id })
})

test('signing out ends all accounts of the browser', async () => {
  const { project, tab, adaToken, graceToken } = await openTwoAccounts()
  await (await tab.getUser({ or: 'throw' })).signOut()
  expect(await isAlive(project, adaToken)).toBe(false)
  expect(await isAlive(project, graceToken)).toBe(false)
  expect(document.cookie).not.toContain('stack-accounts')
  expect(await tab.getUser()).toBe(null)
})

test('signing out with a user object from before a switch ends all accounts as well', async () => {
  const { project, tab, adaToken, graceToken } = await openTwoAccounts()
  const grace = await tab.getUser({ or: 'throw' })
  await switchToOther(tab)
  await grace.signOut()
  expect(await isAlive(project, adaToken)).toBe(false)
  expect(await isAlive(project, graceToken)).toBe(false)
  expect(await openTab(project).getUser()).toBe(null)
  expect(document.cookie).not.toContain('stack-accounts')
})

test('if an account cannot be signed out, nobody is, so that the user can try again', async () => {
  const { project, tab, adaToken } = await openTwoAccounts()
  const { fetch } = globalThis
  let deletions = 0
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (init.method === 'DELETE' && ++deletions > 1) throw new TypeError('Failed to fetch')
    return fetch(url, init)
  })
  await expect(tab.signOut()).rejects.toThrow()
  vi.stubGlobal('fetch', fetch)
  expect(await isAlive(project, adaToken)).toBe(true)
  expect(document.cookie).toContain(adaToken)
})

test('signing out of one account continues with another one, and other tabs are never signed out', async () => {
  const { project, tab, ada, graceToken, adaToken } = await openTwoAccounts()
  const store = coreOf(openTab(project)).tokenStores.of()
  const seen: (string | null)[] = []
  const set = browserCookies.set.bind(browserCookies)
  const write = vi.spyOn(browserCookies, 'set').mockImplementation((...args) => {
    set(...args)
    seen.push(store.get().refreshToken)
  })
  await signOutOfCurrentAccount(coreOf(tab))
  write.mockRestore()
  expect(seen).not.toContain(null)
  expect(await isAlive(project, graceToken)).toBe(false)
  expect(await tab.getUser()).toMatchObject({ id: ada.id })
  expect((await othersOf(tab)).accounts).toEqual([])
  expect(await isAlive(project, adaToken)).toBe(true)
})

test('an account that was signed out elsewhere or restricted drops out, and this is reported', async () => {
  const { project, tab, ada } = await openTwoAccounts()
  const third = await addAccount(project, tab)
  const server = createServer(project)
  await (await server.getUser(ada.id))!.restrict({ reason: 'Spam' })
  expect(await othersOf(tab)).toMatchObject({ accounts: [{}], hasLost: true })
  expect(await othersOf(tab)).toMatchObject({ accounts: [{}], hasLost: false })
  expect(countOtherAccounts(coreOf(tab))).toBe(1)
  expect(await tab.getUser()).toMatchObject({ id: third.id })
})

test('switching to an account whose session has just ended changes nothing', async () => {
  const { project, tab, ada, grace } = await openTwoAccounts()
  const { accounts } = await othersOf(tab)
  await (await createServer(project).getUser(ada.id))!.delete()
  // The access token of the menu has not expired yet.
  expect(await accounts[0]!.switchTo()).toBe(false)
  expect(await tab.getUser()).toMatchObject({ id: grace.id })
})

test('a switch that comes after a sign-out in another tab does nothing', async () => {
  const { project, tab } = await openTwoAccounts()
  const { accounts } = await othersOf(tab)
  await openTab(project).signOut()
  expect(await accounts[0]!.switchTo()).toBe(false)
  expect(await tab.getUser()).toBe(null)
})

test('a second session of an account is ended instead of listed', async () => {
  const { project, tab, ada, grace } = await openTwoAccounts()
  const apart = createClient(project)
  await keepCurrentAccount(coreOf(tab))
  await apart.signInWithCredential({ email: grace.primaryEmail!, password: goodPassword })
  const before = await tokenOf(tab)
  await adoptSession(coreOf(tab), await getOwnTokens(coreOf(apart)))
  expect(await othersOf(tab)).toMatchObject({ accounts: [{ id: ada.id }], hasLost: false })
  expect(await isAlive(project, before)).toBe(false)
})

test('a token of another project is refused and removed', async () => {
  const { tab, project } = await openTwoAccounts()
  const foreign = await openProject()
  const stranger = createClient(foreign.project)
  await signUp(stranger)
  const token = await tokenOf(stranger)
  const name = `__Host-stack-accounts-${project.id}`
  browserCookies.set(name, `${browserCookies.getAll(name)[0]} ${token}`, 1000)
  expect((await othersOf(tab)).accounts).toHaveLength(1)
  expect(document.cookie).not.toContain(token)
})

test('another host of the domain cannot add accounts', async () => {
  const { project, jar, tab, grace } = await openTwoAccounts()
  const attacker = createClient(project)
  await signUp(attacker)
  const token = await tokenOf(attacker)
  openPage('https://evil.example.com/', jar)
  for (const name of [`stack-accounts-${project.id}`, `__Host-stack-accounts-${project.id}`]) {
    // biome-ignore lint/suspicious/noDocumentCookie: another host does the same.
    document.cookie = `${name}=${token}; domain=example.com; path=/; secure`
  }
  openPage('https://app.example.com/', jar)
  expect((await othersOf(tab)).accounts).toHaveLength(1)
  expect(countOtherAccounts(coreOf(tab))).toBe(1)
  expect(await tab.getUser()).toMatchObject({ id: grace.id })
})

test('a sign-out on a server removes the other accounts from the browser', () => {
  const cookies = new Map([
    ['__Host-stack-refresh-p1', 'r1'],
    ['__Host-stack-accounts-p1', 'r1 r2'],
  ])
  const store = createServerCookieStore('p1', {
    isSecure: false,
    getAll: (name) => (cookies.has(name) ? [cookies.get(name)!] : []),
    set: (name, value) => void (value === null ? cookies.delete(name) : cookies.set(name, value)),
  })
  store.set({ accessToken: null, refreshToken: null })
  expect([...cookies]).toEqual([['__Host-stack-refresh-p1', '']])
})

test('lists a limited number of accounts', async () => {
  const { tab, project } = await openTwoAccounts()
  const name = `__Host-stack-accounts-${project.id}`
  browserCookies.set(name, Array.from({ length: 50 }, (_, index) => `token${index}`).join(' '), 1000)
  expect(countOtherAccounts(coreOf(tab))).toBe(maxAccounts)
})

test('is not available if several hosts share the session, or without cookies', async () => {
  const { project } = await openProject()
  openPage()
  const canSwitch = (options: object) => canSwitchAccounts(coreOf(createClient(project, options)))
  expect(canSwitch({ tokenStore: 'cookie' })).toBe(true)
  expect(canSwitch({ tokenStore: 'cookie', cookieDomain: 'example.com' })).toBe(false)
  expect(canSwitch({ tokenStore: 'memory' })).toBe(false)
})
