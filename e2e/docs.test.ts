import { expect, test } from 'vitest'
import { openBrowser, serverUrl } from './browser.ts'

test('a route can be found from any page of the docs with only the keyboard', async () => {
  const page = await openBrowser()
  await page.goto(`${serverUrl}/docs`)
  const menu = page.getByRole('navigation', { name: 'Contents' })
  const reading = menu.getByRole('link', { name: 'Read a user' })
  const signingUp = menu.getByRole('link', { name: 'Sign up', exact: false }).first()
  expect(await reading.isVisible()).toBe(false)

  await page.keyboard.press('/')
  await page.keyboard.type('get /users/{user_id}')
  await menu.getByText('2 found').waitFor()
  expect([await reading.isVisible(), await signingUp.isVisible()]).toEqual([true, false])
  await page.keyboard.press('Enter')
  await page.waitForURL(`${serverUrl}/docs/api/users#get-users-user-id`)
  await page.getByRole('heading', { name: 'Users', exact: true }).waitFor()
  // On its own page it is in the menu without a filter, marked as current.
  await reading.and(page.locator('[aria-current="location"]')).waitFor()
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
