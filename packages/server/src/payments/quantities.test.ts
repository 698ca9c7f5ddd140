import { beforeAll, expect, test } from 'vitest'
import { separateServer, type TestServer } from '../testing/index.ts'
import { createShop, type TestShop } from '../testing/shop.ts'
import type { IncludedItem } from './catalog.ts'

let server: TestServer
let now = new Date()
beforeAll(async () => {
  server = await separateServer({ now: () => now })
})

const item = { 'payments.items.credits': { customerType: 'custom' } }
const day = (text: string) => new Date(`${text}T00:00:00Z`)
const june = { from: day('2026-06-01'), until: day('2026-07-01') }

const planOf = (credits: IncludedItem) => ({
  ...item,
  'payments.offers.plan': {
    customerType: 'custom',
    prices: { monthly: { USD: '10', interval: [1, 'month'] } },
    includedItems: { credits },
  },
})

const never = (quantity: number): IncludedItem => ({ quantity, repeat: 'never', expires: 'never' })

async function changeAt(shop: TestShop, at: string, delta: number, expiresAt?: string) {
  now = day(at)
  await shop.change(delta, expiresAt ? day(expiresAt) : undefined)
}

async function readAt(shop: TestShop, at: string | Date) {
  now = typeof at === 'string' ? day(at) : at
  return shop.read()
}

test('what was spent came out of the grant that expired since', async () => {
  const shop = await createShop(server, item)
  await changeAt(shop, '2026-01-27', 10, '2026-01-31')
  await changeAt(shop, '2026-01-29', 11)
  await changeAt(shop, '2026-01-30', -3)
  await changeAt(shop, '2026-01-30', -2, '2026-01-31')
  expect(await readAt(shop, '2026-01-30')).toBe(16)
  expect(await readAt(shop, '2026-02-01')).toBe(11)
})

test('without expiries it is the sum', async () => {
  const shop = await createShop(server, item)
  for (const delta of [5, -3, -2]) await changeAt(shop, '2026-01-01', delta)
  expect(await shop.read()).toBe(0)
})

test('a grant that has expired when it is made gives nothing', async () => {
  const shop = await createShop(server, item)
  await changeAt(shop, '2026-01-10', 4, '2026-01-09')
  expect(await shop.read()).toBe(0)
})

test('a debit alone is negative', async () => {
  const shop = await createShop(server, item)
  await changeAt(shop, '2026-01-10', -3)
  expect(await shop.read()).toBe(-3)
})

test.each([
  'never',
  'when-purchase-expires',
] as const)('a subscription gives its items as often as it was bought (%s)', async (expires) => {
  const shop = await createShop(server, planOf({ quantity: 3, repeat: 'never', expires }))
  await shop.subscribe({ offerId: 'plan', quantity: 2, ...june })
  expect(await readAt(shop, '2026-05-31')).toBe(0)
  expect(await readAt(shop, '2026-06-15')).toBe(6)
})

test.each(['never', 'when-purchase-expires'] as const)('what repeats adds up (%s)', async (expires) => {
  const shop = await createShop(server, planOf({ quantity: 4, repeat: [1, 'week'], expires }))
  await shop.subscribe({ offerId: 'plan', ...june })
  expect(await readAt(shop, '2026-06-15')).toBe(12)
})

test('what expires when it is repeated is there once', async () => {
  const shop = await createShop(server, planOf({ quantity: 7, repeat: [1, 'week'], expires: 'when-repeated' }))
  await shop.subscribe({ offerId: 'plan', ...june })
  for (const at of ['2026-06-01', '2026-06-07', '2026-06-08', '2026-06-30']) expect(await readAt(shop, at)).toBe(7)
  // The last week that began lasts to its end.
  expect(await readAt(shop, '2026-07-05')).toBe(7)
  expect(await readAt(shop, '2026-07-06')).toBe(0)
})

test('a debit that expires with its week is forgotten with it', async () => {
  const shop = await createShop(server, planOf({ quantity: 10, repeat: [1, 'week'], expires: 'when-repeated' }))
  await shop.subscribe({ offerId: 'plan', ...june })
  await changeAt(shop, '2026-06-03', -3, '2026-06-08')
  expect(await readAt(shop, '2026-06-07')).toBe(7)
  expect(await readAt(shop, '2026-06-09')).toBe(10)
})

test('a debit that stays is taken from the week in which it was made', async () => {
  const shop = await createShop(server, planOf({ quantity: 10, repeat: [1, 'week'], expires: 'when-repeated' }))
  await shop.subscribe({ offerId: 'plan', ...june })
  await changeAt(shop, '2026-06-03', -3)
  expect(await readAt(shop, '2026-06-07')).toBe(7)
  expect(await readAt(shop, '2026-06-09')).toBe(10)
})

test('subscriptions and changes by hand add up', async () => {
  const shop = await createShop(server, planOf(never(5)))
  await shop.subscribe({ offerId: 'plan', ...june })
  await changeAt(shop, '2026-06-02', 3)
  await changeAt(shop, '2026-06-03', -6)
  expect(await shop.read()).toBe(2)
})

test('several subscriptions add up', async () => {
  const shop = await createShop(server, item)
  await shop.subscribe({ items: { credits: never(2) }, quantity: 3, ...june })
  await shop.subscribe({ items: { credits: never(1) }, quantity: 5, ...june })
  expect(await readAt(shop, '2026-06-15')).toBe(11)
})

test('a trial gives what the subscription gives', async () => {
  const shop = await createShop(server, planOf(never(5)))
  await shop.subscribe({ offerId: 'plan', quantity: 3, status: 'trialing', ...june })
  expect(await readAt(shop, '2026-06-15')).toBe(15)
})

test('what was canceled gives nothing more once its period is over', async () => {
  const shop = await createShop(server, planOf({ quantity: 5, repeat: 'never', expires: 'when-purchase-expires' }))
  await shop.subscribe({ offerId: 'plan', status: 'canceled', ...june })
  expect(await readAt(shop, '2026-06-30')).toBe(5)
  expect(await readAt(shop, '2026-07-01')).toBe(0)
})

test('a one-time purchase gives its items as often as it was bought', async () => {
  const shop = await createShop(server, item)
  now = day('2026-06-01')
  await shop.buyOnce({ credits: { quantity: 5 } }, 2)
  expect(await shop.read()).toBe(10)
})

test('purchases, subscriptions and changes add up', async () => {
  const shop = await createShop(server, planOf(never(5)))
  now = day('2026-06-01')
  await shop.buyOnce({ credits: { quantity: 4 } })
  await shop.buyOnce({ credits: { quantity: 3 } }, 2)
  await shop.change(3)
  await shop.change(-1)
  await shop.subscribe({ offerId: 'plan', quantity: 2, ...june })
  expect(await shop.read()).toBe(22)
})

test('a month that is too short runs into the next one', async () => {
  const shop = await createShop(server, planOf({ quantity: 1, repeat: [1, 'month'], expires: 'never' }))
  await shop.subscribe({ offerId: 'plan', from: day('2026-01-31'), until: day('2027-01-31') })
  expect(await readAt(shop, '2026-03-01')).toBe(1)
  expect(await readAt(shop, '2026-03-03')).toBe(2)
  expect(await readAt(shop, '2026-03-31')).toBe(3)
})

test('what repeats and stays does not start again when the subscription is renewed', async () => {
  const shop = await createShop(server, planOf({ quantity: 4, repeat: [1, 'week'], expires: 'never' }))
  await shop.subscribe({ offerId: 'plan', createdAt: day('2026-05-04'), ...june })
  expect(await readAt(shop, '2026-06-01')).toBe(20)
})

test('a subscription whose first payment never came gives nothing', async () => {
  const shop = await createShop(server, planOf(never(5)))
  await shop.subscribe({ offerId: 'plan', status: 'incomplete', ...june })
  await shop.subscribe({ offerId: 'plan', status: 'incomplete_expired', ...june })
  expect(await readAt(shop, '2026-06-15')).toBe(0)
})

test('a configured offer counts as it is configured now, and not at all once it is removed', async () => {
  const shop = await createShop(server, planOf(never(5)))
  await shop.subscribe({ offerId: 'plan', items: { credits: never(1) }, ...june })
  const configure = (settings: object) =>
    shop.project.call('PATCH /internal/config/override', {
      as: 'admin',
      body: { config_override_string: JSON.stringify(settings) },
    })
  now = day('2026-06-15')
  await configure(planOf(never(8)))
  expect(await shop.read()).toBe(8)
  await configure({ 'payments.offers.plan': null })
  expect(await shop.read()).toBe(0)
})

const plans = {
  ...planOf(never(5)),
  'payments.groups.plans': {},
  'payments.offers.plan.groupId': 'plans',
  'payments.offers.free': {
    customerType: 'custom',
    groupId: 'plans',
    prices: 'include-by-default',
    includedItems: { credits: { quantity: 1 } },
  },
  'payments.offers.freeToo': {
    customerType: 'custom',
    groupId: 'plans',
    prices: 'include-by-default',
    includedItems: { credits: { quantity: 100 } },
  },
  'payments.offers.ofNoGroup': {
    customerType: 'custom',
    groupId: 'missing',
    prices: 'include-by-default',
    includedItems: { credits: { quantity: 1000 } },
  },
  'payments.offers.forTeams': {
    customerType: 'team',
    groupId: 'plans',
    prices: 'include-by-default',
    includedItems: { credits: { quantity: 10_000 } },
  },
  'payments.offers.extra': {
    customerType: 'custom',
    groupId: 'plans',
    isAddOnTo: { free: true },
    prices: { monthly: { USD: '1', interval: [1, 'month'] } },
    includedItems: { credits: { quantity: 20 } },
  },
}

test('everyone has the first default offer of a group until they subscribe to another of it', async () => {
  const shop = await createShop(server, plans)
  expect(await readAt(shop, '2026-05-15')).toBe(1)
  await shop.subscribe({ offerId: 'plan', status: 'canceled', ...june })
  expect(await readAt(shop, '2026-06-15')).toBe(5)
  // What the plan granted permanently stays; the default offer is back.
  expect(await readAt(shop, '2026-07-15')).toBe(6)
})

test('an add-on to the default offer leaves it be', async () => {
  const shop = await createShop(server, plans)
  await shop.subscribe({ offerId: 'extra', ...june })
  expect(await readAt(shop, '2026-06-15')).toBe(21)
})

const dailyAllowance = {
  ...item,
  'payments.groups.plans': {},
  'payments.offers.free': {
    customerType: 'custom',
    groupId: 'plans',
    prices: 'include-by-default',
    includedItems: { credits: { quantity: 10, repeat: [1, 'day'], expires: 'when-repeated' } },
  },
}

test('a daily allowance comes back every day, however much was spent before', async () => {
  const shop = await createShop(server, dailyAllowance)
  for (const [at, delta] of [
    ['2026-06-01', -10],
    ['2026-06-02', -4],
    ['2026-06-05', -9],
  ] as const) {
    now = new Date(`${at}T13:00:00Z`)
    expect(await shop.read()).toBe(10)
    await shop.change(delta)
    expect(await shop.read()).toBe(10 + delta)
  }
  // Days begin at noon, when the first of them did.
  expect(await readAt(shop, new Date('2026-06-06T11:59:59.999Z'))).toBe(1)
  expect(await readAt(shop, new Date('2026-06-06T12:00:00Z'))).toBe(10)
})

test('a debit that ends is as if it had never been, also for an allowance that has been over for many days', async () => {
  const [shop, other] = [await createShop(server, dailyAllowance), await createShop(server, dailyAllowance)]
  await changeAt(shop, '2026-06-01', -5, '2026-07-11')
  await changeAt(other, '2026-06-01', 0)
  // From here on more is owed than the days to come make up for.
  for (const each of [shop, other]) await changeAt(each, '2026-06-10', -1000)
  expect([await readAt(shop, '2026-07-05'), await readAt(other, '2026-07-05')]).toEqual([-740, -740])
  const [after, without] = [await readAt(shop, '2026-07-12'), await readAt(other, '2026-07-12')]
  expect(after).toBe(without)
})

test.each([13_000, 20_000])('what repeats every %i days waits that long', async (days) => {
  const shop = await createShop(server, {
    ...item,
    'payments.groups.plans': {},
    'payments.offers.free': {
      customerType: 'custom',
      groupId: 'plans',
      prices: 'include-by-default',
      includedItems: { credits: { quantity: 3, repeat: [days, 'day'], expires: 'never' } },
    },
  })
  const second = Date.UTC(1973, 0, 1, 12) + days * 24 * 3600 * 1000
  expect(await readAt(shop, new Date(second - 1))).toBe(3)
  expect(await readAt(shop, new Date(second))).toBe(6)
})

test.each(['day', 'week', 'month', 'year'] as const)('a number of %ss beyond all dates is never over', async (unit) => {
  for (const count of [300_000_000, Number.MAX_SAFE_INTEGER]) {
    const shop = await createShop(server, planOf({ quantity: 3, repeat: [count, unit], expires: 'when-repeated' }))
    await shop.subscribe({ offerId: 'plan', ...june })
    await changeAt(shop, '2026-06-02', -1)
    expect(await readAt(shop, '2050-01-01')).toBe(2)
  }
})

test('a number that is too large reads as the largest one', async () => {
  const shop = await createShop(server, planOf({ quantity: 1e308, repeat: [1, 'day'], expires: 'never' }))
  await shop.subscribe({ offerId: 'plan', ...june })
  expect(await readAt(shop, '2026-06-15')).toBe(Number.MAX_VALUE)
})
