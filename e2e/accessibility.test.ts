import type { Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { findAccessibilityProblemsInBothSchemes as findProblems } from './axe.ts'
import { createAccount, demoUrl, newPerson, openBrowser, serverUrl, signUp } from './browser.ts'
import { inviteToTeam } from './invitations.ts'
import { waitForMail } from './mails.ts'

const signedOut = [
  '',
  'handler/sign-in',
  'handler/sign-up',
  'handler/sign-out',
  'handler/forgot-password',
  'handler/password-reset?code=abc',
  'handler/magic-link-callback?code=abc',
  'handler/mfa',
  'handler/email-verification?code=abc',
  'handler/team-invitation?code=abc',
  'handler/team-invitation',
  'handler/oauth-callback',
  'handler/error',
  'handler/error?errorCode=OAUTH_PROVIDER_ACCESS_DENIED&message=x',
  'handler/error?errorCode=OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER&message=x',
  'handler/error?errorCode=INVALID_AUTHORIZATION_CODE&message=x',
  'handler/nowhere',
]
const signedIn = [
  '',
  'notes',
  'handler/account-settings#profile',
  'handler/account-settings#auth',
  'handler/account-settings#sessions',
  'handler/account-settings#settings',
  'handler/cli-auth-confirm?login_code=abc',
  'handler/cli-auth-confirm',
  'handler/team-invitation?code=abc',
]

// Every page is looked at in both color schemes; every second one is opened in the dark.

test('no page of somebody who is signed out has an accessibility problem', async () => {
  const page = await openBrowser()
  const problems: Record<string, string[]> = {}
  for (const path of signedOut) {
    await page.goto(demoUrl + path)
    // Without anything to finish it goes on to sign-in by itself. Between the two documents is nothing to be looked at.
    if (path === 'handler/oauth-callback') await page.waitForURL(`${demoUrl}handler/sign-in`)
    await page.locator('h1, h2').first().waitFor()
    problems[path] = await findProblems(page)
  }
  expect(problems).toEqual(Object.fromEntries(signedOut.map((path) => [path, []])))
})

test('no form that appears on the way has an accessibility problem', async () => {
  const person = await createAccount()
  const page = await openBrowser()
  const problems: Record<string, string[]> = {}
  await page.goto(`${demoUrl}handler/sign-in`)
  await page.getByRole('tab', { name: 'Password' }).click()
  problems.password = await findProblems(page)

  await page.getByRole('tab', { name: 'Magic link' }).click()
  await page.getByLabel('E-mail').fill(newPerson().email)
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
  await page.getByLabel('E-mail').fill(person.email)
  await page.keyboard.press('Enter')
  const { link } = await waitForMail(person.email, 'password_reset')
  await page.goto(link!)
  await page.getByLabel('Repeat new password').waitFor()
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
  await page.getByLabel('E-mail', { exact: true }).fill(person.email)
  problems.provider = await findProblems(page)
  // The exchange is held back, so that the page in between stays.
  const exchange = new Promise<Route>((resolve) => void page.route('**/auth/oauth/token', resolve))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const held = await exchange
  await page.getByText('Signing you in…').waitFor()
  problems.callback = await findProblems(page)
  await held.continue()
  await page.getByRole('heading', { name: 'Join The Analysts?' }).waitFor()
  problems.invitation = await findProblems(page)
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByRole('heading', { name: 'Welcome to The Analysts' }).waitFor()
  problems.joined = await findProblems(page)
  expect(problems).toEqual({ provider: [], callback: [], invitation: [], joined: [] })
})

test('no page of somebody who is signed in has an accessibility problem', async () => {
  const page = await openBrowser()
  await signUp(page)
  const problems: Record<string, string[]> = {}
  for (const path of signedIn) {
    await page.goto(demoUrl + path)
    await page.locator('h1, h2').first().waitFor()
    problems[path] = await findProblems(page)
  }
  expect(problems).toEqual(Object.fromEntries(signedIn.map((path) => [path, []])))
})

test('the pages of the server have no accessibility problem', async () => {
  const page = await openBrowser()
  const problems: Record<string, string[]> = {}
  const paths = ['/', '/docs', '/docs/api/users', '/docs/api/error-codes', '/inbox']
  for (const path of paths) {
    await page.goto(serverUrl + path)
    await page.locator('h1').first().waitFor()
    problems[path] = await findProblems(page)
  }
  expect(problems).toEqual(Object.fromEntries(paths.map((path) => [path, []])))
})
