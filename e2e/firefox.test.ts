import { type Browser, type ElementHandle, type Frame, launch, type Page } from 'puppeteer-core'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { newPerson } from './browser.ts'
import { createAndStartApp } from './created-app.ts'
import { findFirefox } from './firefox-path.mjs'
import { type StartedServer, startServer } from './start-server.ts'
import { totpOfKey } from './totp.ts'

// The main journeys in a second browser, over WebDriver BiDi: Playwright drives only its own build of Firefox.

let server: StartedServer
let firefox: Browser

beforeAll(async () => {
  // A separate server, because the first run needs one without owners.
  server = await startServer()
  firefox = await launch({
    browser: 'firefox',
    executablePath: findFirefox()!,
    headless: true,
    timeout: 100_000,
    extraPrefsFirefox: { 'ui.systemUsesDarkTheme': 1, 'ui.prefersReducedMotion': 1 },
  })
})

afterAll(async () => {
  await firefox?.close()
  await server?.stop()
})

/** A user with their own browser. Errors in a page fail the test. */
async function openBrowser(): Promise<Page> {
  const context = await firefox.createBrowserContext()
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  page.on('pageerror', (error) => expect.fail(`The page failed: ${error}`))
  return page
}

const named = (role: string, name: string) => `::-p-aria([name="${name}"][role="${role}"])`
const press = async (page: Page, role: string, name: string) => (await find(page, named(role, name))).click()
const see = (page: Page, role: string, name: string) => find(page, named(role, name))

/**
 * Waits for an element that is visible. The driver's own waits compile their code in the page, which Firefox refuses
 * there because of the page's content security policy.
 */
async function find(page: Page | Frame, selector: string): Promise<ElementHandle> {
  return vi.waitFor(
    async () => {
      const element = await page.$(selector)
      if (!(await element?.isVisible())) throw new Error(`There is no ${selector} on ${page.url()}.`)
      return element!
    },
    { timeout: 60_000 },
  )
}

/** Fields for passwords have no role. */
async function fillForm(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await find(page, 'input[type=password]')
  await (await see(page, 'textbox', 'Email')).type(email)
  for (const field of await page.$$('input[type=password]')) await field.type(password)
}

test('people sign up, change their name, sign out and sign in again', async () => {
  const page = await openBrowser()
  const person = newPerson()
  await page.goto(`${server.url}/demo/handler/sign-up`)
  await press(page, 'tab', 'Password')
  await fillForm(page, person)
  await page.keyboard.press('Enter')
  await see(page, 'heading', `Hello, ${person.email}`)

  await page.goto(`${server.url}/demo/handler/account-settings#profile`)
  await press(page, 'button', 'Edit display name')
  await page.keyboard.type('Ada Lovelace')
  await page.keyboard.press('Enter')
  await find(page, '::-p-text(Ada Lovelace)')

  await page.goto(`${server.url}/demo/`)
  await press(page, 'button', 'Account menu')
  await press(page, 'menuitem', 'Sign out')
  await see(page, 'link', 'Create an account')

  await page.goto(`${server.url}/demo/handler/sign-in`)
  await press(page, 'tab', 'Password')
  await fillForm(page, person)
  await page.keyboard.press('Enter')
  await see(page, 'heading', 'Hello, Ada Lovelace')
})

test('people set up an authenticator app, and then sign in with its code or with a recovery code', async () => {
  const page = await openBrowser()
  const person = newPerson()
  await page.goto(`${server.url}/demo/handler/sign-up`)
  await press(page, 'tab', 'Password')
  await fillForm(page, person)
  await page.keyboard.press('Enter')
  await see(page, 'heading', `Hello, ${person.email}`)

  await page.goto(`${server.url}/demo/handler/account-settings#auth`)
  await press(page, 'button', 'Set up')
  const key = await (await find(page, '.lk-secret')).evaluate(({ textContent }) => textContent)
  await page.keyboard.type(totpOfKey(key))
  await press(page, 'checkbox', "I've saved these codes.")
  const codes = await page.$$eval('.lk-recovery-codes li', (items) => items.map((item) => item.textContent))
  expect(codes).toHaveLength(10)
  await press(page, 'button', 'Done')
  await see(page, 'button', 'Turn off')

  const signInAgain = async () => {
    await page.goto(`${server.url}/demo/`)
    await press(page, 'button', 'Account menu')
    await press(page, 'menuitem', 'Sign out')
    await see(page, 'link', 'Create an account')
    await page.goto(`${server.url}/demo/handler/sign-in`)
    await press(page, 'tab', 'Password')
    await fillForm(page, person)
    await page.keyboard.press('Enter')
    await see(page, 'heading', 'One more step')
  }
  await signInAgain()
  await page.keyboard.type(totpOfKey(key))
  await see(page, 'heading', `Hello, ${person.email}`)
  await signInAgain()
  await press(page, 'button', 'Use a recovery code')
  await (await see(page, 'textbox', 'Recovery code')).type(codes[0]!.toLowerCase())
  await page.keyboard.press('Enter')
  await see(page, 'heading', `Hello, ${person.email}`)
})

test('a new server leads from an account to a project and the first user of an app', async () => {
  const page = await openBrowser()
  const person = newPerson()
  await page.goto(`${server.url}/dashboard`)
  await see(page, 'heading', 'Welcome to Latchkey')
  await fillForm(page, person)
  await page.keyboard.press('Enter')
  await see(page, 'heading', 'Create your first project')
  await page.keyboard.type('Fieldnotes')
  await page.keyboard.press('Enter')
  await see(page, 'heading', 'Connect your app')
  await find(page, '::-p-text(Waiting for the first sign-up)')

  // The command as it is on the page, and the first user of the app that it makes.
  const [projectUrl] = /^.*\/projects\/[0-9a-f-]{36}/.exec(await page.evaluate(() => location.href))!
  const command = await page.$eval('section[aria-label="New app"]', (block) => (block as HTMLElement).innerText)
  const app = await createAndStartApp(command.trim())
  onTestFinished(() => app.stop())
  const visitor = await openBrowser()
  const user = newPerson()
  await visitor.goto(app.url)
  await press(visitor, 'link', 'Create an account')
  await press(visitor, 'tab', 'Password')
  await fillForm(visitor, user)
  await visitor.keyboard.press('Enter')
  await see(visitor, 'heading', `Hello, ${user.email}`)
  await page.bringToFront()
  await find(page, '.waiting ::-p-text(has signed up)')

  // Keys that have not been copied are not lost by accident.
  await press(page, 'link', 'View users')
  await press(page, 'button', 'Leave without saving')
  await see(page, 'heading', 'Users')

  // Emails are shown with their styles, in a frame of the browser's own.
  await page.goto(`${projectUrl}/emails/templates/a70fb3a4-56c1-4e42-af25-49d25603abd0`)
  const email = await page.waitForFrame((frame) => frame.url() === 'about:srcdoc')
  await find(email, 'a')
  const look = () =>
    email.$eval('a', (link) => [getComputedStyle(link).paddingLeft, matchMedia('(prefers-color-scheme: dark)').matches])
  await expect.poll(look).toEqual(['20px', false])
  await press(page, 'button', 'Dark')
  await expect.poll(look).toEqual(['20px', true])

  // The docs now show the project in their examples.
  await page.goto(`${server.url}/docs/guide/getting-started`)
  const readPage = () => page.evaluate(() => document.body.textContent)
  await expect.poll(readPage).toMatch(/LATCHKEY_PROJECT_ID=[0-9a-f-]{36}/)
})

test('the docs are searched, and their scrollbars follow the theme', async () => {
  const page = await openBrowser()
  await page.goto(`${server.url}/docs/guide/getting-started`)
  const colors = await page.$eval('#menu', (menu) => getComputedStyle(menu).scrollbarColor)
  expect(colors).toBe('rgb(56, 60, 68) rgba(0, 0, 0, 0)')
  await page.keyboard.press('/')
  await page.keyboard.type('PASSWORD_TOO_SHORT')
  await find(page, '.search-hit strong ::-p-text(PASSWORD_TOO_SHORT)')
  await page.keyboard.press('Enter')
  await expect.poll(() => new URL(page.url()).hash).toBe('#error-password-too-short')
})
