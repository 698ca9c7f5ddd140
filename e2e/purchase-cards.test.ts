import { fileURLToPath } from 'node:url'
import { openFakeStripe } from '@latchkey/server/testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findAccessibilityProblems, findAccessibilityProblemsInBothSchemes } from './axe.ts'
import { openBrowser } from './browser.ts'
import { openShop, type Shop } from './shop.ts'
import { holdBack } from './slow-connection.ts'
import { type StartedServer, startServer } from './start-server.ts'

// On a server with a fake Stripe server on this machine. In the browser our own script replaces Stripe.js; it calls the
// fake server, whose webhooks then report the payment.

const cardForm = fileURLToPath(new URL('./card-form.js', import.meta.url))
const goodCard = '4242 4242 4242 4242'
const declinedCard = '4000 0000 0000 0002'

let stripe: Awaited<ReturnType<typeof openFakeStripe>>
let server: StartedServer
let shop: Shop
const deliveries: Promise<unknown>[] = []

beforeAll(async () => {
  stripe = await openFakeStripe()
  server = await startServer({
    STRIPE_SECRET_KEY: stripe.config.secretKey,
    STRIPE_PUBLISHABLE_KEY: stripe.config.publishableKey,
    STRIPE_WEBHOOK_SECRET: stripe.config.webhookSecret,
    LATCHKEY_STRIPE_API_URL: stripe.config.apiUrl,
  })
  stripe.onEvent = (event) => {
    const body = JSON.stringify(event)
    const headers = { 'stripe-signature': stripe.sign(body), 'content-type': 'application/json' }
    deliveries.push(fetch(`${server.url}/api/v1/integrations/stripe/webhooks`, { method: 'POST', headers, body }))
  }
  shop = await openShop(server.url)
  await shop.ask('POST', '/internal/payments/setup', {})
  for (const id of stripe.accounts.keys()) stripe.completeOnboarding(id)
})

afterAll(async () => {
  await Promise.all(deliveries)
  await server?.stop()
  await stripe?.close()
})

type Options = Parameters<typeof openBrowser>[0]

async function openPurchase(offerId: string, customerId: string, options: Options = {}): Promise<Page> {
  const page = await openBrowser(options)
  await page.route('https://js.stripe.com/**', (route) => route.fulfill({ path: cardForm }))
  await page.route('https://api.stripe.com/**', async (route) => {
    const url = new URL(route.request().url())
    const isRead = route.request().method() === 'GET'
    const intent = isRead && findIntent(url.searchParams.get('_stripe_account')!, url.pathname.split('/').at(-1)!)
    if (intent) return route.fulfill({ json: intent, headers: { 'access-control-allow-origin': '*' } })
    const response = await route.fetch({ url: url.href.replace(url.origin, stripe.config.apiUrl) })
    return route.fulfill({ response })
  })
  await page.goto(await shop.createLink(offerId, customerId))
  await page.getByLabel('Card number').waitFor()
  return page
}

/** What the card form may read with the secret of a payment. */
function findIntent(account: string, id: string) {
  const intent = stripe.accounts.get(account)?.paymentIntents.get(id)
  return intent && { id, object: 'payment_intent', amount: intent.amount, status: intent.status }
}

const payButton = (page: Page) => page.getByRole('button', { name: /^Pay/ })
/** The options that the card form was given. */
const seeForm = (page: Page, mode: string, cents: number) =>
  page.locator(`[data-mode="${mode}"][data-amount="${cents}"]`).waitFor()

async function payWith(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await payButton(page).click()
}

const seeResult = (page: Page, title: string) => page.getByRole('heading', { name: title }).waitFor()

async function expectQuantity(customerId: string, quantity: number): Promise<void> {
  await expect.poll(() => shop.quantityOf('credits', customerId)).toBe(quantity)
}

test('someone pays once by card, and gets the items when the provider says so', async () => {
  const page = await openPurchase('pack', 'once')
  await page.getByText('Fieldnotes', { exact: true }).waitFor()
  await page.getByLabel('Quantity').fill('3')
  await seeForm(page, 'payment', 1500)
  await page.getByRole('button', { name: 'Pay $15.00', exact: true }).waitFor()
  await payWith(page, goodCard)

  await seeResult(page, 'Thank you')
  const query = new URL(page.url()).searchParams
  expect(query.get('redirect_status')).toBe('succeeded')
  expect(query.get('stripe_account_id')).toMatch(/^acct_/)
  await expectQuantity('once', 6)
})

test('someone subscribes by card, with the keyboard alone', async () => {
  const page = await openPurchase('pro', 'keyboard')
  await page.keyboard.press('Tab')
  await page.getByLabel('per month').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('radio', { name: 'per year', checked: true }).waitFor()
  await seeForm(page, 'subscription', 49_000)
  await page.keyboard.press('Tab')
  await page.keyboard.type(goodCard)
  await page.keyboard.press('Enter')
  await seeResult(page, 'Thank you')
  await expectQuantity('keyboard', 2)
})

test('a declined card is reported in place, nothing is lost, and another card works', async () => {
  const page = await openPurchase('pack', 'declined')
  await page.getByLabel('Quantity').fill('4')
  await payWith(page, declinedCard)
  await page.getByText('Your card was declined.').waitFor()
  expect(await page.getByLabel('Quantity').inputValue()).toBe('4')
  expect(await page.getByLabel('Card number').inputValue()).toBe(declinedCard)
  expect(await findAccessibilityProblems(page)).toEqual([])
  // The payment has started, so its amount is fixed.
  expect(await page.getByLabel('Quantity').isEditable()).toBe(false)

  await payWith(page, goodCard)
  await seeResult(page, 'Thank you')
  await expectQuantity('declined', 8)
})

test('a reload in the middle of a payment does not lose it', async () => {
  const page = await openPurchase('pro', 'reload')
  await page.getByLabel('per year').check()
  await payWith(page, declinedCard)
  await page.getByText('Your card was declined.').waitFor()
  await page.reload()
  await page.getByLabel('Card number').waitFor()
  expect(await page.getByLabel('per year').isChecked()).toBe(true)
  expect(await page.getByLabel('per month').isDisabled()).toBe(true)
  await payWith(page, goodCard)
  await seeResult(page, 'Thank you')
  await expectQuantity('reload', 2)
  await page.goBack()
  await seeResult(page, 'This link no longer works')
})

test('after a failed authentication at the bank, the same payment can be retried', async () => {
  const page = await openPurchase('pack', 'bank')
  const link = page.url()
  await payWith(page, declinedCard)
  await page.getByText('Your card was declined.').waitFor()
  const fullCode = link.split('/').at(-1)
  await page.goto(`${server.url}/dashboard/purchase/return?purchase_full_code=${fullCode}&redirect_status=failed`)
  await page.getByRole('link', { name: 'Try again' }).click()
  await payWith(page, goodCard)
  await seeResult(page, 'Thank you')
  await expectQuantity('bank', 2)
})

test('a browser that forbids storage can pay too', async () => {
  const page = await openPurchase('pack', 'forgetful')
  await page.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', {
      get() {
        throw new DOMException('Forbidden.', 'SecurityError')
      },
    })
  })
  await page.reload()
  await payWith(page, goodCard)
  await seeResult(page, 'Thank you')
  await expectQuantity('forgetful', 2)
})

test('an unfinished card number begins no payment', async () => {
  const page = await openPurchase('pack', 'unfinished')
  await payWith(page, '4242')
  await page.getByText('Your card number is incomplete.').waitFor()
  expect(await page.getByLabel('Quantity').isEditable()).toBe(true)
  await payWith(page, goodCard)
  await seeResult(page, 'Thank you')
})

test('pressing twice pays once', async () => {
  const page = await openPurchase('pack', 'twice')
  const asked: string[] = []
  page.on('request', (request) => {
    if (/purchase-session$|confirm$/.test(request.url())) asked.push(request.url())
  })
  await page.getByLabel('Card number').fill(goodCard)
  const { letGo } = await holdBack(page, '**/purchase-session')
  await payButton(page).dblclick()
  await page.keyboard.press('Enter')
  letGo()
  await seeResult(page, 'Thank you')
  expect(asked).toHaveLength(2)
  await expectQuantity('twice', 2)
})

test('what the server refuses is said in place, and can be tried again', async () => {
  const page = await openPurchase('pack', 'refused')
  await page.route('**/purchase-session', (route) => route.abort())
  await payWith(page, goodCard)
  await page.getByText("We can't reach the server. Nothing was charged. Please try again.").waitFor()
  await page.unroute('**/purchase-session')
  await page.route('**/purchase-session', (route) => route.fulfill({ status: 400, body: 'Not today.' }))
  await payWith(page, goodCard)
  await page.getByText('Not today.').waitFor()
  await page.unroute('**/purchase-session')
  await payWith(page, goodCard)
  await seeResult(page, 'Thank you')
})

test('a change of plan goes on with the same subscription and charges the difference', async () => {
  const first = await openPurchase('starter', 'changer')
  await payWith(first, goodCard)
  await seeResult(first, 'Thank you')
  await expectQuantity('changer', 2)

  const page = await openPurchase('pro', 'changer')
  await page.getByText('This replaces Starter').waitFor()
  await page.getByRole('button', { name: 'Pay up to $49.00', exact: true }).waitFor()
  await payWith(page, goodCard)
  await seeResult(page, 'Thank you')
  await expect
    .poll(async () => (await shop.ask('GET', '/internal/payments/transactions?type=subscription')).transactions)
    .toContainEqual(expect.objectContaining({ customer_id: 'changer', offer_display_name: 'Pro', status: 'active' }))
})

test('a plan that costs less leaves nothing to pay', async () => {
  const first = await openPurchase('pro', 'saver')
  await payWith(first, goodCard)
  await seeResult(first, 'Thank you')
  await expectQuantity('saver', 2)
  const page = await openPurchase('starter', 'saver')
  await payWith(page, goodCard)
  await seeResult(page, 'Thank you')
})

test('a card form that does not load says so and can be tried again', async () => {
  const page = await openPurchase('pack', 'blocked')
  await page.unroute('https://js.stripe.com/**')
  await page.route('https://js.stripe.com/**', (route) => route.abort())
  await page.reload()
  await page.getByText("The card form couldn't be loaded.").waitFor()
  await page.getByRole('button', { name: /^Pay/, disabled: true }).waitFor()
  expect(await findAccessibilityProblems(page)).toEqual([])
  await page.unroute('https://js.stripe.com/**')
  await page.route('https://js.stripe.com/**', (route) => route.fulfill({ path: cardForm }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await payWith(page, goodCard)
  await seeResult(page, 'Thank you')
})

test('nothing of the page is refused by its own policy', async () => {
  const page = await openBrowser()
  const refusals: string[] = []
  page.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) refusals.push(message.text())
  })
  await page.route('https://js.stripe.com/**', (route) => route.fulfill({ path: cardForm }))
  await page.goto(await shop.createLink('pro', 'policy'))
  await page.getByLabel('Card number').waitFor()
  expect(refusals).toEqual([])
})

test.each([
  [320, 'pro', 'light'],
  [380, 'pro', 'dark'],
  [768, 'pack', 'light'],
  [1280, 'pro', 'dark'],
] as const)('a screen of %i pixels shows no problem in either color scheme', async (width, offer, colorScheme) => {
  const page = await openPurchase(offer, `width-${width}`, { width, colorScheme })
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})

// Last, because it makes the links of the other tests expire too.
test('a link that has expired says what to do', async () => {
  const page = await openBrowser()
  const link = await shop.createLink('pack', 'late')
  await server.ageCodes()
  await page.goto(link)
  await seeResult(page, 'This link no longer works')
})
