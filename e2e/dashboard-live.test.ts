import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { heading, openOwnedProject } from './owned-project.ts'

const isStream = (request: Request) => request.url().endsWith('/internal/live-updates')
const isUserList = (request: Request) => /\/api\/v1\/internal\/users\?/.test(request.url())

/** Simulates switching to another tab or back. */
function setVisibility(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  return page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}

test('shows changes by others with one request, and sends none in a hidden tab', async () => {
  const { page, open, id, askAsAdmin } = await openOwnedProject()
  const create = (display_name: string) => askAsAdmin('POST', '/users', { display_name })
  const row = (tab: Page, name: string) => tab.getByRole('link', { name, exact: true })
  await create('Ada')
  const connected = page.waitForResponse((response) => isStream(response.request()))
  await open('/users')
  await row(page, 'Ada').waitFor()
  await connected

  // A second browser of the owner on another page.
  const other = await openBrowser({ storageState: await page.context().storageState() })
  const otherConnected = other.waitForResponse((response) => isStream(response.request()))
  await other.goto(page.url().replace(/\/users.*/, ''))
  await heading(other, 'Overview').waitFor()
  await otherConnected

  let requests = 0
  page.on('request', (request) => {
    if (isUserList(request)) requests++
  })
  await create('Grace')
  await row(page, 'Grace').waitFor()
  await other.getByText('+2 in 30 days').waitFor()
  await row(other, 'Grace').first().waitFor()
  expect(requests).toBe(1)

  const ended = page.waitForEvent('requestfailed', isStream)
  await setVisibility(page, 'hidden')
  await ended
  await create('Edsger')
  await row(other, 'Edsger').first().waitFor()
  expect(requests).toBe(1)
  await setVisibility(page, 'visible')
  await row(page, 'Edsger').waitFor()

  // Both show the project name in their frame.
  await askAsAdmin('PATCH', '/internal/projects/current', { display_name: 'Notebook' })
  await page.getByRole('link', { name: 'Notebook' }).first().waitFor()
  await other.getByRole('link', { name: 'Notebook' }).first().waitFor()
  expect(page.url()).toContain(id)
})

test('reopens a broken stream and shows missed changes', async () => {
  const { page, open, askAsAdmin } = await openOwnedProject()
  let isBroken = true
  let attempts = 0
  await page.route('**/internal/live-updates', (route) => {
    attempts++
    return isBroken ? route.abort() : route.continue()
  })
  await open('/users')
  await page.getByText('No users yet').waitFor()
  await expect.poll(() => attempts).toBeGreaterThan(1)
  await askAsAdmin('POST', '/users', { display_name: 'Ada' })
  isBroken = false
  await page.getByRole('link', { name: 'Ada', exact: true }).waitFor()
})
