import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createAccount, demoUrl, fillSignIn, openBrowser, type Person, serverUrl, signUp } from './browser.ts'
import { openOwnedProject } from './owned-project.ts'
import { shot } from './shot.ts'

// What somebody gets who copies everything that scripts on the page can read.

const tokenPath = '**/api/v1/auth/oauth/token'
const greeting = (page: Page, { email }: Person) => page.getByRole('heading', { name: `Hello, ${email}` })
const signedOut = (page: Page) => page.getByRole('link', { name: 'Create an account' })

const dropAccessToken = (context: BrowserContext) => context.clearCookies({ name: 'stack-access' })

/** Counts the refreshes that arrive at the server. */
function countRefreshes(page: Page) {
  const sent: string[] = []
  page.on('request', (request) => {
    const body = request.url().endsWith('/auth/oauth/token') ? request.postData() : null
    if (body) sent.push(body)
  })
  return sent
}

test('a session is refreshed by its browser alone: a copy of all cookies is of no use in another one', async () => {
  const page = await openBrowser()
  const person = await signUp(page)
  await greeting(page, person).waitFor()
  const cookies = await page.context().cookies()
  expect(cookies.find(({ name }) => name.startsWith('stack-refresh-'))?.value).toMatch(/^bound-/)

  const thief = await openBrowser()
  await thief.context().addCookies(cookies)
  await dropAccessToken(thief.context())
  const sent = countRefreshes(thief)
  await thief.goto(demoUrl)
  await signedOut(thief).waitFor()
  expect(sent, 'our SDK does not even try').toEqual([])

  await dropAccessToken(page.context())
  const own = countRefreshes(page)
  await page.goto(demoUrl)
  await greeting(page, person).waitFor()
  expect(own).toHaveLength(1)
})

test('a token that is sent without the key is refused, and whose it is stays signed in', async () => {
  const page = await openBrowser()
  const person = await signUp(page)
  await greeting(page, person).waitFor()
  const { projectId, publishableClientKey } = await (await fetch(`${demoUrl}config.json`)).json()
  const cookies = await page.context().cookies()
  const { value } = cookies.find(({ name }) => name.startsWith('stack-refresh-'))!
  const fields = { client_id: projectId, client_secret: publishableClientKey, refresh_token: value }
  const body = new URLSearchParams({ ...fields, grant_type: 'refresh_token' })
  const answer = await fetch(`${serverUrl}/api/v1/auth/oauth/token`, { method: 'POST', body })
  expect(answer.headers.get('x-stack-known-error')).toBe('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED')
  await dropAccessToken(page.context())
  await page.goto(demoUrl)
  await greeting(page, person).waitFor()
})

test('a refresh whose answer was lost costs one more, and no session', async () => {
  const page = await openBrowser()
  const person = await signUp(page)
  await greeting(page, person).waitFor()
  let isLost = false
  await page.route(tokenPath, async (route) => {
    if (isLost) return route.continue()
    isLost = true
    await route.fetch()
    await route.abort('connectionreset')
  })
  await dropAccessToken(page.context())
  const sent = countRefreshes(page)
  await page.goto(demoUrl)
  await greeting(page, person).waitFor()
  // Lost, refused because its nonce was used, and answered.
  expect(sent).toHaveLength(3)
  await dropAccessToken(page.context())
  await page.goto(demoUrl)
  await greeting(page, person).waitFor()
  expect(sent).toHaveLength(4)
})

test.each([
  ['has no storage for keys', () => Object.defineProperty(globalThis, 'indexedDB', { value: undefined })],
  [
    'refuses to keep keys, as some private windows do',
    () => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('', 'DataCloneError')
      }
    },
  ],
])('a browser that %s gets a session without one', async (_name, breakStorage) => {
  const person = await createAccount()
  const page = await openBrowser()
  await page.addInitScript(breakStorage)
  await page.goto(`${demoUrl}handler/sign-in`)
  await fillSignIn(page, person)
  await greeting(page, person).waitFor()
  await dropAccessToken(page.context())
  await page.goto(demoUrl)
  await greeting(page, person).waitFor()
  const cookies = await page.context().cookies()
  expect(cookies.find(({ name }) => name.startsWith('stack-refresh-'))?.value).toMatch(/^[0-9a-z]{45}$/)
})

test('whoever lost the key signs in again, and nobody is told of a theft', async () => {
  const page = await openBrowser()
  const person = await signUp(page)
  await greeting(page, person).waitFor()
  await page.goto('about:blank')
  const browser = await page.context().newCDPSession(page)
  await browser.send('Storage.clearDataForOrigin', { origin: new URL(demoUrl).origin, storageTypes: 'indexeddb' })
  await dropAccessToken(page.context())
  const sent = countRefreshes(page)
  await page.goto(demoUrl)
  await signedOut(page).waitFor()
  expect(sent).toEqual([])
  await page.goto(`${demoUrl}handler/sign-in`)
  await fillSignIn(page, person)
  await greeting(page, person).waitFor()
})

test('a project that refuses other sessions says so in a browser that keeps no keys', async () => {
  const { page, open, openApp, askAsAdmin } = await openOwnedProject()
  const app = await openApp()
  await app.addInitScript(() => Object.defineProperty(globalThis, 'indexedDB', { value: undefined }))
  const person = await signUp(app)
  await greeting(app, person).waitFor()

  await open('/sign-in-methods')
  await page.getByRole('switch', { name: 'Only accept sessions that cannot be copied' }).click()
  await page.getByText('Sessions that can be copied are no longer accepted.').waitFor()
  await shot(page, 'sessions-that-cannot-be-copied')
  const { config } = await askAsAdmin('GET', '/internal/projects/current')
  expect(config).toMatchObject({ session_keys_required: true })

  await dropAccessToken(app.context())
  await app.goto(demoUrl)
  await signedOut(app).waitFor()
  await app.goto(`${demoUrl}handler/sign-in`)
  await fillPassword(app, person)
  await app.getByText("This browser can't store your sign-in securely.").waitFor()
  await shot(app, 'sign-in-without-a-key')

  const other = await openApp()
  await other.goto(`${demoUrl}handler/sign-in`)
  await fillPassword(other, person)
  await greeting(other, person).waitFor()
  const { items } = await askAsAdmin('GET', '/internal/audit-entries?action=project.config_changed')
  expect(JSON.stringify(items)).toContain('auth.sessionKeys.isRequired')
})

/** On a page without other methods. */
async function fillPassword(page: Page, { email, password }: Person) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
