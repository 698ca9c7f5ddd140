import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CardShop, deliverEvent, openCardShop, type SellingProject } from '../../testing/card-shop.ts'
import { createPurchaseLink } from '../../testing/shop.ts'

const day = 24 * 3600

const plan = (name: string, price: string, quantity: number) => ({
  displayName: name,
  customerType: 'user',
  groupId: 'plans',
  stackable: true,
  prices: { monthly: { USD: price, interval: [1, 'month'] } },
  includedItems: { credits: { quantity, repeat: [1, 'week'], expires: 'never' } },
})

let shop: CardShop
let project: SellingProject
beforeAll(async () => {
  shop = await openCardShop()
  project = await shop.openProject({
    'payments.groups.plans': {},
    'payments.items.credits': { customerType: 'user' },
    'payments.offers.small': plan('Small', '10', 10),
    'payments.offers.large': plan('Large', '20', 100),
  })
})
afterAll(() => shop.stripe.close())

test('a change of plan at the payment provider gives nothing for the time before it, and leaves what was given', async () => {
  const user = await project.signUp()
  const buy = async (offerId: string) => {
    const full_code = await createPurchaseLink(project, user.user_id, offerId)
    const body = { full_code, price_id: 'monthly', quantity: 1 }
    const { client_secret } = await project.call('POST /payments/purchases/purchase-session', { body })
    shop.stripe.pay(client_secret)
  }
  const deliver = async (since: number) => {
    for (const event of shop.stripe.events.slice(since)) {
      expect((await deliverEvent(shop.stripe, event, shop.server)).status).toBe(200)
    }
    const params = { customer_type: 'user' as const, customer_id: user.user_id, item_id: 'credits' }
    return (await project.call('GET /payments/items/{customer_type}/{customer_id}/{item_id}', { params })).quantity
  }

  await buy('small')
  const [subscription] = [...shop.stripe.accounts.get(project.accountId)!.subscriptions.values()]
  // It began twenty weeks and some days ago.
  subscription!.created -= 143 * day
  expect(await deliver(0)).toBe(21 * 10)

  const before = shop.stripe.events.length
  await buy('large')
  expect(await deliver(before)).toBe(20 * 10 + 100)
  expect(await deliver(0)).toBe(20 * 10 + 100)
  subscription!.items[0]!.quantity = 2
  expect(await deliver(0)).toBe(20 * 10 + 200)
})
