import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { demoUrl, serverUrl, signUp } from './browser.ts'
import { heading, openOwnedProject } from './owned-project.ts'

// Watches open tabs. The tests wait for what they show, and make no calls in them.

/** Simulates switching to another tab or back. */
function setVisibility(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  return page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}

/** The tab of a user of a project's app, on a protected page with text of the user. */
async function openProtectedPage() {
  const owned = await openOwnedProject()
  const tab = await owned.openApp()
  await tab.clock.install()
  const { email } = await signUp(tab)
  await tab.getByRole('link', { name: 'Open my note' }).click()
  const note = tab.getByLabel('What do you want to remember?')
  await note.fill('Only for my eyes')
  await tab.getByRole('button', { name: 'Save' }).click()
  await tab.getByText('Saved.').waitFor()
  const { items } = (await owned.askAsAdmin('GET', `/users?query=${encodeURIComponent(email)}`)) as {
    items: { id: string }[]
  }
  const userId = items[0]!.id
  const expectGone = async (notice: string) => {
    await tab.getByRole('heading', { name: 'Sign in to your account' }).waitFor()
    await tab.getByText(notice, { exact: true }).waitFor()
    expect(await tab.content()).not.toContain('Only for my eyes')
    expect(await tab.content()).not.toContain(email)
  }
  return { ...owned, tab, userId, expectGone }
}

const signedOut = "You've been signed out. Sign in to continue."

test('a tab shows within a minute that its user was restricted, and why', async () => {
  const { tab, userId, askAsAdmin, expectGone } = await openProtectedPage()
  const message = 'You sent too many messages.'
  await askAsAdmin('PUT', `/users/${userId}/restriction`, { reason: 'Spam', message })
  await tab.clock.fastForward('01:00')
  await expectGone(`This account is restricted. ${message}`)
})

test('a tab that is shown again shows that its user was deleted, and asked nothing while it was hidden', async () => {
  const { tab, userId, askAsAdmin, expectGone } = await openProtectedPage()
  await setVisibility(tab, 'hidden')
  const requests: string[] = []
  tab.on('request', (request) => requests.push(request.url()))
  await askAsAdmin('DELETE', `/users/${userId}`)
  await tab.clock.fastForward('05:00')
  expect(requests).toEqual([])
  await setVisibility(tab, 'visible')
  await expectGone(signedOut)
})

test('every tab of the browser shows at the next navigation in one of them that the session was ended', async () => {
  const { tab, userId, askAsAdmin, expectGone } = await openProtectedPage()
  const other = await tab.context().newPage()
  await other.goto(demoUrl)
  await other.getByRole('heading', { name: /^Hello, / }).waitFor()
  const { items } = (await askAsAdmin('GET', `/auth/sessions?user_id=${userId}`)) as { items: { id: string }[] }
  for (const { id } of items) await askAsAdmin('DELETE', `/auth/sessions/${id}?user_id=${userId}`)
  await other.getByRole('link', { name: 'Open my note' }).click()
  await other.getByText(signedOut).waitFor()
  await expectGone(signedOut)
})

test('a tab keeps its page while the server is away', async () => {
  const { tab } = await openProtectedPage()
  await tab.route('**/api/v1/**', (route) => route.abort())
  const failed = tab.waitForEvent('requestfailed')
  await tab.clock.fastForward('01:00')
  await failed
  await tab.clock.fastForward('05:00')
  await tab.unroute('**/api/v1/**')
  const checked = tab.waitForResponse((response) => response.url().endsWith('/users/me'))
  await tab.clock.fastForward('01:00')
  await checked
  expect(await tab.getByLabel('What do you want to remember?').inputValue()).toBe('Only for my eyes')
})

test('the dashboard shows at once that a session was ended elsewhere', async () => {
  const { page, open, askAsOwner, askAsAdmin } = await openOwnedProject()
  await askAsAdmin('POST', '/users', { display_name: 'Ada' })
  await open('/users')
  await page.getByRole('link', { name: 'Ada', exact: true }).waitFor()
  await askAsOwner('DELETE', '/auth/sessions/current')
  await page.getByText(signedOut).waitFor()
  expect(await page.getByText('Ada').count()).toBe(0)
})

test('a page of the dashboard without live updates shows it within a minute', async () => {
  const { page, askAsOwner } = await openOwnedProject()
  await page.clock.install()
  await page.goto(`${serverUrl}/dashboard/projects`)
  await heading(page, 'Projects').waitFor()
  await askAsOwner('DELETE', '/auth/sessions/current')
  await page.clock.fastForward('01:00')
  await page.getByText(signedOut).waitFor()
  expect(await page.getByText('Fieldnotes').count()).toBe(0)
})
