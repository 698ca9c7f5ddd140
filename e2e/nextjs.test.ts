import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ServerApp } from '@latchkey/sdk'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newPerson, openBrowser } from './browser.ts'
import {
  buildExamples,
  compileApp,
  listFiles,
  prepareGuide,
  secretOfBuild,
  startApp,
  supportedNext,
} from './next-app.ts'
import { createOwnProject, internalKeys } from './own-project.ts'
import { openCountedAddress, openNeighbours } from './proxies.ts'
import { type StartedServer, startServer } from './start-server.ts'

let server: StartedServer
let env: Record<string, string>
let folders: Awaited<ReturnType<typeof buildExamples>>
beforeAll(async () => {
  folders = await buildExamples()
}, 1_200_000)
beforeAll(async () => {
  server = await startServer(internalKeys)
  const { app, secretServerKey } = await createOwnProject(server.url, {})
  env = {
    LATCHKEY_API_URL: server.url,
    LATCHKEY_PROJECT_ID: app.projectId,
    LATCHKEY_PUBLISHABLE_CLIENT_KEY: app.publishableClientKey,
    LATCHKEY_SECRET_SERVER_KEY: secretServerKey,
  }
})
afterAll(() => server?.stop())

/** A browser whose console must stay empty: React reports there what a server rendered differently. */
async function openQuietBrowser(options?: Parameters<typeof openBrowser>[0]): Promise<Page> {
  const page = await openBrowser(options)
  page.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) expect.fail(`In the console: ${message.text()}`)
  })
  return page
}

async function signUp(page: Page, url: string, heading = 'My note') {
  const person = newPerson()
  await page.goto(url)
  const fields = { 'Confirm password': person.password, Email: person.email, Password: person.password }
  await submitUntil(page.getByRole('heading', { name: heading }), page, fields, async () => {
    if (await visibleField(page, 'Confirm password').isVisible()) return
    await page.getByRole('link', { name: 'Create an account' }).click(briefly)
  })
  return person
}

async function submitUntil(shown: Locator, page: Page, fields: Record<string, string>, openForm = async () => {}) {
  await repeatUntil(shown, async () => {
    await openForm()
    let hasChanged = false
    for (const [label, text] of Object.entries(fields)) {
      const field = visibleField(page, label)
      // Until React has the field, Enter would send the form to the server, which knows nothing of it.
      expect(await field.evaluate(isHydrated, undefined, briefly)).toBe(true)
      if ((await field.inputValue(briefly)) === text) continue
      await field.fill(text, briefly)
      hasChanged = true
    }
    if (hasChanged) await page.keyboard.press('Enter')
  })
}

/** Not one that is hidden: of the page before, which cache components keep, or of HTML that is about to be shown. */
const visibleField = (page: Page, label: string) => page.getByLabel(label, { exact: true }).filter({ visible: true })

const isHydrated = (node: Element) => Object.keys(node).some((key) => key.startsWith('__reactProps'))

async function chooseInAccountMenu(page: Page, name: string) {
  const button = page.getByRole('button', { name: 'Account menu' })
  const item = page.getByRole('menuitem', { name })
  await repeatUntil(item, async () => {
    if ((await button.getAttribute('aria-expanded', briefly)) === 'false') await button.click(briefly)
  })
  await item.click()
}

/** For what may be gone because it has worked. */
const briefly = { timeout: 5_000 }

/**
 * As a person does who sees that nothing has happened: a click is lost on the server's HTML until React has it, and a
 * page in development is loaded again when the server asks for it.
 */
async function repeatUntil(shown: Locator, act: () => Promise<void>) {
  const isShown = async () => {
    if (!(await shown.isVisible())) await act()
    return shown.isVisible()
  }
  await expect.poll(isShown, { timeout: 200_000, interval: 500 }).toBe(true)
}

/** Scripts are held back until it is known what the server has sent. */
async function expectTakenOver(page: Page, url: string) {
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/*.js', async (route) => {
    await isReleased
    await route.continue()
  })
  await page.goto(url, { waitUntil: 'commit' })
  const card = page.locator('.lk-card').filter({ visible: true })
  const fromServer = (await card.elementHandle())!
  release()
  await expect.poll(() => card.evaluate(isHydrated), { timeout: 30_000 }).toBe(true)
  expect(await fromServer.evaluate((node) => node.isConnected)).toBe(true)
}

async function writeNote(page: Page, note: string) {
  await page.getByLabel('Only you can see it').fill(note)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(`Saved: ${note}`).waitFor()
}

/** What a server sends, without the scripts. */
async function fetchHtml(page: Page, url: string): Promise<string> {
  const html = await (await page.request.get(url)).text()
  return html.replace(/<script[\s\S]*?<\/script>/g, '')
}

describe('the newest Next.js', () => {
  let url: string
  let errors: string[]
  let stop: () => Promise<void>
  beforeAll(async () => {
    const app = await startApp(folders.newest, env)
    url = app.url
    errors = app.errors
    stop = app.stop
  }, 600_000)
  afterAll(() => stop?.())

  test('a user signs up, stores a note and a team through server actions, and signs out', async () => {
    const page = await openQuietBrowser()
    const person = await signUp(page, url)
    await writeNote(page, 'Herons at the lake')
    await page.reload()
    await page.getByText('Saved: Herons at the lake').waitFor()

    await page.getByRole('link', { name: 'Team' }).click()
    await page.getByLabel('Name').fill('Rangers')
    await page.getByRole('button', { name: 'Create team' }).click()
    await page.getByRole('heading', { name: 'Rangers' }).waitFor()
    await page.getByRole('listitem').filter({ hasText: person.email }).waitFor()

    await chooseInAccountMenu(page, 'Sign out')
    await page.getByRole('link', { name: 'Create an account' }).waitFor()
    expect(errors).toEqual([])
  })

  test('the first HTML shows who is signed in, and the browser asks the server for nothing', async () => {
    const page = await openQuietBrowser()
    const person = await signUp(page, url)
    for (const path of ['/', '/profile']) {
      const html = await fetchHtml(page, url + path)
      expect(html).toContain(person.email)
      expect(html).not.toContain('Loading')
    }
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.url().startsWith(server.url)) requests.push(request.url())
    })
    await page.goto(`${url}/profile`)
    await page.getByLabel('Name').fill('Ada')
    expect(requests).toEqual([])
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Ada' }).waitFor()
    expect(await fetchHtml(page, `${url}/profile`)).toContain('Ada')
  })

  test('pages, the proxy, components and API routes keep strangers out, and lead back', async () => {
    const page = await openQuietBrowser()
    const person = await signUp(page, url)
    expect(await (await page.request.get(`${url}/api/me`)).json()).toMatchObject({ email: person.email })
    await page.goto(`${url}/handler/sign-out`)
    await page.getByRole('link', { name: 'Create an account' }).waitFor()

    expect((await page.request.get(`${url}/api/me`)).status()).toBe(401)
    for (const path of ['/notes?tab=2', '/team?tab=2', '/profile?tab=1']) {
      await page.goto(url + path)
      await page.waitForURL(`${url}/handler/sign-in?after_auth_return_to=${encodeURIComponent(path)}`)
    }
    const greeting = page.getByText(`Signed in as ${person.email}`)
    await submitUntil(greeting, page, { Email: person.email, Password: person.password })
    expect(page.url()).toBe(`${url}/profile?tab=1`)
  })

  test('who is led to sign in comes back to the page and its query', async () => {
    const page = await openQuietBrowser()
    const person = await signUp(page, url)
    await page.goto(`${url}/handler/sign-out`)
    await page.getByRole('link', { name: 'Create an account' }).waitFor()
    const link = page.getByRole('link', { name: 'My note' })
    // Through the router, which adds something to the address of its own requests.
    await repeatUntil(visibleField(page, 'Email'), () => link.click(briefly))
    expect(page.url()).toBe(`${url}/handler/sign-in?after_auth_return_to=%2Fnotes`)
    await page.goto(`${url}/notes?tab=2&x=a%26b`)
    const heading = page.getByRole('heading', { name: 'My note' })
    await submitUntil(heading, page, { Email: person.email, Password: person.password })
    expect(page.url()).toBe(`${url}/notes?tab=2&x=a%26b`)
  })

  test('an address that is not one of the app is not where people are led to', async () => {
    const page = await openQuietBrowser()
    const { status, headers } = await fetch(`${url}//evil.example/notes`, { redirect: 'manual' })
    expect(`${status} ${headers.get('location')}`).not.toContain('after_auth_return_to')
    const evil = encodeURIComponent('https://evil.example/')
    await page.goto(`${url}/notes?after_auth_return_to=${evil}`)
    await page.waitForURL(`${url}/handler/sign-in?**`)
    expect(new URL(page.url()).origin).toBe(url)
  })

  test("Latchkey's pages are complete in the first HTML", async () => {
    const page = await openQuietBrowser()
    const signIn = await fetchHtml(page, `${url}/handler/sign-in`)
    expect(signIn).toMatch(/<input[^>]*type="password"/)
    const link = `${url}/handler/email-verification?code=unknown`
    expect(await fetchHtml(page, link)).not.toMatch(/isn.{1,6}t valid/)
    await page.goto(link)
    await page.getByRole('heading', { name: "This link isn't valid" }).waitFor()
    await page.goto(`${url}/handler/login?x=1`)
    await page.waitForURL(`${url}/handler/sign-in?x=1`)
    expect((await page.request.get(`${url}/handler/nothing-here`)).status()).toBe(404)
  })

  test.each([
    'sign-in',
    'sign-up',
    'forgot-password',
    'error',
  ])('the browser takes over the HTML of %s as it is, without showing anything else in between', async (path) => {
    await expectTakenOver(await openQuietBrowser(), `${url}/handler/${path}`)
  })

  test('a dark page is dark from the first paint', async () => {
    const page = await openQuietBrowser({ colorScheme: 'dark' })
    // Before any other script has run.
    await page.route('**/*.js', (route) => route.abort())
    page.removeAllListeners('console')
    await page.goto(`${url}/handler/sign-in`)
    const background = await page
      .locator('.lk-card')
      .first()
      .evaluate((card) => getComputedStyle(card).backgroundColor)
    expect(
      background
        .match(/[\d.]+/g)!
        .slice(0, 3)
        .every((part) => Number(part) < 80),
    ).toBe(true)
  })

  test('no secret key is in what browsers get', async () => {
    const files = listFiles(join(folders.newest, '.next/static'))
    expect(files.length).toBeGreaterThan(10)
    for (const file of files) {
      const text = readFileSync(file, 'utf8')
      expect(text).not.toContain(secretOfBuild)
      expect(text).not.toMatch(/ssk_[a-z0-9]{20}/)
    }
    const page = await openQuietBrowser()
    await signUp(page, url)
    for (const path of ['/', '/notes', '/profile', '/handler/account-settings']) {
      const html = await (await page.request.get(url + path)).text()
      expect(html).toContain(env.LATCHKEY_PUBLISHABLE_CLIENT_KEY)
      expect(html).not.toContain(env.LATCHKEY_SECRET_SERVER_KEY)
    }
  })
})

/** Checks the response to a request whose token has expired while Latchkey is away. */
async function expectUnavailable(app: { url: string }, path: string) {
  const headers = { cookie: `stack-refresh-${env.LATCHKEY_PROJECT_ID}=${'a'.repeat(45)}` }
  const response = await fetch(app.url + path, { headers, redirect: 'manual' })
  expect({ path, status: response.status }).toEqual({ path, status: 503 })
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await response.text()).toContain('Please try again in a moment.')
}

describe('what a page asks the server', () => {
  let counted: Awaited<ReturnType<typeof openCountedAddress>>
  let app: Awaited<ReturnType<typeof startApp>>
  beforeAll(async () => {
    counted = await openCountedAddress(server.url)
    app = await startApp(folders.newest, { ...env, LATCHKEY_API_URL_SERVER: counted.url })
  }, 600_000)
  afterAll(async () => {
    await app?.stop()
    await counted?.stop()
  })

  test('is the user once, however many parts need it, and nothing for an API route', async () => {
    const page = await openQuietBrowser()
    const person = await signUp(page, app.url)
    const fromBrowser: string[] = []
    page.on('request', (request) => {
      const { origin, pathname } = new URL(request.url())
      if (origin === server.url) fromBrowser.push(`${request.method()} ${pathname.replace('/api/v1', '')}`)
    })
    for (const path of ['/', '/notes', '/team', '/profile', '/handler/account-settings']) {
      counted.take()
      fromBrowser.length = 0
      await page.goto(app.url + path, { waitUntil: 'networkidle' })
      const asked = [...counted.take(), ...fromBrowser].filter((route) => route === 'GET /users/me')
      expect({ path, asked }).toEqual({ path, asked: ['GET /users/me'] })
    }
    counted.take()
    expect(await (await page.request.get(`${app.url}/api/me`)).json()).toMatchObject({ email: person.email })
    await page.request.get(`${app.url}/api/me`)
    expect(counted.take().filter((route) => !route.endsWith('jwks.json'))).toEqual([])
  })

  test('may find it away: the proxy says so', async () => {
    await counted.stop()
    await expectUnavailable(app, '/team')
  })
})

describe.each([
  ['of one host', {}],
  ['of a domain', { COOKIE_DOMAIN: 'app.neighbours.test' }],
])('a session %s beside a hostile host', (_name, settings: { COOKIE_DOMAIN?: string }) => {
  let app: Awaited<ReturnType<typeof startApp>>
  let neighbours: Awaited<ReturnType<typeof openNeighbours>>
  beforeAll(async () => {
    app = await startApp(folders.newest, { ...env, ...settings })
    // A server without a framework, which gets the same cookies.
    const requests = new ServerApp({
      tokenStore: null,
      baseUrl: server.url,
      projectId: env.LATCHKEY_PROJECT_ID,
      publishableClientKey: env.LATCHKEY_PUBLISHABLE_CLIENT_KEY,
      secretServerKey: env.LATCHKEY_SECRET_SERVER_KEY,
      cookieDomain: settings.COOKIE_DOMAIN,
    })
    neighbours = await openNeighbours(app.url, {
      '/notes/request': async (tokenStore) => (await requests.getUser({ tokenStore }))?.primaryEmail ?? 'nobody',
      '/notes/token': async (tokenStore) =>
        (await requests.getPartialUser({ from: 'token', tokenStore }))?.primaryEmail ?? 'nobody',
    })
  }, 600_000)
  afterAll(async () => {
    await neighbours?.stop()
    await app?.stop()
  })

  /** Who the page and three ways to ask on the server say is signed in. */
  async function whoIsSignedIn(page: Page, site: string) {
    const html = await (await page.goto(site))!.text()
    const name = /Hello, (?:<!-- -->)?([^<]+)</.exec(html)?.[1] ?? 'nobody'
    await page.waitForFunction('globalThis.__LATCHKEY__')
    const inBrowser = await page.evaluate(async () => {
      const { app } = (globalThis as unknown as DebuggedPage).__LATCHKEY__
      return (await app.getUser())?.primaryEmail ?? 'nobody'
    })
    const read = (path: string) => page.evaluate(async (path) => (await fetch(path)).text(), path)
    return [name, await read('/notes/request'), await read('/notes/token'), inBrowser]
  }

  test('stays what it is for the page, for Next.js and for any other server', async () => {
    const [victim, attacker] = [await createAccount(), await createAccount()]
    const signIn = await openBrowser()
    const site = `${neighbours.urlOf('shop.app')}/`
    await signIn.goto(`${site}handler/sign-in`)
    await signIn.waitForFunction('globalThis.__LATCHKEY__')
    await signIn.evaluate(async (person) => {
      const { app } = (globalThis as unknown as DebuggedPage).__LATCHKEY__
      await app.signInWithCredential({ ...person, noRedirect: true })
    }, victim)
    // In a tab of its own, because the sign-in page redirects signed-in users.
    const page = await signIn.context().newPage()
    const four = (name: string) => [name, name, name, name]
    expect(await whoIsSignedIn(page, site)).toEqual(four(victim.email))

    const own = (await page.context().cookies()).map(({ name }) => name).filter((name) => name.includes('refresh'))
    await page.goto(neighbours.urlOf('evil'))
    const names = [...own, `stack-refresh-${env.LATCHKEY_PROJECT_ID}`, 'stack-refresh']
    await page.evaluate(tossCookies, { names, value: attacker.refreshToken })
    const sent = await page.context().cookies(`${site}notes/request`)
    expect(sent.filter(({ value }) => value === attacker.refreshToken).length).toBeGreaterThan(3)
    expect(await whoIsSignedIn(page, site)).toEqual(four(victim.email))

    await page.goto(`${site}handler/sign-out`)
    await page.getByRole('link', { name: 'Create an account' }).waitFor()
    expect(await whoIsSignedIn(page, site)).toEqual(four('nobody'))
  })

  test('that an earlier version stored is kept', async () => {
    const person = await createAccount()
    const page = await openBrowser()
    const site = `${neighbours.urlOf('shop.app')}/`
    const domain = settings.COOKIE_DOMAIN ? `.${settings.COOKIE_DOMAIN}` : 'shop.app.neighbours.test'
    const cookie = { name: `stack-refresh-${env.LATCHKEY_PROJECT_ID}`, value: person.refreshToken, domain, path: '/' }
    await page.context().addCookies([{ ...cookie, secure: true, sameSite: 'Lax' }])
    const four = Array.from({ length: 4 }, () => person.email)
    expect(await whoIsSignedIn(page, site)).toEqual(four)
    expect((await page.context().cookies()).map(({ name }) => name)).toContainEqual(expect.stringMatching(/^__Host-/))
    expect(await whoIsSignedIn(page, site)).toEqual(four)
  })
})

interface DebuggedPage {
  __LATCHKEY__: {
    app: {
      getUser(): Promise<{ primaryEmail: string } | null>
      signInWithCredential(options: object): Promise<unknown>
    }
  }
}

/** In a page of another host of the domain. Browsers send cookies with longer paths first. */
function tossCookies({ names, value }: { names: string[]; value: string }) {
  for (const name of names) {
    for (const path of ['/', '/notes', '/notes/request', '/notes/token']) {
      // biome-ignore lint/suspicious/noDocumentCookie: what the page of an attacker does.
      document.cookie = `${name}=${value}; domain=neighbours.test; path=${path}; secure`
    }
  }
}

/** An account and a session of it. */
async function createAccount() {
  const person = newPerson()
  const response = await fetch(`${server.url}/api/v1/auth/password/sign-up`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-stack-access-type': 'client',
      'x-stack-project-id': env.LATCHKEY_PROJECT_ID!,
      'x-stack-publishable-client-key': env.LATCHKEY_PUBLISHABLE_CLIENT_KEY!,
    },
    body: JSON.stringify({ ...person, verification_callback_url: 'http://localhost/verify' }),
  })
  return { ...person, refreshToken: (await response.json()).refresh_token as string }
}

describe('the guide, followed in an app of create-next-app', () => {
  let folder: string
  let latchkey: Awaited<ReturnType<typeof openCountedAddress>>
  let app: Awaited<ReturnType<typeof startApp>>
  beforeAll(async () => {
    folder = prepareGuide()
    latchkey = await openCountedAddress(server.url)
    app = await startApp(folder, { ...env, LATCHKEY_API_URL_SERVER: latchkey.url }, 'dev')
    // Compiled when they are first asked for, which may take longer than a browser waits.
    for (const path of ['/', '/handler/sign-in', '/api/me', '/notes']) await (await fetch(app.url + path)).text()
  }, 600_000)
  afterAll(async () => {
    await app?.stop()
    await latchkey?.stop()
  })

  test('leads to a signed-in user', async () => {
    const page = await openQuietBrowser()
    const { email } = await signUp(page, app.url, 'Hello, ')
    await page.getByRole('heading', { name: `Hello, ${email}` }).waitFor()

    await chooseInAccountMenu(page, 'Account settings')
    const back = page.getByRole('link', { name: /^Back to / })
    await back.waitFor()
    expect(await back.evaluate((link) => getComputedStyle(link).display)).toBe('flex')
    await back.click()

    await chooseInAccountMenu(page, 'Sign out')
    await page.getByRole('link', { name: 'Create an account' }).waitFor()
    expect(app.errors.join('')).not.toContain('Error')
  }, 900_000)

  test.each([
    ['the page', '/?tab=2', 'heading', 'Hello, '],
    ['the proxy', '/notes?tab=2', 'textbox', 'My note'],
  ] as const)(
    'leads back to where people wanted to go: %s',
    async (_name, path, role, name) => {
      const page = await openQuietBrowser()
      const { email, password } = await createAccount()
      await page.goto(app.url + path)
      await submitUntil(page.getByRole(role, { name }), page, { Email: email, Password: password })
      expect(page.url()).toBe(app.url + path)
      const me = await page.request.get(`${app.url}/api/me`)
      expect(await me.json()).toMatchObject({ email })
    },
    900_000,
  )

  test('compiles', async () => {
    expect(await compileApp(folder)).toBe('')
  })

  test('says while Latchkey is away that it is', async () => {
    await latchkey.stop()
    await expectUnavailable(app, '/notes')
    await expectUnavailable(app, '/api/me')
  })
})

test('the peer dependency covers the versions that run here, and no newer major version', () => {
  const versionOf = (folder: string): string =>
    JSON.parse(readFileSync(join(folder, 'node_modules/next/package.json'), 'utf8')).version
  expect(versionOf(folders.oldest)).toBe(supportedNext.oldest)
  expect(Number.parseInt(versionOf(folders.newest), 10)).toBe(supportedNext.endMajor - 1)
})

describe('the oldest Next.js', () => {
  let app: Awaited<ReturnType<typeof startApp>>
  beforeAll(async () => {
    app = await startApp(folders.oldest, env)
  }, 600_000)
  afterAll(() => app?.stop())

  test('runs the same app', async () => {
    const page = await openQuietBrowser()
    const person = await signUp(page, app.url)
    await writeNote(page, 'Two foxes')
    expect(await fetchHtml(page, `${app.url}/profile`)).toContain(person.email)
    await page.goto(`${app.url}/team`)
    await page.getByRole('heading', { name: 'Start a team' }).waitFor()
    await page.goto(`${app.url}/handler/sign-out`)
    await page.getByRole('link', { name: 'Create an account' }).waitFor()
    await page.goto(`${app.url}/team`)
    await page.waitForURL(`${app.url}/handler/sign-in?after_auth_return_to=%2Fteam`)
    expect(app.errors).toEqual([])
  })
})
