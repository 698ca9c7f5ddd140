import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { findAccessibilityProblems, findAccessibilityProblemsInBothSchemes } from './axe.ts'
import { newPerson, openBrowser, serverUrl } from './browser.ts'
import { openShop, type Shop, signInAsOwner } from './shop.ts'
import { pressTwice } from './slow-connection.ts'

// On a server without Stripe keys: everything except charging works.

let shop: Shop
/** The storage state of a browser in which the owner is signed in. */
let ownerState: Awaited<ReturnType<BrowserContext['storageState']>>
beforeAll(async () => {
  shop = await openShop(serverUrl)
  ownerState = await (await openAs(shop)).context().storageState()
})

async function openAs(someShop: Shop): Promise<Page> {
  const page = await openBrowser()
  await page.goto(`${serverUrl}/handler/sign-in`)
  await signInAsOwner(page, someShop)
  await page.waitForURL(`${serverUrl}/`)
  return page
}

const openAsOwner = () => openBrowser({ storageState: ownerState })

const testButton = (page: Page) => page.getByRole('button', { name: 'Complete test purchase' })
const result = (page: Page, title: string) => page.getByRole('heading', { name: title }).waitFor()

test('the owner signs in from the purchase page, completes it in test mode, and the customer has the items', async () => {
  const page = await openBrowser()
  await page.goto(await shop.createLink('pro', 'a-customer'))
  await page.getByRole('heading', { name: 'Pro', exact: true }).waitFor()
  await page.getByText('2 Credits').waitFor()
  await page.getByText('Choose a plan').waitFor()
  await page.getByText("You can't pay here yet").waitFor()
  expect(await page.getByRole('main').textContent()).not.toMatch(/[A-Z]+_[A-Z]+/)
  expect(await testButton(page).count()).toBe(0)

  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.waitForURL(/\/handler\/sign-in\?/)
  await signInAsOwner(page, shop)
  await page.waitForURL(/\/dashboard\/purchase\//)
  await page.getByLabel('per year').check()
  await testButton(page).click()

  await result(page, 'Test purchase completed')
  expect(new URL(page.url()).searchParams.get('bypass')).toBe('1')
  expect(await shop.quantityOf('credits', 'a-customer')).toBe(2)
  const { transactions } = await shop.ask('GET', '/internal/payments/transactions?limit=1')
  expect(transactions).toMatchObject([{ customer_id: 'a-customer', test_mode: true, price: { USD: '490' } }])
})

test('the page has the colors and corners of the seller', async () => {
  const branded = await openShop(serverUrl)
  const branding = { 'branding.light.primary': '#ffe600', 'branding.dark.primary': '#3b2ad1', 'branding.radius': 5 }
  await branded.ask('PATCH', '/internal/config/override', { config_override_string: JSON.stringify(branding) })
  const page = await openAs(branded)
  await page.goto(await branded.createLink('pro', 'a-fan'))
  const look = () =>
    testButton(page).evaluate((button) => {
      const { backgroundColor, color, borderTopLeftRadius } = getComputedStyle(button)
      return [backgroundColor, color, borderTopLeftRadius]
    })
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(look).toEqual(['rgb(255, 230, 0)', 'rgb(21, 23, 27)', '4px'])
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(look).toEqual(['rgb(59, 42, 209)', 'rgb(255, 255, 255)', '4px'])
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
})

test('several of a stackable offer are bought at once', async () => {
  const page = await openAsOwner()
  await page.goto(await shop.createLink('pack', 'many'))
  const quantity = page.getByLabel('Quantity')
  await page.getByRole('button', { name: 'One more' }).click()
  await page.getByRole('button', { name: 'One more' }).click()
  await page.getByRole('button', { name: 'One less' }).click()
  await page.getByText('$10.00').waitFor()
  expect(await quantity.inputValue()).toBe('2')

  for (const wrong of ['', '0', '-1', '1.5', '200000']) {
    await quantity.fill(wrong)
    await page.getByText('Enter a whole number from 1 to 199,999.').waitFor()
    expect(await testButton(page).getAttribute('aria-disabled')).toBe('true')
    await testButton(page).click({ force: true })
  }
  expect(await shop.quantityOf('credits', 'many')).toBe(0)
  await quantity.fill('199999')
  await page.getByText('$999,995.00').waitFor()
  await quantity.fill('7')
  await page.getByText('$35.00').waitFor()
  await testButton(page).click()
  await result(page, 'Test purchase completed')
  expect(await shop.quantityOf('credits', 'many')).toBe(14)
})

test('a change of plan says what it replaces, and what one has cannot be bought again', async () => {
  const page = await openAsOwner()
  await page.goto(await shop.createLink('starter', 'changer'))
  await testButton(page).click()
  await result(page, 'Test purchase completed')

  const upgrade = await shop.createLink('pro', 'changer')
  await page.goto(await shop.createLink('starter', 'changer'))
  await page.getByText('You already have this, so there is nothing to pay.').waitFor()
  expect(await testButton(page).count()).toBe(0)
  await page.goto(upgrade)
  await page.getByText('This replaces Starter').waitFor()
  await page.getByText('Due today, up to').waitFor()
  await testButton(page).click()
  await result(page, 'Test purchase completed')
  expect(await shop.quantityOf('credits', 'changer')).toBe(2)
})

test('a double click buys once', async () => {
  const page = await openAsOwner()
  const purchases: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/test-mode-purchase-session')) purchases.push(request.url())
  })
  await page.goto(await shop.createLink('pack', 'twice'))
  await pressTwice(testButton(page), '**/test-mode-purchase-session')
  await result(page, 'Test purchase completed')
  expect(purchases).toHaveLength(1)
  expect(await shop.quantityOf('credits', 'twice')).toBe(2)
})

test('an error is shown where it happened, and the choice stays', async () => {
  const page = await openAsOwner()
  const link = await shop.createLink('pack', 'refused')
  await page.goto(link)
  await page.getByLabel('Quantity').fill('3')
  await page.route('**/test-mode-purchase-session', (route) => route.fulfill({ status: 400, body: 'Not today.' }))
  await testButton(page).click()
  await page.getByText('Not today.').waitFor()
  expect(await page.getByLabel('Quantity').inputValue()).toBe('3')
  await page.unroute('**/test-mode-purchase-session')
  await testButton(page).click()
  await result(page, 'Test purchase completed')
  expect(await shop.quantityOf('credits', 'refused')).toBe(6)
})

describe('a link that', () => {
  test.each(['used', 'unknown', 'malformed'])('is %s says what to do', async (kind) => {
    const page = await openAsOwner()
    const link = await shop.createLink('pack', kind)
    if (kind === 'used') {
      await page.goto(link)
      await testButton(page).click()
      await result(page, 'Test purchase completed')
    }
    const addresses = { used: link, unknown: link.slice(0, -45) + 'a'.repeat(45), malformed: `${link}..` }
    await page.goto(addresses[kind as keyof typeof addresses])
    await result(page, 'This link no longer works')
    expect(await findAccessibilityProblems(page)).toEqual([])
  })

  test('was used in another tab in the meantime says so too', async () => {
    const page = await openAsOwner()
    const link = await shop.createLink('pack', 'raced')
    await page.goto(link)
    await testButton(page).waitFor()
    const otherTab = await page.context().newPage()
    await otherTab.goto(link)
    await testButton(otherTab).click()
    await result(otherTab, 'Test purchase completed')
    await testButton(page).click()
    await result(page, 'This link no longer works')
    expect(await shop.quantityOf('credits', 'raced')).toBe(2)
  })
})

test('someone else who is signed in sees no test mode', async () => {
  const page = await openAs(await openShop(serverUrl))
  const projects = page.waitForResponse('**/internal/projects')
  await page.goto(await shop.createLink('pack', 'stranger'))
  await projects
  await page.getByText('Due today').waitFor()
  expect(await testButton(page).count()).toBe(0)
})

test('a project in production mode has no purchases without a card', async () => {
  const live = await openShop(serverUrl)
  const link = await live.createLink('pack', 'live')
  await live.ask('PATCH', '/internal/projects/current', {
    is_production_mode: true,
    config: { allow_localhost: false },
  })
  const page = await openAs(live)
  await page.goto(link)
  await page.getByText('which turns off test purchases.').waitFor()
  expect(await testButton(page).count()).toBe(0)
})

test('without a response the page offers to try again, and does so by itself when the connection is back', async () => {
  const page = await openBrowser()
  const link = await shop.createLink('pack', 'offline')
  await page.route('**/validate-code', (route) => route.abort())
  await page.goto(link)
  await result(page, "We can't reach the server")
  expect(await findAccessibilityProblems(page)).toEqual([])
  await page.unroute('**/validate-code')
  await page.getByRole('button', { name: 'Try again' }).click()
  await result(page, 'Pack of credits')

  await page.route('**/validate-code', (route) => route.fulfill({ status: 503 }))
  await page.reload()
  await result(page, "We can't reach the server")
  await page.unroute('**/validate-code')
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await result(page, 'Pack of credits')
})

test.each([
  ['redirect_status=succeeded', 'Thank you'],
  ['redirect_status=processing', 'Your payment is being processed'],
  ['redirect_status=failed', "The payment didn't go through"],
  ['bypass=1', 'Test purchase completed'],
  ['', "We can't tell whether the payment went through"],
])('the result page with %j says: %s', async (query, title) => {
  const page = await openBrowser()
  await page.goto(`${serverUrl}/dashboard/purchase/return?purchase_full_code=abc&${query}`)
  await result(page, title)
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  expect(await page.getByRole('link', { name: 'Try again' }).count()).toBe(0)
})

test('after a failed payment one can try again while the link is good', async () => {
  const page = await openBrowser()
  const link = await shop.createLink('pack', 'again')
  const fullCode = link.split('/').at(-1)
  await page.goto(`${serverUrl}/dashboard/purchase/return?purchase_full_code=${fullCode}&redirect_status=failed`)
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.waitForURL(link)
  await result(page, 'Pack of credits')
})

test('what is priced in other currencies alone cannot be bought yet', async () => {
  const page = await openBrowser()
  await page.goto(await shop.createLink('elsewhere', 'abroad'))
  await page.getByText("You can't buy this here yet.").waitFor()
})

test('who pays loads nothing of what signing in takes', async () => {
  const page = await openBrowser()
  const scripts: string[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.url())
  })
  await page.goto(await shop.createLink('pack', 'light'))
  await result(page, 'Pack of credits')
  expect(scripts.filter((url) => /internal-app|handler|sign-in|test-mode/.test(url))).toEqual([])
})

test('an owner signs up, finds the account settings and signs out on the server’s own pages', async () => {
  const page = await openBrowser()
  await page.goto(`${serverUrl}/handler/account-settings`)
  await page.waitForURL(/\/handler\/sign-in/)
  await page.getByLabel('Email').waitFor()
  expect(await findAccessibilityProblems(page)).toEqual([])
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Email').fill(newPerson().email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByLabel('Confirm password').fill('correct horse battery')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/handler\/account-settings/)
  await page.getByRole('heading', { name: 'My profile' }).waitFor()
  await page.goto(`${serverUrl}/handler/sign-out`)
  await page.waitForURL(`${serverUrl}/`)
})
