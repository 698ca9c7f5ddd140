import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CardShop, openCardShop, type SellingProject } from '../../testing/card-shop.ts'
import { race, type SignedUp, type TestProject, testProject } from '../../testing/index.ts'
import { listAuditEntries } from '../../testing/records.ts'
import { createPurchaseLink, openCustomer } from '../../testing/shop.ts'

const refund = 'POST /internal/payments/purchases/{purchase_id}/refund'
const settings = {
  'payments.groups.plans': {},
  'payments.items.seats': { customerType: 'user' },
  'payments.offers.once': {
    customerType: 'user',
    groupId: 'plans',
    prices: { once: { USD: '5' } },
    includedItems: { seats: { quantity: 2 } },
  },
}

let shop: CardShop
let selling: SellingProject
beforeAll(async () => {
  shop = await openCardShop()
  selling = await shop.openProject(settings)
})
afterAll(() => shop.stripe.close())

async function buy(project: TestProject, { user_id }: SignedUp) {
  const body = { full_code: await createPurchaseLink(project, user_id, 'once'), price_id: 'once' }
  if (project === selling) {
    shop.stripe.pay((await project.call('POST /payments/purchases/purchase-session', { body })).client_secret)
    await shop.deliverAll()
  } else await project.call('POST /internal/payments/test-mode-purchase-session', { as: 'admin', body })
  const customer = openCustomer(project, 'user', user_id)
  return { customer, purchase_id: (await customer.transactions())[0]!.id }
}

const ask = (project: TestProject, purchase_id: string) =>
  project.send(refund, { as: 'admin', params: { purchase_id } })
const intents = () => [...shop.stripe.accounts.get(selling.accountId)!.paymentIntents.values()]

test('takes back what a test purchase granted, so that it can be bought again', async () => {
  const project = await testProject(settings)
  const user = await project.signUp()
  const { customer, purchase_id } = await buy(project, user)
  await customer.change(-1, undefined, 'true', 'seats')
  expect(await customer.read('seats')).toBe(1)
  expect((await ask(project, purchase_id)).status).toBe(200)
  expect(await customer.read('seats')).toBe(-1)
  expect(await customer.transactions()).toContainEqual(
    expect.objectContaining({ id: purchase_id, refunded_at_millis: expect.any(Number) }),
  )
  const entries = await listAuditEntries(project, 'purchase.refunded')
  expect(entries).toMatchObject([
    { actor_type: 'admin-key', target_id: user.user_id, details: { offer_id: 'once', quantity: 1, test_mode: true } },
  ])
  await buy(project, user)
  expect(await customer.read('seats')).toBe(1)
})

test('returns a payment once, however often and by however many it is asked for', async () => {
  const { customer, purchase_id } = await buy(selling, await selling.signUp())
  expect(await customer.read('seats')).toBe(2)
  const { succeeded } = await race(4, () => ask(selling, purchase_id))
  expect(succeeded.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  await shop.deliverAll()
  expect((await ask(selling, purchase_id)).status).toBe(200)
  expect(await customer.read('seats')).toBe(0)
  expect(intents().filter(({ isRefunded }) => isRefunded)).toHaveLength(1)
  const entries = await listAuditEntries(selling, 'purchase.refunded')
  expect(entries.filter(({ target_id }) => target_id === customer.customer.id)).toHaveLength(1)
})

test('completes a refund that was only made at the provider', async () => {
  const { customer, purchase_id } = await buy(selling, await selling.signUp())
  const intent = intents().at(-1)!
  intent.isRefunded = true
  expect((await ask(selling, purchase_id)).status).toBe(200)
  expect(await customer.read('seats')).toBe(0)
})

test('leaves a purchase alone that was refunded at the provider only', async () => {
  const { customer, purchase_id } = await buy(selling, await selling.signUp())
  const payment_intent = intents().at(-1)!.id
  const object = { object: 'charge', payment_intent, customer: null, refunded: true }
  const event = { id: `evt_${randomUUID()}`, type: 'charge.refunded', account: selling.accountId, data: { object } }
  expect((await shop.deliver(event as never)).status).toBe(200)
  expect(await customer.read('seats')).toBe(2)
  expect(await customer.transactions()).toMatchObject([{ id: purchase_id }])
})

test('refunds nothing of another project, and nothing that does not exist', async () => {
  const project = await testProject(settings)
  const { customer, purchase_id } = await buy(project, await project.signUp())
  const other = await testProject(settings)
  for (const id of [purchase_id, randomUUID()]) {
    expect(await ask(other, id)).toMatchObject({ status: 404, body: 'There is no one-time purchase with this ID.' })
  }
  expect(await customer.read('seats')).toBe(2)
})
