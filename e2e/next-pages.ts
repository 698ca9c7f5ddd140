import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { newPerson, openBrowser } from './browser.ts'

/** A browser whose console must stay empty: React reports there what a server rendered differently. */
export async function openQuietBrowser(options?: Parameters<typeof openBrowser>[0]): Promise<Page> {
  const page = await openBrowser(options)
  page.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) expect.fail(`In the console: ${message.text()}`)
  })
  return page
}

export async function signUp(page: Page, url: string, { heading = 'My note', asksTwice = true } = {}) {
  const person = newPerson()
  await page.goto(url)
  const fields = {
    ...(asksTwice && { 'Confirm password': person.password }),
    Email: person.email,
    Password: person.password,
  }
  await submitUntil(page.getByRole('heading', { name: heading }), page, fields, async () => {
    const isOpen = asksTwice
      ? await visibleField(page, 'Confirm password').isVisible()
      : page.url().includes('/sign-up')
    if (!isOpen) await page.getByRole('link', { name: 'Create an account' }).click(briefly)
  })
  return person
}

export async function submitUntil(
  shown: Locator,
  page: Page,
  fields: Record<string, string>,
  openForm = async () => {},
) {
  await repeatUntil(shown, async () => {
    await openForm()
    let hasChanged = false
    for (const [label, text] of Object.entries(fields)) {
      const field = visibleField(page, label)
      // Until React has the field, Enter would send the form to the server, which knows nothing of it.
      expect(await field.evaluate(isHydrated, undefined, briefly)).toBe(true)
      if ((await field.inputValue(briefly)) === text) continue
      await field.fill(text, briefly)
      hasChanged = true
    }
    if (hasChanged) await page.keyboard.press('Enter')
  })
}

/** Not one that is hidden: of the page before, which cache components keep, or of HTML that is about to be shown. */
export const visibleField = (page: Page, label: string) =>
  page.getByLabel(label, { exact: true }).filter({ visible: true })

const isHydrated = (node: Element) => Object.keys(node).some((key) => key.startsWith('__reactProps'))

export async function chooseInAccountMenu(page: Page, name: string) {
  const button = page.getByRole('button', { name: 'Account menu' })
  const item = page.getByRole('menuitem', { name })
  await repeatUntil(item, async () => {
    if ((await button.getAttribute('aria-expanded', briefly)) === 'false') await button.click(briefly)
  })
  await item.click()
}

/** For what may be gone because it has worked. */
export const briefly = { timeout: 5_000 }

/**
 * As a person does who sees that nothing has happened: a click is lost on the server's HTML until React has it, and a
 * page in development is loaded again when the server asks for it.
 */
export async function repeatUntil(shown: Locator, act: () => Promise<void>) {
  const isShown = async () => {
    if (!(await shown.isVisible())) await act()
    return shown.isVisible()
  }
  await expect.poll(isShown, { timeout: 200_000, interval: 500 }).toBe(true)
}

/** Scripts are held back until it is known what the server has sent. */
export async function expectTakenOver(page: Page, url: string) {
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/*.js', async (route) => {
    await isReleased
    await route.continue()
  })
  await page.goto(url, { waitUntil: 'commit' })
  const card = page.locator('.lk-card').filter({ visible: true })
  const fromServer = (await card.elementHandle())!
  release()
  await expect.poll(() => card.evaluate(isHydrated), { timeout: 30_000 }).toBe(true)
  expect(await fromServer.evaluate((node) => node.isConnected)).toBe(true)
}

export async function writeNote(page: Page, note: string) {
  await page.getByLabel('Only you can see it').fill(note)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(`Saved: ${note}`).waitFor()
}

/** What a server sends, without the scripts. */
export async function fetchHtml(page: Page, url: string): Promise<string> {
  const html = await (await page.request.get(url)).text()
  return html.replace(/<script[\s\S]*?<\/script>/g, '')
}
