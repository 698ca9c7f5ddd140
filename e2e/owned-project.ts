import type { Page } from 'playwright-core'
import { openBrowser, serverUrl } from './browser.ts'

// Shared with the benchmarks, and outside of what is compiled here.
const { withOwnedProject } = await import(new URL('../scripts/owned-project.mjs', import.meta.url).href)

type Ask = (method: string, path: string, body?: object) => Promise<Record<string, unknown>>

/** The browser of an owner who has just created a project, and functions that open its pages and its app. */
export async function openOwnedProject(url = serverUrl) {
  const page = await openBrowser()
  const owned: { id: string; teamId: string; askAsAdmin: Ask; askAsOwner: Ask } = await withOwnedProject(page, url)
  const open = async (path: string) => {
    await page.goto(`${url}/dashboard/projects/${owned.id}${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'))
  }
  /** The browser of a user of the project's app, for which the demo stands in. */
  const openApp = async () => {
    const { publishable_client_key: publishableClientKey } = await owned.askAsAdmin('POST', '/internal/api-keys', {
      description: 'The app',
      expires_at_millis: Date.now() + 3_600_000,
      has_publishable_client_key: true,
      has_secret_server_key: false,
      has_super_secret_admin_key: false,
    })
    const app = await openBrowser()
    const config = { projectId: owned.id, publishableClientKey, baseUrl: url }
    await app.context().route('**/demo/config.json', (route) => route.fulfill({ json: config }))
    return app
  }
  return { page, open, openApp, ...owned }
}

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
