import { beforeAll, expect, test } from 'vitest'
import { race, separateServer, type TestServer } from '../testing/index.ts'
import { createShop, type TestShop } from '../testing/shop.ts'

const minute = 60_000
const start = Date.UTC(2026, 0, 1)
let now = new Date(start)
const nodes: TestServer[] = []
beforeAll(async () => {
  for (let node = 0; node < 2; node++) nodes.push(await separateServer({ now: () => now }))
})

const item = { 'payments.items.credits': { customerType: 'custom' } }

async function openShop(settings = {}) {
  now = new Date(start)
  const shop = await createShop(nodes[0]!, { ...item, ...settings })
  await shop.change(1000)
  return shop
}

/** A debit every minute, each of which ends after as many minutes as its number says. */
async function spendOften(shop: TestShop, count: number, lasts?: (number: number) => number) {
  now = new Date(start + count * minute)
  await shop.changeOften(
    Array.from({ length: count }, (_, number) => ({
      delta: -1,
      at: new Date(start + number * minute),
      expiresAt: lasts ? new Date(start + lasts(number) * minute) : null,
    })),
  )
}

async function countCheckpoints({ project }: TestShop) {
  const query = nodes[0]!.platform.db.selectFrom('item_checkpoints').select('at').where('project_id', '=', project.id)
  return (await query.execute()).length
}

test('whoever goes through a long history leaves checkpoints, and a short one needs none', async () => {
  const shop = await openShop()
  await spendOften(shop, 240)
  expect(await shop.read()).toBe(760)
  expect(await countCheckpoints(shop)).toBe(0)
  await spendOften(shop, 900)
  expect(await shop.read()).toBe(-140)
  expect(await countCheckpoints(shop)).toBeGreaterThanOrEqual(3)
  now = new Date(now.getTime() + minute)
  await shop.change(5)
  expect(await shop.read()).toBe(-135)
})

test('debits that end one after the other are forgotten one after the other', async () => {
  const shop = await openShop()
  await spendOften(shop, 600, (number) => 1000 + number)
  for (const ended of [0, 1, 70, 71, 400, 600]) {
    now = new Date(start + (999 + ended) * minute)
    expect(await shop.read()).toBe(400 + ended)
  }
})

test('a grant that had expired before the last checkpoint pays for nothing', async () => {
  const shop = await openShop()
  await spendOften(shop, 1200)
  expect(await shop.read()).toBe(-200)
  now = new Date(now.getTime() + minute)
  await shop.change(500, new Date(start - minute))
  expect(await shop.read()).toBe(-200)
})

test('a purchase that becomes known late counts from when it was made', async () => {
  const shop = await openShop()
  await spendOften(shop, 600)
  expect(await shop.read()).toBe(400)
  const later = now
  now = new Date(start + 300 * minute)
  await shop.buyOnce({ credits: { quantity: 50 } })
  now = later
  expect(await shop.read()).toBe(450)
})

test('a checkpoint of other settings does not count', async () => {
  const plan = (quantity: number) => ({
    'payments.offers.plan': {
      customerType: 'custom',
      prices: { monthly: { USD: '10', interval: [1, 'month'] } },
      includedItems: { credits: { quantity } },
    },
  })
  const shop = await openShop(plan(2))
  await shop.subscribe({ offerId: 'plan', from: new Date(start), until: new Date(start + 10_000 * minute) })
  await spendOften(shop, 600)
  expect(await shop.read()).toBe(402)
  expect(await countCheckpoints(shop)).toBeGreaterThan(0)
  await shop.project.call('PATCH /internal/config/override', {
    as: 'admin',
    body: { config_override_string: JSON.stringify(plan(3)) },
  })
  expect(await shop.read()).toBe(403)
})

test('nothing is lost between readers, debits and purchases on two servers', async () => {
  const shop = await openShop()
  await spendOften(shop, 600, (number) => 1000 + number)
  const url = `/api/v1/payments/items/custom/${shop.customer.id}/credits`
  for (let round = 1; round <= 5; round++) {
    now = new Date(start + (999 + round * 100) * minute)
    const { succeeded, failed } = await race(32, async (index) => {
      if (index % 8 === 1) return shop.change(-1).then(() => undefined)
      if (index % 8 === 5) return shop.buyOnce({ credits: { quantity: 3 } }).then(() => undefined)
      const response = await nodes[index % 2]!.fetch(url, { headers: shop.project.headers('server') })
      return ((await response.json()) as { quantity: number }).quantity
    })
    expect(failed).toEqual([])
    const after = 400 + round * (100 - 4 + 12)
    for (const quantity of succeeded) {
      if (quantity === undefined) continue
      expect(quantity).toBeGreaterThanOrEqual(after - 12)
      expect(quantity).toBeLessThanOrEqual(after + 4)
    }
    expect(await shop.read()).toBe(after)
  }
})
