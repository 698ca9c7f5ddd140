import { describe, expect, test } from 'vitest'
import { demoUrl, findAccessibilityProblems, newPerson, openBrowser, serverUrl, signUp } from './browser.ts'
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
  'handler/error',
  'handler/nowhere',
]
const signedIn = [
  '',
  'notes',
  'handler/account-settings#profile',
  'handler/account-settings#auth',
  'handler/account-settings#sessions',
  'handler/account-settings#settings',
]

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  test('no page of somebody who is signed out has an accessibility problem', async () => {
    const page = await openBrowser({ colorScheme })
    const problems: Record<string, string[]> = {}
    for (const path of signedOut) {
      await page.goto(demoUrl + path)
      await page.locator('h1, h2').first().waitFor()
      problems[path] = await findAccessibilityProblems(page)
    }
    expect(problems).toEqual(Object.fromEntries(signedOut.map((path) => [path, []])))
  })

  test('no form that appears on the way has an accessibility problem', async () => {
    const person = await signUp(await openBrowser())
    const page = await openBrowser({ colorScheme })
    const problems: Record<string, string[]> = {}
    await page.goto(`${demoUrl}handler/sign-in`)
    await page.getByRole('tab', { name: 'Password' }).click()
    problems.password = await findAccessibilityProblems(page)

    await page.getByRole('tab', { name: 'Magic link' }).click()
    await page.getByLabel('E-mail').fill(newPerson().email)
    await page.keyboard.press('Enter')
    await page.getByLabel('Code').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Enter all six characters.').waitFor()
    problems.code = await findAccessibilityProblems(page)

    await page.evaluate(() => sessionStorage.setItem('stack_mfa_attempt_code', 'any'))
    await page.goto(`${demoUrl}handler/mfa`)
    await page.getByLabel('Code').waitFor()
    problems.secondFactor = await findAccessibilityProblems(page)

    await page.goto(`${demoUrl}handler/forgot-password`)
    await page.getByLabel('E-mail').fill(person.email)
    await page.keyboard.press('Enter')
    const { link } = await waitForMail(person.email, 'password_reset')
    await page.goto(link!)
    await page.getByLabel('Repeat new password').waitFor()
    problems.reset = await findAccessibilityProblems(page)
    expect(problems).toEqual({ password: [], code: [], secondFactor: [], reset: [] })
  })

  test('no page of somebody who is signed in has an accessibility problem', async () => {
    const page = await openBrowser({ colorScheme })
    await signUp(page)
    const problems: Record<string, string[]> = {}
    for (const path of signedIn) {
      await page.goto(demoUrl + path)
      await page.locator('h1, h2').first().waitFor()
      problems[path] = await findAccessibilityProblems(page)
    }
    expect(problems).toEqual(Object.fromEntries(signedIn.map((path) => [path, []])))
  })

  test('the pages of the server have no accessibility problem', async () => {
    const page = await openBrowser({ colorScheme })
    const problems: Record<string, string[]> = {}
    for (const path of ['/', '/docs', '/inbox']) {
      await page.goto(serverUrl + path)
      await page.locator('h1').first().waitFor()
      problems[path] = await findAccessibilityProblems(page)
    }
    expect(problems).toEqual({ '/': [], '/docs': [], '/inbox': [] })
  })
})
