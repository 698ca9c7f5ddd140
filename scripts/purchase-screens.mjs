// The purchase page in its states, for `screens.mjs`. The server's responses are mocked, because a fresh server has no
// offers, and the card form is that of the tests.

import { withOwnedProject } from './owned-project.mjs'

const path = `/dashboard/purchase/abc_${'a'.repeat(45)}`
const result = '/dashboard/purchase/return?stripe_account_id=acct_1&purchase_full_code=abc'
const cardForm = new URL('../e2e/card-form.js', import.meta.url).pathname

const monthly = { USD: '49', interval: [1, 'month'] }
const choices = { monthly, yearly: { USD: '490', interval: [1, 'year'] }, forever: { USD: '1299.99' } }
const included = [
  { id: 'credits', display_name: 'Credits', quantity: 500, repeat: [1, 'month'], expires: 'when-repeated' },
  { id: 'seats', display_name: 'Seats', quantity: 5, repeat: 'never', expires: 'when-purchase-expires' },
]
const seller = { name: 'Fieldnotes', logoUrl: null, logoDarkModeUrl: null, homeUrl: 'https://fieldnotes.example' }
const longName = 'Everything that the Royal Society for the Improvement of Analytical Engines offers, and then some'

const pay = (page) => page.getByRole('button', { name: /^Pay/ })
const seeCards = (page) => page.getByLabel('Card number').waitFor()

export const purchaseScreens = {
  purchase: { path, prepare: (page) => withPurchase(page), act: seeCards },
  'purchase-choices': { path, prepare: (page) => withPurchase(page, { prices: choices }), act: seeCards },
  'purchase-quantity': {
    path,
    prepare: (page) => withPurchase(page, { prices: { once: { USD: '5' } }, stackable: true }),
    act: async (page) => {
      await seeCards(page)
      await page.getByLabel('Quantity').fill('12')
    },
  },
  'purchase-quantity-wrong': {
    path,
    prepare: (page) => withPurchase(page, { prices: choices, stackable: true }),
    act: async (page) => {
      await seeCards(page)
      await page.getByLabel('Quantity').fill('999999')
    },
  },
  'purchase-plan-change': {
    path,
    prepare: (page) =>
      withPurchase(
        page,
        { prices: choices },
        { conflicting_group_offers: [{ offer_id: 'a', display_name: 'Starter' }] },
      ),
    act: seeCards,
  },
  'purchase-already-bought': {
    path,
    prepare: (page) => withPurchase(page, {}, { already_bought_non_stackable: true }),
  },
  'purchase-nothing-to-pay': { path, prepare: (page) => withPurchase(page, { prices: {} }) },
  'purchase-long-name': {
    path,
    prepare: (page) =>
      withPurchase(page, { display_name: longName, prices: choices }, {}, { seller: { ...seller, name: longName } }),
    act: seeCards,
  },
  'purchase-declined': {
    path,
    prepare: async (page) => {
      await withPurchase(page, { prices: choices })
      await page.route('**/purchase-session', (route) => route.fulfill({ json: { client_secret: 'pi_1_secret_2' } }))
      const error = { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' }
      const headers = { 'access-control-allow-origin': '*' }
      await page.route('https://api.stripe.com/**', (route) => route.fulfill({ status: 402, headers, json: { error } }))
    },
    act: async (page) => {
      await page.getByLabel('Card number').fill('4000 0000 0000 0002')
      await pay(page).click()
      await page.getByText('Your card was declined.').waitFor()
    },
  },
  'purchase-refused': {
    path,
    prepare: async (page) => {
      await withPurchase(page)
      const body = 'This offer is an add-on. Please buy the offer it belongs to first.'
      await page.route('**/purchase-session', (route) => route.fulfill({ status: 400, body }))
    },
    act: async (page) => {
      await page.getByLabel('Card number').fill('4242 4242 4242 4242')
      await pay(page).click()
      await page.getByText('offer it belongs to first').waitFor()
    },
  },
  'purchase-busy': {
    path,
    prepare: async (page) => {
      await withPurchase(page)
      await page.route('**/purchase-session', () => {})
    },
    act: async (page) => {
      await page.getByLabel('Card number').fill('4242 4242 4242 4242')
      await pay(page).click()
    },
  },
  'purchase-card-form-loading': {
    path,
    isWaiting: true,
    prepare: async (page) => {
      await withPurchase(page)
      await page.route('https://js.stripe.com/**', () => {})
    },
  },
  'purchase-card-form-failed': {
    path,
    prepare: async (page) => {
      await withPurchase(page)
      await page.route('https://js.stripe.com/**', (route) => route.abort())
    },
    act: (page) => page.getByRole('button', { name: 'Try again' }).waitFor(),
  },
  'purchase-no-cards': { path, prepare: (page) => withPurchase(page, {}, {}, { stripePublishableKey: null }) },
  'purchase-test-mode': { path, prepare: (page, url) => withOwner(page, url), act: seeTestMode },
  'purchase-test-mode-no-cards': {
    path,
    prepare: (page, url) => withOwner(page, url, { stripePublishableKey: null }),
    act: seeTestMode,
  },
  'purchase-loading': {
    path,
    isWaiting: true,
    prepare: async (page) => {
      await withPurchase(page)
      await page.route('**/validate-code', () => {})
    },
    act: (page) => page.getByRole('status', { name: 'Loading' }).waitFor(),
  },
  'purchase-dead-link': { path, prepare: (page) => withSeller(page) },
  'purchase-no-answer': {
    path,
    prepare: async (page) => {
      await withSeller(page)
      await page.route('**/validate-code', (route) => route.abort())
    },
  },

  'purchase-thanks': { path: `${result}&redirect_status=succeeded`, prepare: (page) => withSeller(page) },
  'purchase-processing': { path: `${result}&redirect_status=processing`, prepare: (page) => withSeller(page) },
  'purchase-failed': { path: `${result}&redirect_status=failed`, prepare: (page) => withSeller(page) },
  'purchase-failed-retry': {
    path: `${result}&redirect_status=failed`,
    prepare: (page) => withPurchase(page),
    act: (page) => page.getByRole('link', { name: 'Try again' }).waitFor(),
  },
  'purchase-tested': { path: `${result}&bypass=1`, prepare: (page) => withSeller(page) },
  'purchase-unclear': { path: result },
}

async function withPurchase(page, offer = {}, more = {}, settings = {}) {
  const purchase = {
    offer: {
      display_name: 'Fieldnotes Pro',
      customer_type: 'user',
      stackable: false,
      prices: { monthly },
      included_items: included,
      ...offer,
    },
    return_url: null,
    stripe_account_id: 'acct_1',
    project_id: 'project',
    already_bought_non_stackable: false,
    conflicting_group_offers: [],
    ...more,
  }
  await page.route('**/validate-code', (route) => route.fulfill({ json: purchase }))
  await page.route('https://js.stripe.com/**', (route) => route.fulfill({ path: cardForm }))
  await withSeller(page, settings)
}

async function withSeller(page, settings = {}) {
  await page.route('**/dashboard/purchase/*', async (route) => {
    const response = await route.fetch()
    const shown = { stripePublishableKey: 'pk_test_1', seller, ...settings }
    const body = (await response.text()).replace(/(?<=latchkey-settings" content=")[^"]*/, (text) => {
      const own = JSON.parse(text.replaceAll('&quot;', '"'))
      return JSON.stringify({ ...own, ...shown }).replaceAll('"', '&quot;')
    })
    await route.fulfill({ response, body })
  })
}

/** As a user who has just created the project that sells. */
async function withOwner(page, url, settings) {
  const { id } = await withOwnedProject(page, url)
  await withPurchase(page, {}, { project_id: id }, settings)
}

async function seeTestMode(page) {
  await page.getByRole('heading', { name: 'Test mode' }).waitFor()
  await page.getByRole('heading', { name: 'Test mode' }).scrollIntoViewIfNeeded()
}
