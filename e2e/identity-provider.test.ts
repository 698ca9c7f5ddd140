import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillSignUp, newPerson, openBrowser } from './browser.ts'
import {
  clientSecret,
  type IdentityProvider,
  openIdentityProvider,
  signInAtIdentityProvider,
} from './identity-provider.ts'
import { createOwnProject, internalKeys } from './own-project.ts'
import { findFreePort, type StartedServer, startServer } from './start-server.ts'

const calendar = 'https://www.googleapis.com/auth/calendar.readonly'
const standIn = fileURLToPath(new URL('./stand-in.mjs', import.meta.url))

let server: StartedServer
let demo: string
/** A company's own issuer that replaces all shared providers. */
let company: IdentityProvider
/** Google itself, for a project with its own Google credentials. */
let google: IdentityProvider
let ownProject: Awaited<ReturnType<typeof createOwnProject>>['app']

beforeAll(async () => {
  const port = await findFreePort()
  const callback = `http://localhost:${port}/api/v1/auth/oauth/callback`
  company = await openIdentityProvider({ clients: { github: `${callback}/github` } })
  google = await openIdentityProvider({
    issuer: 'https://accounts.google.com',
    clients: { 'own-client': `${callback}/google` },
    scopes: [calendar],
  })
  server = await startServer(
    {
      ...internalKeys,
      PORT: String(port),
      LATCHKEY_SHARED_OAUTH_ISSUER: company.url,
      LATCHKEY_SHARED_OAUTH_CLIENT_SECRET: clientSecret,
      STAND_IN_URL: google.url,
    },
    ['--import', standIn],
  )
  demo = `${server.url}/demo/`
  const created = await createOwnProject(server.url, {
    allow_localhost: true,
    magic_link_enabled: true,
    oauth_providers: [{ id: 'google', type: 'standard', client_id: 'own-client', client_secret: clientSecret }],
  })
  ownProject = created.app
})
afterAll(async () => {
  await server?.stop()
  await Promise.all([company?.close(), google?.close()])
})

test('the company’s own identity provider signs in, and again, and brings back to the protected page', async () => {
  const { email } = newPerson()
  const page = await openBrowser()
  await page.route('https://fonts.googleapis.com/**', (route) => route.abort())
  await page.goto(`${demo}notes`)
  await page.getByRole('button', { name: 'Sign in with GitHub' }).click()
  await signInAtIdentityProvider(page, email)
  await page.waitForURL(`${demo}notes`)
  await page.getByRole('heading', { name: 'My note' }).waitFor()
  await page.goto(demo)
  await page.getByRole('heading', { name: 'Hello, Grace Hopper' }).waitFor()
  const id = await findUserId(page)

  const elsewhere = await openBrowser()
  await elsewhere.route('https://fonts.googleapis.com/**', (route) => route.abort())
  await elsewhere.goto(`${demo}handler/sign-in`)
  await elsewhere.getByRole('button', { name: 'Sign in with GitHub' }).click()
  await signInAtIdentityProvider(elsewhere, email)
  await elsewhere.waitForURL(demo)
  expect(await findUserId(elsewhere)).toBe(id)
})

/** The demo as an app of a project with its own Google credentials. */
async function openOwnApp() {
  const page = await openBrowser()
  await page.route('**/demo/config.json', (route) => route.fulfill({ json: ownProject }))
  await page.route('https://fonts.googleapis.com/**', (route) => route.abort())
  // The browser has to be sent there like the server. Not every one lets a redirect itself be intercepted.
  await page.route('**/auth/oauth/authorize/google?**', async (route) => {
    const response = await route.fetch({ maxRedirects: 0 })
    const { location = '', ...headers } = response.headers()
    const there = location.replace('https://accounts.google.com', google.url)
    await route.fulfill({ response, headers: { ...headers, location: there } })
  })
  const person = newPerson()
  await page.goto(`${demo}handler/sign-up`)
  await fillSignUp(page, person)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: `Hello, ${person.email}` }).waitFor()
  return page
}

interface DebuggedPage {
  __LATCHKEY__: {
    app: {
      getUser(): Promise<{
        id: string
        getConnectedAccount(
          provider: string,
          options: object,
        ): Promise<{ getAccessToken(): Promise<{ accessToken: string }> } | null>
      }>
    }
  }
}

function findUserId(page: Page): Promise<string> {
  return page.evaluate(async () => (await (globalThis as unknown as DebuggedPage).__LATCHKEY__.app.getUser()).id)
}

/** Like a page that requests access to the user's Google account. It leaves the page, so there is no result. */
function connectGoogle(page: Page): Promise<void> {
  return page.evaluate((scope) => {
    const { app } = (globalThis as unknown as DebuggedPage).__LATCHKEY__
    void app.getUser().then((user) => user.getConnectedAccount('google', { or: 'redirect', scopes: [scope] }))
  }, calendar)
}

function findGoogleToken(page: Page): Promise<string | undefined> {
  return page.evaluate(async (scope) => {
    const user = await (globalThis as unknown as DebuggedPage).__LATCHKEY__.app.getUser()
    const account = await user.getConnectedAccount('google', { scopes: [scope] })
    return (await account?.getAccessToken())?.accessToken
  }, calendar)
}

test('a Google account is connected, and the user returns to the page that requested it', async () => {
  const page = await openOwnApp()
  await page.goto(`${demo}notes?from=calendar`)
  await page.getByRole('heading', { name: 'My note' }).waitFor()
  expect(await findGoogleToken(page)).toBe(undefined)
  await connectGoogle(page)
  const { email } = newPerson()
  await signInAtIdentityProvider(page, email)
  await page.waitForURL(`${demo}notes?from=calendar`)
  await page.getByRole('heading', { name: 'My note' }).waitFor()

  const token = await findGoogleToken(page)
  const asked = await fetch(`${google.url}/v1/userinfo`, { headers: { authorization: `Bearer ${token}` } })
  expect(await asked.json()).toMatchObject({ email })

  // No other user can connect the same account.
  const someoneElse = await openOwnApp()
  await connectGoogle(someoneElse)
  await signInAtIdentityProvider(someoneElse, email)
  await someoneElse.getByRole('heading', { name: 'Account already in use' }).waitFor()
  await someoneElse.getByRole('button', { name: 'Go home' }).click()
  await someoneElse.waitForURL(demo)
})
