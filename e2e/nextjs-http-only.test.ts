import type { BrowserContext, Page, Response } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { buildExample, startApp } from './next-app.ts'
import { openQuietBrowser, signUp, submitUntil } from './next-pages.ts'
import { createAccount, useNextProject } from './next-project.ts'
import { openCountedAddress, openNeighbours } from './proxies.ts'
import { startSlowServer } from './slow-server.ts'

// A Next.js app whose server keeps the refresh tokens, as scripts on its pages and other sites see it.

const project = useNextProject({ oauth_providers: [{ id: 'google', type: 'shared' }] })
let folder: string
beforeAll(async () => {
  folder = await buildExample()
}, 1_200_000)

const keptCookies = async (context: BrowserContext) =>
  (await context.cookies()).filter(({ name, value }) => name.includes('stack-kept-') && value)

const dropAccessToken = (context: BrowserContext) => context.clearCookies({ name: 'stack-access' })

/** Everything that a script on the page can get at. */
const readAll = (page: Page) =>
  page.evaluate(async () => {
    const { app } = (globalThis as unknown as DebuggedPage).__LATCHKEY__
    const user = await app.getUser()
    const tokens = await user?.currentSession.getTokens()
    return [document.cookie, JSON.stringify([{ ...localStorage }, { ...sessionStorage }, tokens, user])].join('\n')
  })

interface DebuggedPage {
  __LATCHKEY__: {
    app: {
      getUser(): Promise<{ primaryEmail: string; currentSession: { getTokens(): Promise<object> } } | null>
      signInWithCredential(options: object): Promise<unknown>
    }
  }
}

const emailOf = (page: Page) =>
  page.evaluate(async () => {
    const { app } = (globalThis as unknown as DebuggedPage).__LATCHKEY__
    return (await app.getUser())?.primaryEmail ?? null
  })

async function open(page: Page, url: string): Promise<Page> {
  await page.goto(url)
  await page.waitForFunction('globalThis.__LATCHKEY__')
  return page
}

describe('on localhost', () => {
  let app: Awaited<ReturnType<typeof startApp>>
  let slow: Awaited<ReturnType<typeof startSlowServer>>
  beforeAll(async () => {
    slow = await startSlowServer(project.server.url)
    app = await startApp(folder, { ...project.env, LATCHKEY_API_URL_SERVER: slow.url })
  }, 600_000)
  afterAll(async () => {
    await app?.stop()
    slow?.stop()
  })

  /** A browser, and a check that no script in it has met the refresh token of its session. */
  async function watch() {
    const page = await openQuietBrowser()
    const bodies: Promise<string>[] = []
    page.on('response', (response: Response) => {
      if (/json|html|text/.test(response.headers()['content-type'] ?? '')) bodies.push(response.text().catch(() => ''))
    })
    const expectHidden = async () => {
      const kept = await keptCookies(page.context())
      expect(kept).toHaveLength(1)
      expect(kept[0]).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
      const { value } = kept[0]!
      expect(value).toMatch(/^[0-9a-z]{45}$/)
      for (const text of [await readAll(page), ...(await Promise.all(bodies))]) expect(text).not.toContain(value)
      return value
    }
    return { page, expectHidden }
  }

  test('no script meets the refresh token: after a sign-up, a reload, a new access token and a sign-out', async () => {
    const { page, expectHidden } = await watch()
    const { email, password } = await signUp(page, app.url)
    const token = await expectHidden()
    await open(page, app.url)
    await dropAccessToken(page.context())
    await open(page, `${app.url}/profile`)
    await page.getByText(`Signed in as ${email}`).waitFor()
    expect(await emailOf(page)).toBe(email)
    expect(await expectHidden()).toBe(token)

    await page.goto(`${app.url}/handler/sign-out`)
    await page.getByRole('link', { name: 'Create an account' }).waitFor()
    expect(await keptCookies(page.context())).toEqual([])
    expect((await page.context().cookies()).map(({ value }) => value).join()).not.toContain(token)

    await page.goto(`${app.url}/profile`)
    await submitUntil(page.getByText(`Signed in as ${email}`), page, { Email: email, Password: password })
    expect(await expectHidden()).not.toBe(token)
  })

  test('nor after a sign-in with a provider', async () => {
    const { page, expectHidden } = await watch()
    const { email } = await createAccount(project)
    const person = `provider-${email}`
    await page.goto(`${app.url}/handler/sign-in`)
    const button = page.getByRole('button', { name: 'Sign in with Google' })
    await button.waitFor()
    const provider = page.getByRole('heading', { name: 'Sign in with Google' })
    // Until React has taken over the page, a click does nothing.
    const press = async () => {
      if (await button.isVisible()) await button.click({ timeout: 1_000 }).catch(() => undefined)
      return provider.waitFor({ timeout: 2_000 }).then(
        () => true,
        () => false,
      )
    }
    await expect.poll(press, { timeout: 60_000 }).toBe(true)
    await page.getByLabel('Email', { exact: true }).fill(person)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'My note' }).waitFor()
    await page.waitForFunction('globalThis.__LATCHKEY__')
    expect(await emailOf(page)).toBe(person)
    await expectHidden()
  })

  test('two tabs with a session from before move it, and stay signed in', async () => {
    const { email, refreshToken } = await createAccount(project)
    const page = await openBrowser()
    const name = `stack-refresh-${project.env.LATCHKEY_PROJECT_ID}`
    await page.context().addCookies([{ name, value: refreshToken, url: app.url, sameSite: 'Lax' }])
    const tabs = [page, await page.context().newPage()]
    await Promise.all(tabs.map((tab) => open(tab, app.url)))
    expect(await Promise.all(tabs.map(emailOf))).toEqual([email, email])
    expect(await keptCookies(page.context())).toMatchObject([{ value: refreshToken, httpOnly: true }])
    expect(await readAll(page)).not.toContain(refreshToken)
    await dropAccessToken(page.context())
    await Promise.all(tabs.map((tab) => open(tab, app.url)))
    expect(await Promise.all(tabs.map(emailOf))).toEqual([email, email])
  })

  test('tabs on a slow network get one new access token and stay signed in', async () => {
    const page = await openQuietBrowser()
    const { email } = await signUp(page, app.url)
    await dropAccessToken(page.context())
    slow.delayMillis = 1500
    const tabs = [page, await page.context().newPage(), await page.context().newPage()]
    // Without waiting for each other, or for what they ask: each finds the cookie without an access token.
    await Promise.all(tabs.map((tab) => open(tab, `${app.url}/handler/error`)))
    const asked: Promise<unknown>[] = []
    for (const tab of tabs) {
      tab.on(
        'request',
        (request) => void (request.url().endsWith('/handler/session') && asked.push(request.response())),
      )
    }
    await dropAccessToken(page.context())
    expect(await Promise.all(tabs.map(emailOf))).toEqual([email, email, email])
    await Promise.all(asked)
    expect(asked.length).toBeLessThanOrEqual(1)
    slow.delayMillis = 0
    expect(await keptCookies(page.context())).toHaveLength(1)
  })
})

describe('on https, beside a hostile host of the domain', () => {
  let app: Awaited<ReturnType<typeof startApp>>
  let counted: Awaited<ReturnType<typeof openCountedAddress>>
  let neighbours: Awaited<ReturnType<typeof openNeighbours>>
  beforeAll(async () => {
    counted = await openCountedAddress(project.server.url)
    app = await startApp(folder, { ...project.env, LATCHKEY_API_URL_SERVER: counted.url })
    neighbours = await openNeighbours(app.url, {})
  }, 600_000)
  afterAll(async () => {
    await neighbours?.stop()
    await app?.stop()
    await counted?.stop()
  })

  async function signInAt(site: string) {
    const person = await createAccount(project)
    const page = await openBrowser()
    await open(page, `${site}/handler/sign-in`)
    await page.evaluate(async (person) => {
      const { app } = (globalThis as unknown as DebuggedPage).__LATCHKEY__
      await app.signInWithCredential({ ...person, noRedirect: true })
    }, person)
    return { page, email: person.email }
  }

  test('the cookie is one that only the host itself can set', async () => {
    const { page } = await signInAt(neighbours.urlOf('shop.app'))
    const [kept] = await keptCookies(page.context())
    expect(kept).toMatchObject({ httpOnly: true, secure: true, domain: 'shop.app.neighbours.test' })
    expect(kept!.name).toMatch(/^__Host-/)
    expect(
      await readAll(
        await page
          .context()
          .newPage()
          .then((tab) => open(tab, neighbours.urlOf('shop.app'))),
      ),
    ).not.toContain(kept!.value)
  })

  test('a request that it forges is refused, whatever it looks like, and changes nothing', async () => {
    const site = neighbours.urlOf('shop.app')
    const { page, email } = await signInAt(site)
    const before = await page.context().cookies(site)
    const evil = await page.context().newPage()
    await evil.goto(neighbours.urlOf('evil'))
    counted.take()
    const statuses: number[] = []
    evil.on('response', (response) => void (response.url().endsWith('/session') && statuses.push(response.status())))
    const projectId = project.env.LATCHKEY_PROJECT_ID!
    const outcomes = await evil.evaluate(forge, { url: `${site}/handler/session`, projectId })
    expect(outcomes.filter((outcome) => outcome !== 'opaque')).toEqual(outcomes.filter((each) => each === 'blocked'))
    await evil.setContent(`<form method="post" enctype="text/plain" action="${site}/handler/session">
      <input name='{"route":"DELETE /auth/sessions/current","x":"' value='"}'><button>Win</button></form>`)
    await evil.getByRole('button', { name: 'Win' }).click()
    await evil.waitForURL(`${site}/handler/session`)
    expect(statuses.every((status) => status === 403 || status === 405 || status === 204)).toBe(true)
    expect(statuses).toContain(403)
    // The page that signed in may still be reading.
    expect(counted.take().filter((route) => !route.startsWith('GET '))).toEqual([])
    expect(await page.context().cookies(site)).toEqual(before)
    await dropAccessToken(page.context())
    const tab = await open(await page.context().newPage(), site)
    expect(await emailOf(tab)).toBe(email)
  })
})

/** In a page of another host. Each way to send the request, and what the sender gets. */
async function forge({ url, projectId }: { url: string; projectId: string }): Promise<string[]> {
  const refresh = { route: 'POST /auth/oauth/token', body: { grant_type: 'refresh_token', refresh_token: 'kept-x' } }
  const signIn = {
    route: 'POST /auth/password/sign-in',
    body: { email: 'thief@example.com', password: 'of the thief' },
  }
  const inits: RequestInit[] = [
    { mode: 'no-cors', headers: { 'content-type': 'text/plain' } },
    { mode: 'no-cors', headers: { 'content-type': 'application/json', 'x-stack-project-id': projectId } },
    { mode: 'cors', headers: { 'content-type': 'application/json', 'x-stack-project-id': projectId } },
    { mode: 'cors', headers: { 'content-type': 'text/plain' } },
  ]
  const outcomes: string[] = []
  for (const message of [refresh, signIn]) {
    for (const init of inits) {
      const sent = fetch(url, { method: 'POST', credentials: 'include', body: JSON.stringify(message), ...init })
      outcomes.push(
        await sent.then(({ type, status }) => (type === 'opaque' ? type : `${status}`)).catch(() => 'blocked'),
      )
    }
  }
  return outcomes
}
