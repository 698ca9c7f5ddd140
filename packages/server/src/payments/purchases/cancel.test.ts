import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CardShop, openCardShop, type SellingProject } from '../../testing/card-shop.ts'
import { type SignedUp, type TestProject, testProject } from '../../testing/index.ts'
import { listAuditEntries } from '../../testing/records.ts'
import { createPurchaseLink, openCustomer } from '../../testing/shop.ts'

const cancel = 'POST /internal/payments/subscriptions/{subscription_id}/cancel'
const holdings = 'GET /internal/payments/customers/{customer_type}/{customer_id}'
const settings = {
  'payments.items.seats': { customerType: 'user' },
  'payments.offers.pro': {
    customerType: 'user',
    displayName: 'Pro',
    prices: { monthly: { USD: '10', interval: [1, 'month'] } },
    includedItems: { seats: { quantity: 5, expires: 'when-purchase-expires' } },
  },
}

let shop: CardShop
let selling: SellingProject
beforeAll(async () => {
  shop = await openCardShop()
  selling = await shop.openProject(settings)
})
afterAll(() => shop.stripe.close())

async function subscribe(project: TestProject, { user_id }: SignedUp) {
  const body = { full_code: await createPurchaseLink(project, user_id, 'pro'), price_id: 'monthly' }
  if (project === selling) {
    shop.stripe.pay((await project.call('POST /payments/purchases/purchase-session', { body })).client_secret)
    await shop.deliverAll()
  } else await project.call('POST /internal/payments/test-mode-purchase-session', { as: 'admin', body })
  const params = { customer_type: 'user' as const, customer_id: user_id }
  const list = async () => (await project.call(holdings, { as: 'admin', params })).subscriptions
  const [held] = await list()
  return { id: held!.id, list, customer: openCustomer(project, 'user', user_id) }
}

const ask = (project: TestProject, subscription_id: string, when: 'now' | 'period_end') =>
  project.send(cancel, { as: 'admin', params: { subscription_id }, body: { when } })

test.each(['test mode', 'Stripe'])('ends a subscription now, with what it granted: %s', async (mode) => {
  const project = mode === 'Stripe' ? selling : await testProject(settings)
  const { id, list, customer } = await subscribe(project, await project.signUp())
  expect(await customer.read('seats')).toBe(5)
  expect((await ask(project, id, 'now')).status).toBe(200)
  expect(await list()).toEqual([])
  expect(await customer.read('seats')).toBe(0)
  expect((await ask(project, id, 'now')).status).toBe(200)
  const entries = await listAuditEntries(project, 'subscription.canceled')
  expect(entries.filter(({ target_id }) => target_id === customer.customer.id)).toMatchObject([
    { actor_type: 'admin-key', details: { offer_id: 'pro', offer_name: 'Pro', when: 'now' } },
  ])
  if (mode === 'Stripe') {
    const { subscriptions } = shop.stripe.accounts.get(selling.accountId)!
    expect([...subscriptions.values()].at(-1)!.status).toBe('canceled')
  }
})

test.each(['test mode', 'Stripe'])('lets a subscription end with its period: %s', async (mode) => {
  const project = mode === 'Stripe' ? selling : await testProject(settings)
  const { id, list, customer } = await subscribe(project, await project.signUp())
  expect((await ask(project, id, 'period_end')).status).toBe(200)
  expect(await list()).toMatchObject([{ status: 'active', cancel_at_period_end: true }])
  expect(await customer.read('seats')).toBe(5)
  // The owner can still change their mind.
  expect((await ask(project, id, 'now')).status).toBe(200)
  expect(await list()).toEqual([])
})

test('ends a subscription here that the provider does not know', async () => {
  const { id, list } = await subscribe(selling, await selling.signUp())
  const { subscriptions } = shop.stripe.accounts.get(selling.accountId)!
  subscriptions.delete([...subscriptions.keys()].at(-1)!)
  expect((await ask(selling, id, 'now')).status).toBe(200)
  expect(await list()).toEqual([])
})

test('cancels nothing of another project, and nothing that does not exist', async () => {
  const project = await testProject(settings)
  const { id, list } = await subscribe(project, await project.signUp())
  const other = await testProject(settings)
  for (const each of [id, randomUUID()]) {
    expect(await ask(other, each, 'now')).toMatchObject({ status: 404, body: 'There is no subscription with this ID.' })
  }
  expect(await list()).toHaveLength(1)
})
