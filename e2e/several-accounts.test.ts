import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findAccessibilityProblemsInBothSchemes } from './axe.ts'
import { createAccount, demoUrl, fillSignIn, openBrowser, type Person, signUp } from './browser.ts'

const openMenu = (page: Page) => page.getByRole('button', { name: 'Account menu' }).click()
const item = (page: Page, name: string) => page.getByRole('menuitem', { name })
const greeting = (page: Page, { email }: Person) => page.getByRole('heading', { name: `Hello, ${email}` })

test('a browser keeps two accounts, switches in all tabs, and signs out of both', async () => {
  const page = await openBrowser()
  const ada = await signUp(page)
  const grace = await createAccount()
  const otherTab = await page.context().newPage()
  await otherTab.goto(demoUrl)
  await greeting(otherTab, ada).waitFor()

  await openMenu(page)
  await item(page, 'Add another account').click()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  await fillSignIn(page, grace)
  await greeting(page, grace).waitFor()
  await greeting(otherTab, grace).waitFor()

  await openMenu(page)
  await item(page, ada.email).waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  await item(page, ada.email).click()
  await greeting(page, ada).waitFor()
  await greeting(otherTab, ada).waitFor()

  await openMenu(otherTab)
  await item(otherTab, 'Sign out of all accounts').click()
  await page.getByRole('link', { name: 'Create an account' }).waitFor()
  await openMenu(page)
  expect(await item(page, grace.email).count()).toBe(0)
  // Nothing in the browser leads back to either account.
  await page.reload()
  await page.getByRole('link', { name: 'Create an account' }).waitFor()
  expect((await page.context().cookies()).filter(({ value }) => value.length > 20)).toEqual([])
})

test('a page from the history shows the account that is current now', async () => {
  const page = await openBrowser()
  const ada = await signUp(page)
  const grace = await createAccount()
  await openMenu(page)
  await item(page, 'Add another account').click()
  await fillSignIn(page, grace)
  await greeting(page, grace).waitFor()

  await page.goto(`${new URL(demoUrl).origin}/docs`)
  const otherTab = await page.context().newPage()
  await otherTab.goto(demoUrl)
  await openMenu(otherTab)
  await item(otherTab, ada.email).click()
  await greeting(otherTab, ada).waitFor()
  await page.goBack()
  await greeting(page, ada).waitFor()
})

test('the theme that a user chooses is kept and shown in all tabs', async () => {
  const page = await openBrowser({ colorScheme: 'light' })
  await page.goto(demoUrl)
  const otherTab = await page.context().newPage()
  await otherTab.goto(demoUrl)
  await openMenu(page)
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  const background = (tab: Page) => tab.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await expect.poll(() => background(otherTab)).toBe(await background(page))
  await page.reload()
  await page.getByRole('link', { name: 'Create an account' }).waitFor()
  expect(await background(page)).toBe(await background(otherTab))
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
})
