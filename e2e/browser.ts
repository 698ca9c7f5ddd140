import { randomUUID } from 'node:crypto'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { getChromium } from './chromium.ts'
import { callDemo, demoUrl } from './demo-api.ts'
import { watchPages } from './failure-report.ts'
import { shotScale } from './shot.ts'

export { demoUrl, serverUrl } from './demo-api.ts'

export const contexts: BrowserContext[] = []

export async function closeBrowsers(): Promise<void> {
  const closed = contexts.splice(0).map(async (context) => {
    // A request that a test is still handling when its page closes is not an error.
    await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
    await context.close()
  })
  await Promise.all(closed)
}

export type ColorScheme = 'light' | 'dark'
interface Options {
  colorScheme?: ColorScheme
  width?: number
  /** The storage state of another browser, such as its session. */
  storageState?: BrowserContextOptions['storageState']
}

/** A user with their own browser. Errors in a page fail the test. */
export async function openBrowser(options: Options = {}): Promise<Page> {
  const context = await (await getChromium()).newContext({
    colorScheme: options.colorScheme ?? 'light',
    viewport: { width: options.width ?? 1280, height: 800 },
    deviceScaleFactor: shotScale,
    reducedMotion: 'reduce',
    // For hosts whose certificate only the tests know.
    ignoreHTTPSErrors: true,
    ...(options.storageState && { storageState: options.storageState }),
  })
  contexts.push(context)
  watchPages(context)
  const page = await context.newPage()
  // Generous, because the machine may be busy and a timeout is always a failure.
  page.setDefaultTimeout(60_000)
  page.on('pageerror', (error) => expect.fail(`The page failed: ${error.stack}`))
  return page
}

export interface Person {
  email: string
  password: string
}

export function newPerson(): Person {
  return { email: `person-${randomUUID()}@example.com`, password: 'correct horse battery' }
}

/** A user with an existing demo account, for tests that are not about sign-up. */
export async function createAccount(person = newPerson()): Promise<Person> {
  const verification_callback_url = `${demoUrl}handler/email-verification`
  const { status } = await callDemo('/auth/password/sign-up', { ...person, verification_callback_url })
  expect(status).toBe(200)
  return person
}

interface DebuggedPage {
  __LATCHKEY__: { app: { signUpWithCredential(options: Person & { noRedirect: true }): Promise<unknown> } }
}

/** Creates an account and signs in to the demo through the API, without the forms. */
export async function signUp(page: Page, person = newPerson()): Promise<Person> {
  await page.goto(demoUrl)
  await page.getByRole('link', { name: 'Create an account' }).waitFor()
  await page.evaluate(async (person) => {
    const { app } = (globalThis as unknown as DebuggedPage).__LATCHKEY__
    await app.signUpWithCredential({ ...person, noRedirect: true })
  }, person)
  await page.getByRole('heading', { name: `Hello, ${person.email}` }).waitFor()
  return person
}

export async function fillSignUp(page: Page, person: Person): Promise<void> {
  await page.getByRole('tab', { name: 'Password' }).click()
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Confirm password').fill(person.password)
}

export async function fillSignIn(page: Page, person: Person): Promise<void> {
  await page.getByRole('tab', { name: 'Password' }).click()
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

export async function signOut(page: Page): Promise<void> {
  await page.goto(demoUrl)
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('link', { name: 'Create an account' }).waitFor()
}
