import { beforeAll, describe, expect, test } from 'vitest'
import { separateServer, type TestServer } from '../testing/index.ts'
import { createShop, type TestShop } from '../testing/shop.ts'
import type { IncludedItem } from './catalog.ts'

let server: TestServer
let now = new Date()
beforeAll(async () => {
  server = await separateServer({ now: () => now })
})

const day = (text: string) => new Date(`${text}T00:00:00Z`)
const monthly = [1, 'month'] as [number, 'month']
const weekly = [1, 'week'] as [number, 'week']

/** A customer who subscribes to the small plan from January on. */
async function subscribeToSmall(small: IncludedItem, large: IncludedItem | undefined) {
  const offer = (credits: IncludedItem | undefined) => ({
    customerType: 'custom',
    prices: { monthly: { USD: '10', interval: [1, 'month'] } },
    includedItems: credits ? { credits } : {},
  })
  const shop = await createShop(server, {
    'payments.items.credits': { customerType: 'custom' },
    'payments.offers.small': offer(small),
    'payments.offers.large': offer(large),
  })
  const period = { from: day('2026-01-01'), until: day('2027-01-01') }
  return { shop, id: await shop.subscribe({ offerId: 'small', ...period }) }
}

async function readAt(shop: TestShop, at: string) {
  now = day(at)
  return shop.read()
}

async function spendAt(shop: TestShop, at: string, amount: number) {
  now = day(at)
  await shop.change(-amount)
}

async function switchAt(shop: TestShop, id: string, at: string, to: { offerId?: string; quantity?: number }) {
  now = day(at)
  await shop.switchPlan(id, to)
}

describe('what stays for good', () => {
  const stays = (quantity: number): IncludedItem => ({ quantity, repeat: monthly, expires: 'never' })

  test('counts from a change of plan on, and what the former plan gave stays', async () => {
    const { shop, id } = await subscribeToSmall(stays(10), stays(100))
    expect(await readAt(shop, '2026-06-14')).toBe(60)
    await switchAt(shop, id, '2026-06-15', { offerId: 'large' })
    expect(await shop.read()).toBe(5 * 10 + 100)
    expect(await readAt(shop, '2026-07-01')).toBe(5 * 10 + 2 * 100)
    await switchAt(shop, id, '2026-07-15', { offerId: 'small' })
    expect(await shop.read()).toBe(5 * 10 + 2 * 100)
    expect(await readAt(shop, '2026-08-01')).toBe(5 * 10 + 2 * 100 + 10)
  })

  test('counts from a change of quantity on', async () => {
    const { shop, id } = await subscribeToSmall(stays(10), undefined)
    await switchAt(shop, id, '2026-06-15', { quantity: 3 })
    expect(await shop.read()).toBe(5 * 10 + 30)
    expect(await readAt(shop, '2026-07-01')).toBe(5 * 10 + 2 * 30)
  })

  test('counts from a change to the plan that has it on', async () => {
    const { shop, id } = await subscribeToSmall({ quantity: 0, repeat: 'never', expires: 'never' }, stays(100))
    await switchAt(shop, id, '2026-06-15', { offerId: 'large' })
    expect(await shop.read()).toBe(100)
  })

  test('stays after a change to a plan without it', async () => {
    const { shop, id } = await subscribeToSmall(stays(10), undefined)
    await switchAt(shop, id, '2026-06-15', { offerId: 'large' })
    expect(await readAt(shop, '2026-12-01')).toBe(60)
  })

  test('is not given again to whoever goes back and forth', async () => {
    const { shop, id } = await subscribeToSmall(stays(10), stays(100))
    for (const [at, offerId] of [
      ['2026-03-02', 'large'],
      ['2026-03-03', 'small'],
      ['2026-03-04', 'large'],
      ['2026-03-05', 'small'],
    ] as const) {
      await switchAt(shop, id, at, { offerId })
    }
    expect(await readAt(shop, '2026-03-31')).toBe(2 * 10 + 100)
  })

  test('and is given once is the most that was held', async () => {
    const once = (quantity: number): IncludedItem => ({ quantity, repeat: 'never', expires: 'never' })
    const { shop, id } = await subscribeToSmall(once(5), once(20))
    await switchAt(shop, id, '2026-02-15', { quantity: 2 })
    expect(await shop.read()).toBe(10)
    await switchAt(shop, id, '2026-03-15', { offerId: 'large', quantity: 1 })
    expect(await shop.read()).toBe(20)
    await switchAt(shop, id, '2026-04-15', { offerId: 'small' })
    expect(await shop.read()).toBe(20)
  })
})

test('weeks of a larger plan pay for what was spent in them, also after a change to a smaller one', async () => {
  const perWeek = (quantity: number): IncludedItem => ({ quantity, repeat: weekly, expires: 'when-repeated' })
  const { shop, id } = await subscribeToSmall(perWeek(10), perWeek(100))
  await switchAt(shop, id, '2026-01-02', { offerId: 'large' })
  await spendAt(shop, '2026-01-03', 80)
  await spendAt(shop, '2026-01-10', 90)
  await switchAt(shop, id, '2026-01-12', { offerId: 'small' })
  // What was given for the week lasts to its end.
  expect(await shop.read()).toBe(10)
  expect(await readAt(shop, '2026-01-15')).toBe(10)
  expect(await readAt(shop, '2026-01-22')).toBe(10)
})

test('what ends with the purchase is that of the plan that is held, from when it is held on', async () => {
  const perWeek = (quantity: number): IncludedItem => ({ quantity, repeat: weekly, expires: 'when-purchase-expires' })
  const { shop, id } = await subscribeToSmall(perWeek(10), perWeek(100))
  expect(await readAt(shop, '2026-01-16')).toBe(30)
  await switchAt(shop, id, '2026-01-16', { quantity: 2 })
  expect(await shop.read()).toBe(10 + 10 + 20)
  await switchAt(shop, id, '2026-01-17', { offerId: 'large', quantity: 1 })
  expect(await shop.read()).toBe(100)
  expect(await readAt(shop, '2026-01-22')).toBe(200)
  expect(await readAt(shop, '2027-01-01')).toBe(0)
})
