import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount, demoUrl, openBrowser, serverUrl } from './browser.ts'
import { findFreePort } from './start-server.ts'

// Two hosts of one domain. Browsers find names below `localhost` on this machine, and trust them like https.
const domain = 'app.localhost'
const sdk = fileURLToPath(new URL('../packages/sdk/dist/', import.meta.url))
const refreshRoute = `${serverUrl}/api/v1/auth/oauth/token`

let app: Server
let hosts: string[]
beforeAll(async () => {
  const { projectId, publishableClientKey } = await (await fetch(`${demoUrl}config.json`)).json()
  const options = { projectId, publishableClientKey, baseUrl: serverUrl, redirectMethod: 'none' }
  const html = `<!doctype html><title>App</title><script type="module">
    import { ClientApp } from '/sdk/index.js'
    const options = ${JSON.stringify(options)}
    globalThis.app = new ClientApp({ ...options, tokenStore: 'cookie', cookieDomain: '${domain}' })
  </script>`
  app = createServer((request, response) => {
    const [, path] = /^\/sdk\/([\w/.-]+\.js)$/.exec(request.url ?? '') ?? []
    response.setHeader('content-type', path ? 'text/javascript' : 'text/html')
    response.end(path ? readFileSync(join(sdk, path)) : html)
  })
  const port = await findFreePort()
  await new Promise<void>((resolve) => app.listen(port, resolve))
  hosts = ['one', 'two'].map((name) => `http://${name}.${domain}:${port}/`)
})
afterAll(() => {
  app?.close()
  app?.closeAllConnections()
})

interface AppPage {
  app: {
    getUser(): Promise<{ primaryEmail: string } | null>
    signInWithCredential(options: object): Promise<{ status: string }>
    signOut(): Promise<void>
  }
}

/** Opens a page and waits for its script, without asking who is signed in. */
async function open(page: Page, host: string): Promise<Page> {
  await page.goto(host)
  await page.waitForFunction(() => 'app' in globalThis)
  return page
}

const getEmail = (page: Page) =>
  page.evaluate(async () => (await (globalThis as never as AppPage).app.getUser())?.primaryEmail ?? null)

test('five tabs on two hosts that refresh at once stay signed in, and sign out together', async () => {
  const first = await openBrowser()
  const context = first.context()
  const { email, password } = await createAccount()
  await open(first, hosts[0]!)
  const signIn = (person: object) =>
    (globalThis as never as AppPage).app.signInWithCredential({ ...person, noRedirect: true })
  expect(await first.evaluate(signIn, { email, password })).toMatchObject({ status: 'ok' })

  const tabs = [first]
  while (tabs.length < 5) tabs.push(await context.newPage())
  let refreshes = 0
  context.on('request', (request) => {
    if (request.method() === 'POST' && request.url() === refreshRoute) refreshes++
  })
  for (let round = 0; round < 3; round++) {
    // New pages know only what is in the cookies, and there is no access token anymore.
    await Promise.all(tabs.map((tab, index) => open(tab, hosts[index % 2]!)))
    await context.clearCookies({ name: 'stack-access' })
    refreshes = 0
    expect(await Promise.all(tabs.map(getEmail))).toEqual(tabs.map(() => email))
    // One for each host at most: tabs of one host wait for each other.
    expect(refreshes).toBeGreaterThan(0)
    expect(refreshes).toBeLessThanOrEqual(hosts.length)
  }

  await tabs[1]!.evaluate(() => (globalThis as never as AppPage).app.signOut())
  for (const tab of tabs) await expect.poll(() => getEmail(tab)).toBe(null)
  expect((await context.cookies()).filter(({ name }) => name.startsWith('stack-refresh'))).toEqual([])
})
