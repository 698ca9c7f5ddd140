import { openFakeStripe } from '@latchkey/server/testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findAccessibilityProblems } from './axe.ts'
import { openBrowser } from './browser.ts'
import { openShop, type Shop, signInAsOwner } from './shop.ts'
import { type StartedServer, startServer } from './start-server.ts'

// Owners set up payments at a fake Stripe server on this machine and return to the dashboard.

let stripe: Awaited<ReturnType<typeof openFakeStripe>>
let server: StartedServer

beforeAll(async () => {
  stripe = await openFakeStripe()
  server = await startServer({
    STRIPE_SECRET_KEY: stripe.config.secretKey,
    STRIPE_PUBLISHABLE_KEY: stripe.config.publishableKey,
    LATCHKEY_STRIPE_API_URL: stripe.config.apiUrl,
  })
})

afterAll(async () => {
  await server?.stop()
  await stripe?.close()
})

const cards = (page: Page) => page.getByRole('region', { name: 'Card payments' })
const see = (page: Page, state: string) => cards(page).getByText(state, { exact: true }).waitFor()
const goOn = (page: Page) => cards(page).getByRole('button', { name: 'Continue with Stripe' })

/** Starts the setup and returns the URL that Stripe would send the owner back to. */
async function beginSetup(shop: Shop): Promise<{ back: string; accountId: string }> {
  await shop.ask('POST', '/internal/payments/setup', {})
  const { form } = stripe.requests.findLast(({ call }) => call === 'POST /v1/account_links')!
  expect(form.refresh_url).toBe(form.return_url)
  return { back: String(form.return_url), accountId: String(form.account) }
}

test('an owner who comes back signs in, sees what is missing, continues, and finishes', async () => {
  const shop = await openShop(server.url)
  const { back, accountId } = await beginSetup(shop)
  expect(back).toBe(`${server.url}/dashboard/projects/${shop.projectId}/payments`)
  const page = await openBrowser()
  await page.goto(back)
  await signInAsOwner(page, shop)
  await see(page, 'Setup incomplete')
  expect(new URL(page.url()).pathname).toBe(new URL(back).pathname)
  expect(await findAccessibilityProblems(page)).toEqual([])

  const { account } = stripe.accounts.get(accountId)!
  account.details_submitted = true
  await page.reload()
  await see(page, 'In review')
  account.charges_enabled = true
  await page.reload()
  await see(page, 'Payouts paused')
  account.payouts_enabled = true
  await page.reload()
  await see(page, 'Connected')
  expect(await goOn(page).count()).toBe(0)
})

test('continuing leads to the provider, and reports when it does not respond', async () => {
  const shop = await openShop(server.url)
  const { back, accountId } = await beginSetup(shop)
  const page = await openBrowser()
  await page.route('https://connect.stripe.com/**', (route) => route.fulfill({ body: 'Hello from Stripe' }))
  await page.goto(back)
  await signInAsOwner(page, shop)
  await goOn(page).waitFor()
  stripe.failWith = 500
  await goOn(page).click()
  await page.getByRole('region', { name: 'Notifications' }).getByRole('listitem').waitFor()
  await page.reload()
  await page.getByText('Could not load this section').waitFor()
  stripe.failWith = undefined
  await page.getByRole('button', { name: 'Try again' }).click()
  await goOn(page).click()
  await page.getByText('Hello from Stripe').waitFor()
  expect(page.url()).toContain(`https://connect.stripe.com/setup/s/${accountId}/`)
})

test('an owner cannot see the payments of other projects', async () => {
  const [shop, other] = [await openShop(server.url), await openShop(server.url)]
  const page = await openBrowser()
  await page.goto(`${server.url}/dashboard/projects/${other.projectId}/payments`)
  await signInAsOwner(page, shop)
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
  await page.goto(`${server.url}/dashboard/projects/${shop.projectId}/payments`)
  await see(page, 'Not connected')
  await cards(page).getByRole('button', { name: 'Set up with Stripe' }).waitFor()
})
