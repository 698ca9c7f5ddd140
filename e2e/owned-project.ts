import type { Page } from 'playwright-core'
import { expect } from 'vitest'
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
    const keys = await owned.askAsAdmin('POST', '/internal/api-keys', appKeys)
    const { publishable_client_key: publishableClientKey } = keys
    const app = await openBrowser()
    const config = { projectId: owned.id, publishableClientKey, baseUrl: url }
    await app.context().route('**/demo/config.json', (route) => route.fulfill({ json: config }))
    return app
  }
  /** A request of the project's app on a developer's machine, which tells the server where the app is. */
  const startLocalApp = async () => {
    const { publishable_client_key: key } = await owned.askAsAdmin('POST', '/internal/api-keys', appKeys)
    const headers = {
      origin: 'http://localhost:5173',
      'x-stack-access-type': 'client',
      'x-stack-project-id': owned.id,
      'x-stack-publishable-client-key': String(key),
    }
    await fetch(`${url}/api/v1/projects/current`, { headers })
    const findOrigin = async () => {
      const { items } = await owned.askAsOwner('GET', '/internal/projects')
      return (items as { id: string; local_origin?: string }[]).find(({ id }) => id === owned.id)?.local_origin
    }
    await expect.poll(findOrigin).toBe(headers.origin)
  }
  return { page, open, openApp, startLocalApp, ...owned }
}

const appKeys = {
  description: 'The app',
  expires_at_millis: Date.now() + 86_400_000,
  has_publishable_client_key: true,
  has_secret_server_key: false,
  has_super_secret_admin_key: false,
}

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
