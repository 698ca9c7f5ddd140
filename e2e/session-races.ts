import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createSessionRoute, ServerApp } from '@latchkey/sdk'
import type { Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { createAccount, useNextProject } from './next-project.ts'
import { type SlowServer, startSlowServer } from './slow-server.ts'
import { findFreePort } from './start-server.ts'

// Whatever goes wrong between an app and its server, nobody is signed out. In a real browser, where tabs are tabs and
// requests queue for connections, and with a real server; `npm run session-races` runs these and those of the SDK alone.

// Two hosts of one domain. Browsers find names below `localhost` on this machine, and trust them like https.
const domain = 'app.localhost'
const packages = fileURLToPath(new URL('../packages/', import.meta.url))
const imports = { '@latchkey/contract/': '/contract/' }
const refreshPath = '/api/v1/auth/oauth/token'
const sessionPath = '/handler/session'
const day = 86_400_000
/** For tests that wait until the app gives up. */
const impatient = { connectTimeoutMillis: 1000 }

type Kind = 'shared' | 'bound' | 'kept'

// Set by `useApp`, because the test files of a worker share this module.
let project: ReturnType<typeof useNextProject>
let kind: Kind
/** Two pages with the same session: of two hosts if a domain shares it, otherwise of one. */
let hosts: string[]
let slow: SlowServer

/** Starts an app with one kind of session, and a bad network between it and the server. */
function useApp(kindOfFile: Kind): void {
  let app: Server
  project = useNextProject({ client_team_creation_enabled: true })
  beforeAll(async () => {
    kind = kindOfFile
    const { env, server } = project
    slow = await startSlowServer(server.url)
    const keys = { projectId: env.LATCHKEY_PROJECT_ID!, publishableClientKey: env.LATCHKEY_PUBLISHABLE_CLIENT_KEY! }
    const options = { ...keys, baseUrl: slow.url, redirectMethod: 'none' }
    const secretServerKey = env.LATCHKEY_SECRET_SERVER_KEY!
    const answer = createSessionRoute(
      new ServerApp({ ...keys, secretServerKey, baseUrl: slow.url, tokenStore: null, httpOnlySessions: true }),
    )
    const html = `<!doctype html><title>App</title>
  <script type="importmap">${JSON.stringify({ imports })}</script>
  <script type="module">
    import { ClientApp, registerFramework, relayToAppServer } from '/sdk/index.js'
    const network = JSON.parse(new URLSearchParams(location.search).get('network'))
    const cookieDomain = location.pathname === '/shared' ? '${domain}' : undefined
    const httpOnlySessions = location.pathname === '/kept'
    if (httpOnlySessions) registerFramework({ relay: relayToAppServer })
    const options = { ...${JSON.stringify(options)}, tokenStore: 'cookie', cookieDomain, httpOnlySessions }
    globalThis.app = new ClientApp({ ...options, ...(network && { network }) })
  </script>`
    app = createServer((request, response) => {
      if (request.url === sessionPath) {
        void relay(answer, request, response)
        return
      }
      // Other packages are imported without a file extension.
      const [, name, path] = /^\/(sdk|contract)\/([\w/.-]+?)(?:\.js)?$/.exec(request.url ?? '') ?? []
      response.setHeader('content-type', path ? 'text/javascript' : 'text/html')
      response.end(path ? readFileSync(join(packages, name!, 'dist', `${path}.js`)) : html)
    })
    const port = await findFreePort()
    await new Promise<void>((resolve) => app.listen(port, resolve))
    const names = kind === 'shared' ? ['one', 'two'] : ['one', 'one']
    hosts = names.map((name) => `http://${name}.${domain}:${port}/${kind}`)
  })
  afterEach(() => {
    slow.delayMillis = 0
    slow.onRequest = () => undefined
  })
  afterAll(() => {
    slow?.stop()
    app?.close()
    app?.closeAllConnections()
  })
}

/** As a framework hands over a request. */
async function relay(
  answer: (request: Request) => Promise<Response>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
) {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  const { method = 'GET', url = '/', headers } = incoming
  const init = { method, headers: headers as Record<string, string>, body: Buffer.concat(chunks) }
  const response = await answer(new Request(`http://${headers.host}${url}`, init))
  outgoing.statusCode = response.status
  for (const [name, value] of response.headers) if (name !== 'set-cookie') outgoing.setHeader(name, value)
  outgoing.setHeader('set-cookie', response.headers.getSetCookie())
  outgoing.end(await response.text())
}

interface AppPage {
  app: {
    getUser(): Promise<{
      primaryEmail: string
      createTeam(options: object): Promise<{ displayName: string }>
      getActiveSessions(): Promise<unknown[]>
    } | null>
    signInWithCredential(options: object): Promise<{ status: string }>
    signOut(): Promise<void>
  }
}

/** Opens a page and waits for its script, without asking who is signed in. */
async function open(page: Page, host = hosts[0]!, network?: object): Promise<Page> {
  await page.goto(network ? `${host}?network=${encodeURIComponent(JSON.stringify(network))}` : host)
  await page.waitForFunction(() => 'app' in globalThis)
  return page
}

/** A tab whose access token is gone, so that it has to refresh. */
async function openExpired(network?: object) {
  const page = await openBrowser()
  const { email, password } = await createAccount(project)
  await open(page, hosts[0], network)
  const signIn = (person: object) =>
    (globalThis as never as AppPage).app.signInWithCredential({ ...person, noRedirect: true })
  expect(await page.evaluate(signIn, { email, password })).toMatchObject({ status: 'ok' })
  await open(page, hosts[0], network)
  // As in a page that has shown its user before. Chromium does not ask again for code that it failed to get, and code that
  // it asks for while a test begins or stops to answer in the server's place may never arrive.
  await page.evaluate("import('/sdk/app/user-objects.js').then(() => {})")
  await page.context().clearCookies({ name: 'stack-access' })
  const cookies = await page.context().cookies()
  for (const each of ['bound', 'kept']) {
    expect(cookies.some(({ value }) => value.startsWith(`${each}-`))).toBe(kind === each)
  }
  expect(cookies.some(({ httpOnly }) => httpOnly)).toBe(kind === 'kept')
  return { page, email }
}

const getEmail = (page: Page) =>
  page.evaluate(async () => (await (globalThis as never as AppPage).app.getUser())?.primaryEmail ?? null)

/** Sends this many reads at once, which no cache answers, and returns how many were answered. */
const readAtOnce = (page: Page, count: number) =>
  page.evaluate(async (count) => {
    const user = await (globalThis as never as AppPage).app.getUser()
    const reads = Array.from({ length: count }, () => user!.getActiveSessions())
    return (await Promise.allSettled(reads)).filter(({ status }) => status === 'fulfilled').length
  }, count)

const isSignedIn = async (page: Page) =>
  (await page.context().cookies()).some(({ name }) => name.startsWith('stack-refresh-'))

/** Counts what arrives at the server. */
function countRequests(path: string) {
  const counted = { count: 0 }
  slow.onRequest = (requested) => {
    if (requested === path) counted.count++
    return undefined
  }
  return counted
}

/** The same tests for each kind of session, in a file for each: they wait most of the time, so they run beside each other. */
export function testSessionRaces(kindOfFile: Kind): void {
  useApp(kindOfFile)
  /** Where the browser asks for a new access token. */
  const askedPath = kindOfFile === 'kept' ? sessionPath : refreshPath

  test('five tabs that refresh at once stay signed in, and sign out together', async () => {
    const { page: first, email } = await openExpired()
    const context = first.context()
    const tabs = [first]
    while (tabs.length < 5) tabs.push(await context.newPage())
    for (let round = 0; round < 3; round++) {
      // New pages know only what is in the cookies, and there is no access token anymore.
      await Promise.all(tabs.map((tab, index) => open(tab, hosts[index % 2]!)))
      await context.clearCookies({ name: 'stack-access' })
      const refreshes = countRequests(refreshPath)
      expect(await Promise.all(tabs.map(getEmail))).toEqual(tabs.map(() => email))
      // One for each host at most: tabs of one host wait for each other.
      expect(refreshes.count).toBeGreaterThan(0)
      expect(refreshes.count).toBeLessThanOrEqual(new Set(hosts).size)
    }

    await tabs[1]!.evaluate(() => (globalThis as never as AppPage).app.signOut())
    for (const tab of tabs) await expect.poll(() => getEmail(tab)).toBe(null)
    expect(await isSignedIn(first)).toBe(false)
  })

  describe('a slow network', () => {
    test('four hundred calls at once are all answered, after one refresh', async () => {
      const { page } = await openExpired()
      const refreshes = countRequests(refreshPath)
      expect(await readAtOnce(page, 400)).toBe(400)
      expect(refreshes.count).toBe(1)
    })

    test('thirty calls at once are all answered if each response takes a second and a half', async () => {
      const { page } = await openExpired()
      slow.delayMillis = 1500
      expect(await readAtOnce(page, 30)).toBe(30)
    })

    test('tabs on Slow 3G stay signed in', async () => {
      const { page, email } = await openExpired()
      const tabs = [page, await open(await page.context().newPage())]
      // As the developer tools of Chromium define it.
      const slow3g = { offline: false, latency: 2000, downloadThroughput: 50_000, uploadThroughput: 50_000 }
      for (const tab of tabs) {
        const session = await tab.context().newCDPSession(tab)
        await session.send('Network.emulateNetworkConditions', slow3g)
      }
      const refreshes = countRequests(refreshPath)
      expect(await Promise.all(tabs.map(getEmail))).toEqual([email, email])
      expect(await readAtOnce(page, 10)).toBe(10)
      expect(refreshes.count).toBe(1)
    })

    test('a server that answers everything after eight seconds refreshes, reads and creates a team', async () => {
      const { page, email } = await openExpired()
      slow.delayMillis = 8000
      const created = await page.evaluate(async () => {
        const user = await (globalThis as never as AppPage).app.getUser()
        const team = await user!.createTeam({ displayName: 'Patience' })
        return [user!.primaryEmail, team.displayName]
      })
      expect(created).toEqual([email, 'Patience'])
    })

    test('calls that take up all connections of the browser are waited for while the server answers a probe', async () => {
      const { page, email } = await openExpired(impatient)
      expect(await getEmail(page)).toBe(email)
      let probes = 0
      let letGo = () => {}
      const free = new Promise<void>((resolve) => {
        letGo = resolve
      })
      slow.onRequest = async (path) => {
        if (path !== '/health') await free
        // More than the app would send if none of them arrived.
        else if (++probes > 6) letGo()
        return undefined
      }
      expect(await readAtOnce(page, 20)).toBe(20)
    })
  })

  describe('a failure', () => {
    const json = 'application/json'
    const failures: Record<string, (route: Route) => Promise<void>> = {
      'a 500': (route) => route.fulfill({ status: 500, body: 'broken' }),
      'the page of a proxy': (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad</h1>' }),
      'a page of a captive portal': (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Wi-Fi</h1>' }),
      'a 503': (route) => route.fulfill({ status: 503, body: 'starting', headers: { 'retry-after': '2' } }),
      'a long rate limit': (route) =>
        route.fulfill({
          status: 429,
          headers: { 'retry-after': '900', 'access-control-expose-headers': 'retry-after' },
        }),
      'a token without claims': (route) => route.fulfill({ contentType: json, body: '{"access_token":"nonsense"}' }),
      'no connection': (route) => route.abort('connectionrefused'),
      'a broken connection': (route) => route.abort('connectionreset'),
    }

    test.each(Object.entries(failures))('%s in place of a new token signs nobody out', async (_name, fail) => {
      const { page, email } = await openExpired(impatient)
      await page.route(`**${askedPath}`, fail)
      await expect(getEmail(page)).rejects.not.toThrow('<')
      expect(await isSignedIn(page)).toBe(true)
      await page.unroute(`**${askedPath}`)
      expect(await getEmail(page)).toBe(email)
    })

    test('a browser that is offline says so, and goes on when it is online again', async () => {
      const { page, email } = await openExpired(impatient)
      await page.context().setOffline(true)
      await expect(getEmail(page)).rejects.toThrow('You are offline')
      expect(await isSignedIn(page)).toBe(true)
      await page.context().setOffline(false)
      expect(await getEmail(page)).toBe(email)
    })

    test('a server that goes away during a refresh signs nobody out, and its successor gives a new token', async () => {
      const { page, email } = await openExpired(impatient)
      slow.onRequest = () => 'cut'
      await expect(getEmail(page)).rejects.toThrow('unable to connect')
      expect(await isSignedIn(page)).toBe(true)
      slow.onRequest = () => undefined
      expect(await getEmail(page)).toBe(email)
    })

    test('a server that accepts connections and says nothing is given up, and signs nobody out', async () => {
      const { page, email } = await openExpired(impatient)
      slow.onRequest = () => new Promise(() => {})
      await expect(getEmail(page)).rejects.toThrow('unable to connect')
      expect(await isSignedIn(page)).toBe(true)
      slow.onRequest = () => undefined
      expect(await getEmail(page)).toBe(email)
    })

    test('a write that got no answer is not sent again, and the error says that it may have happened', async () => {
      const { page } = await openExpired(impatient)
      await getEmail(page)
      let sent = 0
      slow.onRequest = (path) => {
        // The first is the preflight.
        const isHeld = path === '/health' || (path === '/api/v1/teams' && ++sent > 1)
        return isHeld ? new Promise(() => {}) : undefined
      }
      const create = () =>
        page.evaluate(async () => {
          const user = await (globalThis as never as AppPage).app.getUser()
          await user!.createTeam({ displayName: 'Once' })
        })
      await expect(create()).rejects.toThrow('may have been processed')
      expect(sent).toBe(2)
    })

    test.each([-day, day])('a clock that is wrong by %i ms costs one refresh and no session', async (wrongBy) => {
      const { page, email } = await openExpired()
      await page.addInitScript((wrongBy) => {
        const { now } = Date
        Date.now = () => now() + wrongBy
      }, wrongBy)
      await open(page)
      const refreshes = countRequests(refreshPath)
      for (let call = 0; call < 3; call++) expect(await getEmail(page)).toBe(email)
      expect(refreshes.count).toBe(1)
    })
  })
}
