import { expect, test } from 'vitest'
import { findAccessibilityProblemsInBothSchemes as findProblems } from './axe.ts'
import { openBrowser, serverUrl } from './browser.ts'
import { openOwnedProject } from './owned-project.ts'

test('guides, routes and error codes are found from any page with only the keyboard', async () => {
  const page = await openBrowser()
  await page.goto(`${serverUrl}/docs/guide/getting-started`)
  await page.keyboard.press('/')
  const field = page.getByRole('combobox', { name: 'Search the docs' })
  await field.and(page.locator(':focus')).waitFor()
  await page.keyboard.type('get /users/{user_id}')
  const route = page.getByRole('option', { name: 'Read a user' })
  await route.waitFor()
  expect(await findProblems(page)).toEqual([])
  while ((await route.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${serverUrl}/docs/api/users#get-users-user-id`)
  await page.getByRole('heading', { name: 'Users', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Read a user' }).and(page.locator('[aria-current="location"]')).waitFor()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('<b>unicorn')
  await page.getByText('Nothing matches “<b>unicorn”.').waitFor()
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'hidden' })
})

test('a guide lists its sections, leads on and copies its code', async () => {
  const page = await openBrowser({ width: 1440 })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${serverUrl}/docs/guide/getting-started`)
  const sections = page.getByRole('complementary', { name: 'On this page' })
  await sections.getByRole('link', { name: 'Create a project' }).click()
  await page.waitForURL('**/docs/guide/getting-started#create-a-project')
  await page.getByRole('link', { name: 'Link to “Install the packages”' }).waitFor()
  await page.locator('figure', { hasText: 'npm start' }).getByRole('button', { name: 'Copy' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('npm start')
  await page.getByRole('link', { name: 'Next Vite' }).click()
  await page.getByRole('heading', { level: 1, name: 'Vite' }).waitFor()
  await page.getByRole('link', { name: 'Previous Getting started' }).waitFor()
  await page.setViewportSize({ width: 380, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(380)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Sign up' }).click()
  await page.waitForURL('**/docs/guide/vite#4-sign-up')
  expect(await findProblems(page)).toEqual([])
})

test('owners see their own project in the examples, without secrets, until they sign out', async () => {
  const { page, open, id } = await openOwnedProject()
  await open('/api-keys')
  await page.getByRole('button', { name: 'Create keys' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create keys' }).click()
  await page.getByText(/pck_/).first().waitFor()
  await page.goto(`${serverUrl}/docs/guide/getting-started`)
  const example = page.locator('figure', { hasText: 'LATCHKEY_API_URL' }).locator('pre').first()
  await expect.poll(() => example.textContent()).toMatch(new RegExp(`LATCHKEY_PROJECT_ID=${id}\n.*=pck_[a-z0-9]{10}`))
  expect(await page.content()).not.toMatch(/ssk_[a-z0-9]{10}/)
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('ssk_')
  await page.getByLabel('Project in the examples').selectOption('No project')
  expect(await example.textContent()).toContain('LATCHKEY_PROJECT_ID=…')
  expect(await findProblems(page)).toEqual([])

  await open('')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL(/sign-in|\/$/)
  await page.goto(`${serverUrl}/docs/guide/getting-started`)
  expect(await example.textContent()).toContain('LATCHKEY_PROJECT_ID=…')
  expect(await page.getByLabel('Project in the examples').isVisible()).toBe(false)
})

test('a link to a place on the page that once had everything leads where that is now', async () => {
  const page = await openBrowser()
  for (const [anchor, place] of [
    ['post-auth-password-sign-in', '/docs/api/password#post-auth-password-sign-in'],
    ['teams', '/docs/api/teams'],
    ['object-clientuser', '/docs/api/objects#object-clientuser'],
    ['error-user-not-found', '/docs/api/error-codes#error-user-not-found'],
    ['error-codes', '/docs/api/error-codes'],
  ] as const) {
    await page.goto(`${serverUrl}/docs#${anchor}`)
    await page.waitForURL(serverUrl + place)
    if (place.includes('#')) await page.locator(`#${anchor}`).waitFor()
  }
})
