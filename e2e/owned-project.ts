import type { Page } from 'playwright-core'
import { openBrowser, serverUrl } from './browser.ts'

// Shared with the screenshots, and outside of what is compiled here.
const { withOwnedProject } = await import(new URL('../scripts/owned-project.mjs', import.meta.url).href)

type Ask = (method: string, path: string, body?: object) => Promise<Record<string, unknown>>

/** The browser of an owner who has just created a project, and a function that opens its pages. */
export async function openOwnedProject(url = serverUrl) {
  const page = await openBrowser()
  const owned: { id: string; teamId: string; askAsAdmin: Ask; askAsOwner: Ask } = await withOwnedProject(page, url)
  const open = async (path: string) => {
    await page.goto(`${url}/dashboard/projects/${owned.id}${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'))
  }
  return { page, open, ...owned }
}

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
