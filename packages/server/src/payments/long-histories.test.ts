import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { race, separateServer, type TestServer, testServer } from '../testing/index.ts'
import { createShop, type TestShop } from '../testing/shop.ts'
import { createPerson } from '../testing/world.ts'

const hour = 3600 * 1000
const item = (customerType: string) => ({ 'payments.items.credits': { customerType } })
const gives = (quantity: number) => ({ credits: { quantity, repeat: 'never' as const, expires: 'never' as const } })

/** Subscriptions of an hour each, one after the other, that are over. */
async function subscribeBefore({ project, customer }: TestShop, count: number, offerId: string | null = null) {
  const offer = JSON.stringify({ displayName: 'Plan', prices: {}, includedItems: gives(1) })
  await sql`
    INSERT INTO subscriptions (
      project_id, id, customer_type, customer_id, offer_id, offer, quantity, status,
      period_start, period_end, is_test_mode, created_at
    )
    SELECT ${project.id}, gen_random_uuid(), ${customer.type}, ${customer.id}, ${offerId}, ${offer}, 1, 'canceled',
      until - interval '1 hour', until, true, until - interval '1 hour'
    FROM generate_series(1, ${count}::integer) AS number, LATERAL (SELECT now() - number * interval '1 hour') AS u (until)
  `.execute(project.server.platform.db)
}

test('many subscriptions that are over count by the settings as they are now', async () => {
  const plan = (quantity: number) => ({
    'payments.offers.plan': {
      customerType: 'custom',
      prices: { monthly: { USD: '10', interval: [1, 'month'] } },
      includedItems: gives(quantity),
    },
  })
  const shop = await createShop(await testServer(), { ...item('custom'), ...plan(2) })
  await subscribeBefore(shop, 30, 'plan')
  expect(await shop.read()).toBe(60)
  await shop.project.call('PATCH /internal/config/override', {
    as: 'admin',
    body: { config_override_string: JSON.stringify(plan(3)) },
  })
  expect(await shop.read()).toBe(90)
  await shop.project.call('PATCH /internal/config/override', {
    as: 'admin',
    body: { config_override_string: JSON.stringify({ 'payments.offers.plan': null }) },
  })
  expect(await shop.read()).toBe(0)
})

test('what comes to light late of subscriptions that are over counts', async () => {
  const shop = await createShop(await testServer(), item('custom'))
  await subscribeBefore(shop, 30)
  expect(await shop.read()).toBe(30)
  const at = (hours: number) => new Date(Date.now() - hours * hour)
  const id = await shop.subscribe({ items: gives(5), status: 'canceled', from: at(20), until: at(10) })
  expect(await shop.read()).toBe(35)
  await shop.switchPlan(id, { quantity: 2 })
  await shop.moveSubscription(id, { from: at(20), until: new Date(Date.now() + hour), status: 'active' })
  expect(await shop.read()).toBe(40)
  await shop.moveSubscription(id, { from: at(20), until: at(10), status: 'incomplete_expired' })
  expect(await shop.read()).toBe(30)
})

/** Reads and whatever else comes at once, over two servers. Nothing may be lost or counted twice. */
async function readWhile(
  shop: TestShop,
  others: (() => Promise<unknown>)[],
  read: (on: TestServer) => Promise<unknown>,
) {
  const nodes = [await testServer(), await separateServer({})]
  const { failed } = await race(2 * others.length, (index) =>
    index % 2 ? others[(index - 1) / 2]!() : read(nodes[(index / 2) % 2]!),
  )
  expect(failed).toEqual([])
  return shop.read()
}

const readOn = (shop: TestShop) => async (node: TestServer) => {
  const { type, id } = shop.customer
  const url = `/api/v1/payments/items/${type}/${id}/credits`
  await (await node.fetch(url, { headers: shop.project.headers('server') })).text()
}

test('subscriptions that are written while others are read are not forgotten', async () => {
  const shop = await createShop(await testServer(), item('custom'))
  await subscribeBefore(shop, 25)
  const late = Array.from({ length: 4 }, (_, index) => () => {
    const until = new Date(Date.now() - (index + 0.5) * hour)
    return shop.subscribe({ items: gives(1), status: 'canceled', from: new Date(until.getTime() - hour), until })
  })
  expect(await readWhile(shop, late, readOn(shop))).toBe(29)
})

test('purchases and debits at once over two servers add up', async () => {
  const shop = await createShop(await testServer(), item('custom'))
  await subscribeBefore(shop, 25)
  const actions = Array.from({ length: 4 }, (_, index) => () => {
    if (index % 2 === 0) return shop.change(-2)
    return shop.buyOnce(gives(3), 2)
  })
  expect(await readWhile(shop, actions, readOn(shop))).toBe(25 + 2 * 6 - 2 * 2)
})

test('nothing stays of a user who had subscriptions', async () => {
  const server = await testServer()
  const shop = await createShop(server, item('user'))
  const person = await createPerson(shop.project)
  const theirs = { ...shop, customer: { type: 'user' as const, id: person.id } }
  await subscribeBefore(theirs, 25)
  await readOn(theirs)(server)
  await shop.project.call('DELETE /users/{user_id}', { as: 'server', params: { user_id: person.id } })
  for (const table of ['subscriptions', 'item_accounts', 'item_checkpoints'] as const) {
    const rows = server.platform.db.selectFrom(table).select('project_id').where('project_id', '=', shop.project.id)
    expect(await rows.execute()).toEqual([])
  }
})
