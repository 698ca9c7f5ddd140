import { describe, expect, test } from 'vitest'
import { demoUrl, findAccessibilityProblems, openBrowser, serverUrl, signUp } from './browser.ts'

const signedOut = ['', 'handler/sign-in', 'handler/sign-up', 'handler/sign-out', 'handler/error', 'handler/nowhere']
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
