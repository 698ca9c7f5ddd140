import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findAccessibilityProblemsInBothSchemes as findProblems } from './axe.ts'
import { createAccount, demoUrl, newPerson, openBrowser, serverUrl, signUp } from './browser.ts'
import { waitForEmail } from './emails.ts'
import { inviteToTeam } from './invitations.ts'
import { signedInPages, signedOutPages } from './pages.ts'
import { shot } from './shot.ts'
import { holdBack } from './slow-connection.ts'

const ofServer = {
  '/': 'Latchkey is running',
  '/docs': 'Latchkey API',
  '/docs/api/users': 'Users',
  '/docs/api/error-codes': 'Error codes',
}

// Every page is checked in both color schemes; every second one is opened in the dark one.

/** Checks each page when it is complete, because axe cannot handle changes while it runs. */
async function expectNoProblems(page: Page, base: string, headings: Record<string, string>) {
  const problems: Record<string, string[]> = {}
  for (const [path, heading] of Object.entries(headings)) {
    await page.goto(base + path)
    await page.getByRole('heading', { name: heading, exact: true }).waitFor()
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
    problems[path] = await findProblems(page)
  }
  expect(problems).toEqual(Object.fromEntries(Object.keys(headings).map((path) => [path, []])))
}

test('no page of someone who is signed out has an accessibility problem', async () => {
  await expectNoProblems(await openBrowser(), demoUrl, signedOutPages)
})

test('no form that appears on the way has an accessibility problem', async () => {
  const person = await createAccount()
  const page = await openBrowser()
  const problems: Record<string, string[]> = {}
  await page.goto(`${demoUrl}handler/sign-in`)
  await page.locator('.lk-mark-drawing').first().waitFor()
  await shot(page, 'sign-in')
  await page.getByRole('tab', { name: 'Password' }).click()
  problems.password = await findProblems(page)

  await page.getByRole('tab', { name: 'Magic link' }).click()
  await page.getByLabel('Email').fill(newPerson().email)
  await page.keyboard.press('Enter')
  await page.getByLabel('Code').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Enter all six characters.').waitFor()
  problems.code = await findProblems(page)

  await page.evaluate(() => sessionStorage.setItem('stack_mfa_attempt_code', 'any'))
  await page.goto(`${demoUrl}handler/mfa`)
  await page.getByLabel('Code').waitFor()
  problems.secondFactor = await findProblems(page)

  await page.goto(`${demoUrl}handler/forgot-password`)
  await page.getByLabel('Email').fill(person.email)
  await page.keyboard.press('Enter')
  const { link } = await waitForEmail(person.email, 'password_reset')
  await page.goto(link!)
  await page.getByLabel('Confirm new password').waitFor()
  problems.reset = await findProblems(page)
  expect(problems).toEqual({ password: [], code: [], secondFactor: [], reset: [] })
})

test('no step of an invitation or of a sign-in with a provider has an accessibility problem', async () => {
  const person = newPerson()
  const host = await openBrowser()
  await signUp(host)
  const link = await inviteToTeam(host, 'The Analysts', person.email)
  const page = await openBrowser()
  const problems: Record<string, string[]> = {}
  await page.goto(link)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Sign in with Google' }).click()
  await page.getByRole('heading', { name: 'Sign in with Google' }).waitFor()
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  problems.provider = await findProblems(page)
  // The exchange is held back, so that the intermediate page stays.
  const exchange = await holdBack(page, '**/auth/oauth/token')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await exchange.arrived
  await page.getByText('Signing you in…').waitFor()
  problems.callback = await findProblems(page)
  exchange.letGo()
  await page.getByRole('heading', { name: 'Join The Analysts?' }).waitFor()
  problems.invitation = await findProblems(page)
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByRole('heading', { name: 'Welcome to The Analysts' }).waitFor()
  problems.joined = await findProblems(page)
  expect(problems).toEqual({ provider: [], callback: [], invitation: [], joined: [] })
})

test('no page of someone who is signed in has an accessibility problem', async () => {
  const page = await openBrowser()
  const { email } = await signUp(page)
  await expectNoProblems(page, demoUrl, { '': `Hello, ${email}`, ...signedInPages })
})

test('the pages of the server have no accessibility problem', async () => {
  const page = await openBrowser()
  await expectNoProblems(page, serverUrl, ofServer)
  const { email } = await createAccount()
  await page.goto(`${serverUrl}/inbox`)
  await page.getByRole('link', { name: email }).waitFor()
  expect(await findProblems(page)).toEqual([])
})
