import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A domain that no project trusts, on this machine.
  '--host-resolver-rules=MAP untrusted.test 127.0.0.1',
]
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let browser: Browser
const contexts: BrowserContext[] = []

beforeAll(async () => {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: flags })
})
afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()))
})
afterAll(() => browser.close())

export const serverUrl = inject('serverUrl')
export const demoUrl = `${serverUrl}/demo/`

/** A person with a browser of their own. What goes wrong in a page fails the test. */
export async function openBrowser(options: { colorScheme?: 'light' | 'dark'; width?: number } = {}): Promise<Page> {
  const context = await browser.newContext({
    colorScheme: options.colorScheme ?? 'light',
    viewport: { width: options.width ?? 1280, height: 800 },
    reducedMotion: 'reduce',
  })
  contexts.push(context)
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  page.on('pageerror', (error) => expect.fail(`The page failed: ${error.stack}`))
  return page
}

let people = 0
export function newPerson() {
  return { email: `person-${process.pid}-${++people}@example.com`, password: 'correct horse battery' }
}

export async function signUp(page: Page, person = newPerson()) {
  await page.goto(`${demoUrl}handler/sign-up`)
  await fillSignUp(page, person)
  await page.getByRole('button', { name: 'Sign up', exact: true }).click()
  await page.waitForURL(demoUrl)
  return person
}

interface Person {
  email: string
  password: string
}

export async function fillSignUp(page: Page, person: Person): Promise<void> {
  await page.getByRole('tab', { name: 'Password' }).click()
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Repeat password').fill(person.password)
}

export async function fillSignIn(page: Page, person: Person): Promise<void> {
  await page.getByRole('tab', { name: 'Password' }).click()
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

export async function signOut(page: Page): Promise<void> {
  await page.goto(demoUrl)
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('link', { name: 'Create an account' }).waitFor()
}

interface Violation {
  id: string
  nodes: { html: string; failureSummary?: string }[]
}

/** What axe finds wrong with the page as it is, as text; nothing, one hopes. */
export async function findAccessibilityProblems(page: Page): Promise<string[]> {
  // Evaluated rather than added as a script, which the page's own policy would rightly refuse.
  await page.evaluate(axeSource)
  const violations = await page.evaluate(
    async () =>
      (await (globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } }).axe.run()).violations,
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.failureSummary ?? node.html).join('; ')}`)
}
