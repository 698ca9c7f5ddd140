import { expect, test } from 'vitest'
import { projectCache } from '../projects/cache.ts'
import { testServer } from '../testing/index.ts'
import { createShop, type TestShop } from '../testing/shop.ts'
import { boughtOnce, findHoldings, holdsOffer, listConflicts, subscribesTo } from './holdings.ts'

const hour = 3600 * 1000
const now = new Date()
const around = { from: new Date(now.getTime() - hour), until: new Date(now.getTime() + hour) }
const over = { from: new Date(now.getTime() - 2 * hour), until: new Date(now.getTime() - hour) }

const offer = (more: object = {}) => ({
  customerType: 'custom',
  groupId: 'plans',
  prices: { monthly: { USD: '10', interval: [1, 'month'] } },
  ...more,
})

const settings = {
  'payments.groups.plans': {},
  'payments.offers.free': offer({ prices: 'include-by-default' }),
  'payments.offers.small': offer(),
  'payments.offers.large': offer(),
  'payments.offers.extra': offer({ isAddOnTo: { free: true, small: true } }),
  'payments.offers.more': offer({ isAddOnTo: { small: true } }),
  'payments.offers.apart': offer({ groupId: 'missing' }),
}

async function look({ project, customer }: TestShop) {
  const { config } = (await projectCache(project.server.platform).find(project.id))!
  const holdings = await findHoldings(project.server.platform.db, project.id, config.payments, customer, now)
  const conflictsWith = (offerId: string) => {
    const bought = { offerId, offer: config.payments.offers[offerId]! }
    return listConflicts(holdings, config.payments, bought).map(({ offer_id }) => offer_id)
  }
  return { holdings, conflictsWith, holds: (offerId: string) => holdsOffer(holdings, offerId) }
}

test('a customer who bought nothing holds what is included by default, and nothing conflicts with it', async () => {
  const { holdings, holds, conflictsWith } = await look(await createShop(await testServer(), settings))
  expect(holdings).toMatchObject({ subscriptions: [], oneTimePurchases: [] })
  expect([holds('free'), holds('small'), subscribesTo(holdings, 'free')]).toEqual([true, false, false])
  expect(conflictsWith('small')).toEqual([])
})

test.each([
  ['active', 'over', over],
  ['trialing', 'running', around],
  ['canceled', 'running', around],
  ['past_due', 'running', around],
] as const)('a subscription that is %s counts while its period is %s', async (status, _, times) => {
  const shop = await createShop(await testServer(), settings)
  await shop.subscribe({ offerId: 'small', status, ...times })
  const { holds } = await look(shop)
  expect([holds('small'), holds('free')]).toEqual([true, false])
})

test.each([
  ['canceled', 'over', over],
  ['unpaid', 'over', over],
  ['incomplete', 'running', around],
  ['incomplete_expired', 'running', around],
] as const)('a subscription that is %s does not count while its period is %s', async (status, _, times) => {
  const shop = await createShop(await testServer(), settings)
  await shop.subscribe({ offerId: 'small', status, ...times })
  const { holds } = await look(shop)
  expect([holds('small'), holds('free')]).toEqual([false, true])
})

test('subscriptions conflict within their group, but an add-on goes with its base and with other add-ons', async () => {
  const shop = await createShop(await testServer(), settings)
  await shop.subscribe({ offerId: 'small', ...around })
  await shop.subscribe({ offerId: 'more', createdAt: now, ...around })
  await shop.subscribe({ offerId: 'apart', ...around })
  await shop.subscribe({ items: {}, ...around })
  const { conflictsWith } = await look(shop)
  expect(conflictsWith('large')).toEqual(['small', 'more'])
  expect(conflictsWith('extra')).toEqual([])
  expect(conflictsWith('small')).toEqual(['small'])
  expect(conflictsWith('apart')).toEqual([])
})

test('what was canceled conflicts with nothing, even while it was paid for', async () => {
  const shop = await createShop(await testServer(), settings)
  await shop.subscribe({ offerId: 'small', status: 'canceled', ...around })
  expect((await look(shop)).conflictsWith('large')).toEqual([])
})

test('holdings are those of one customer in one project', async () => {
  const [shop, other] = [await createShop(await testServer(), settings), await createShop(await testServer(), settings)]
  await shop.subscribe({ offerId: 'small', ...around })
  await shop.buyOnce({})
  for (const elsewhere of [other, { ...shop, customer: { type: 'user' as const, id: 'customer' } }]) {
    const { holdings } = await look(elsewhere)
    expect(holdings).toMatchObject({ subscriptions: [], oneTimePurchases: [] })
    expect(boughtOnce(holdings, 'small')).toBe(false)
  }
})
