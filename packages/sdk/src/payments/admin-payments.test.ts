import { openFakeStripe, openTestServer, type TestServer } from '@latchkey/server/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { clock } from '../environment/clock.ts'
import { appInternalsSymbol, KnownErrors } from '../index.ts'
import { createAdmin, openOwner, openPerson, openProject } from '../testing/open-project.ts'
import { paymentSettings } from '../testing/payment-settings.ts'
import { show, shownIn } from '../testing/shown.ts'

beforeEach(() => {
  vi.spyOn(clock, 'wait').mockResolvedValue()
})

async function open() {
  const opened = await openPerson(paymentSettings)
  return { ...opened, admin: createAdmin(opened.project) }
}

const codeOf = (url: string) => url.split('/').at(-1)!

describe('a quantity', () => {
  test('can be changed for users, teams and custom customers, with a description', async () => {
    const { admin, user } = await open()
    const team = await admin.createTeam({ displayName: 'Team' })
    await admin.createItemQuantityChange({ userId: user.id, itemId: 'credits', quantity: 5, description: 'A gift' })
    await admin.createItemQuantityChange({ userId: user.id, itemId: 'credits', quantity: -2 })
    await admin.createItemQuantityChange({ teamId: team.id, itemId: 'seats', quantity: 3 })
    await admin.createItemQuantityChange({ customCustomerId: 'acme', itemId: 'calls', quantity: 4 })
    expect((await user.getItem('credits')).quantity).toBe(3)
    expect((await team.getItem('seats')).quantity).toBe(3)
    expect((await admin.getItem({ customCustomerId: 'acme', itemId: 'calls' })).quantity).toBe(4)
    const { transactions } = await admin.listTransactions({ customerType: 'user' })
    expect(transactions.map(({ quantity, description }) => [quantity, description])).toEqual([
      [-2, null],
      [5, 'A gift'],
    ])
  })

  test('can be changed until an expiry', async () => {
    const { admin, user } = await open()
    const credits = { userId: user.id, itemId: 'credits', quantity: 5 }
    await admin.createItemQuantityChange({ ...credits, expiresAt: '2001-01-01T00:00:00Z' })
    expect((await user.getItem('credits')).quantity).toBe(0)
    await admin.createItemQuantityChange({ ...credits, expiresAt: '2100-01-01T00:00:00Z' })
    expect((await user.getItem('credits')).quantity).toBe(5)
    const { transactions } = await admin.listTransactions()
    expect(transactions[0]).toMatchObject({ item_id: 'credits', expires_at_millis: Date.UTC(2100, 0) })
  })

  test('does not become negative', async () => {
    const { admin, user } = await open()
    const change = admin.createItemQuantityChange({ userId: user.id, itemId: 'credits', quantity: -1 })
    await expect(change).rejects.toSatisfy(KnownErrors.ItemQuantityInsufficientAmount.isInstance)
    expect((await user.getItem('credits')).quantity).toBe(0)
  })
})

describe('a test purchase', () => {
  test('grants all items immediately, and subscribers see them', async () => {
    const { admin, user } = await open()
    const stores = admin[appInternalsSymbol]
    const item = stores.item({ userId: user.id, itemId: 'credits' })
    const transactions = stores.transactions()
    await show(item, transactions)
    const fullCode = codeOf(await user.createCheckoutUrl({ offerId: 'pack' }))
    await admin.testModePurchase({ fullCode, priceId: 'once', quantity: 3 })
    expect(shownIn(item).quantity).toBe(150)
    expect(shownIn(transactions)).toMatchObject({
      transactions: [
        { type: 'one_time', quantity: 3, test_mode: true, offer_display_name: 'Credit pack', price: { USD: '5.00' } },
      ],
      nextCursor: null,
    })
    await admin.createItemQuantityChange({ userId: user.id, itemId: 'credits', quantity: -10 })
    expect(shownIn(item).quantity).toBe(140)
    expect(shownIn(transactions).transactions).toHaveLength(2)
  })

  test('consumes the link', async () => {
    const { admin, user } = await open()
    const purchase = { fullCode: codeOf(await user.createCheckoutUrl({ offerId: 'pack' })), priceId: 'once' }
    await admin.testModePurchase(purchase)
    const isInstance = KnownErrors.VerificationCodeNotFound.isInstance
    await expect(admin.testModePurchase(purchase)).rejects.toSatisfy(isInstance)
  })
})

test('transactions are listed in pages and by type', async () => {
  const { admin, user } = await open()
  for (let quantity = 1; quantity <= 5; quantity++) {
    await admin.createItemQuantityChange({ userId: user.id, itemId: 'credits', quantity })
  }
  const seen: number[] = []
  let cursor: string | null | undefined
  do {
    const page = await admin.listTransactions({ limit: 2, cursor: cursor ?? undefined, type: 'item_quantity_change' })
    seen.push(...page.transactions.map(({ quantity }) => quantity))
    cursor = page.nextCursor
  } while (cursor)
  expect(seen).toEqual([5, 4, 3, 2, 1])
  expect(await admin.listTransactions({ type: 'subscription' })).toEqual({ transactions: [], nextCursor: null })
})

test('an owner manages payments with only their session', async () => {
  const { createProject } = await openOwner()
  const { app } = await createProject()
  expect(await app.getStripeAccountInfo()).toBeNull()
  expect(await app.listTransactions()).toEqual({ transactions: [], nextCursor: null })
})

describe('with Stripe', () => {
  let stripe: Awaited<ReturnType<typeof openFakeStripe>>
  let server: TestServer
  beforeAll(async () => {
    stripe = await openFakeStripe()
    server = await openTestServer(inject('databaseUrl'), { config: { stripe: stripe.config } })
  })
  afterAll(async () => {
    await server.close()
    await stripe.close()
  })

  test('a project is connected, subscribers see it, and it gets widget sessions', async () => {
    const { project } = await openProject(paymentSettings, server)
    const admin = createAdmin(project)
    const { stripeAccountInfo } = admin[appInternalsSymbol]
    await show(stripeAccountInfo)
    expect(shownIn(stripeAccountInfo)).toBeNull()
    await expect(admin.createStripeWidgetAccountSession()).rejects.toMatchObject({ statusCode: 400 })

    const { url } = await admin.setupPayments()
    expect(URL.canParse(url)).toBe(true)
    const info = await admin.getStripeAccountInfo()
    expect(Object.keys(info!).sort()).toEqual(['account_id', 'charges_enabled', 'details_submitted', 'payouts_enabled'])
    expect(shownIn(stripeAccountInfo)).toEqual(info)
    expect(Object.keys(await admin.createStripeWidgetAccountSession())).toEqual(['client_secret'])
  })
})
