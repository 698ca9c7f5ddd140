import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createDatabase } from '../testing/database.ts'
import { openTestServer, race, type TestServer } from '../testing/index.ts'
import { createShop, type TestShop } from '../testing/shop.ts'
import { createItemJobs } from './upkeep.ts'
import { advanceNodes, listProjectsToKeepUp } from './upkeep-queries.ts'

/** What ends is looked for in all projects, so these have a database of their own. */
let database: Awaited<ReturnType<typeof createDatabase>>
let nodes: TestServer[]
let server: TestServer
let now = new Date()
beforeAll(async () => {
  database = await createDatabase(inject('databaseUrl'))
  const open = () => openTestServer(database.url, { now: () => now })
  nodes = [await open(), await open()]
  server = nodes[0]!
})
afterAll(async () => {
  for (const node of nodes) await node.close()
  await database.drop()
})

const item = { 'payments.items.credits': { customerType: 'custom' } }
const minute = 60_000
const start = Date.UTC(2026, 0, 1)
const attempt = { number: 1, isLast: false }
const keepUp = (node = server) => createItemJobs(node.services)['keep-items-up']({}, attempt)

/** Which of them are not kept up. */
async function listDue(...shops: TestShop[]) {
  const projectIds = await listProjectsToKeepUp(server.services.db, now)
  return shops.filter(({ project }) => projectIds.includes(project.id))
}

/** A debit every minute, each of which ends after as many minutes as its number says. */
async function spendOften(shop: TestShop, count: number, lasts: (number: number) => number) {
  await shop.changeOften(
    Array.from({ length: count }, (_, number) => ({
      delta: -1,
      at: new Date(start + number * minute),
      expiresAt: new Date(start + lasts(number) * minute),
    })),
  )
  now = new Date(start + count * minute)
}

async function openShop(settings = {}) {
  now = new Date(start)
  const shop = await createShop(server, { ...item, ...settings })
  await shop.change(1000)
  return shop
}

test('debits that end one after the other are prepared for, and every moment counts as before', async () => {
  const shop = await openShop()
  await spendOften(shop, 300, (number) => 1000 + number)
  for (const [ended, isKeptUp] of [
    [0, false],
    [1, true],
    [70, false],
    [71, true],
    [200, true],
    [300, true],
  ] as const) {
    now = new Date(start + (999 + ended) * minute)
    expect(await shop.read()).toBe(700 + ended)
    if (!isKeptUp) continue
    expect(await listDue(shop)).toEqual([shop])
    await keepUp()
    expect(await listDue(shop)).toEqual([])
    expect(await shop.read()).toBe(700 + ended)
  }
})

test('what is prepared a little at a time is right in between', async () => {
  const shop = await openShop()
  await spendOften(shop, 300, (number) => 1000 + (number % 100))
  now = new Date(start + 1049 * minute)
  let rounds = 0
  while ((await advanceNodes(server.services.db, shop.project.id, now, 1)) > 0) {
    expect(await shop.read()).toBe(850)
    rounds++
  }
  expect(rounds).toBeGreaterThan(3)
  expect(await listDue(shop)).toEqual([])
})

test('debits that end together need nobody who prepares for them', async () => {
  const shop = await openShop()
  await spendOften(shop, 300, () => 1000)
  now = new Date(start + 1000 * minute - 1)
  expect(await shop.read()).toBe(700)
  now = new Date(start + 1000 * minute)
  expect(await listDue(shop)).toEqual([])
  expect(await shop.read()).toBe(1000)
})

test('all projects in which something has ended are kept up in one go', async () => {
  const shops = [await openShop(), await openShop(), await openShop()]
  for (const shop of shops) await spendOften(shop, 100, (number) => 1000 + number)
  now = new Date(start + 1050 * minute)
  expect(await listDue(...shops)).toEqual(shops)
  await keepUp()
  expect(await listDue(...shops)).toEqual([])
})

test('nothing is lost between readers, debits and those who keep up on two servers', async () => {
  const shop = await openShop()
  await spendOften(shop, 200, (number) => 1000 + number)
  now = new Date(start + 1099 * minute)
  const url = `/api/v1/payments/items/custom/${shop.customer.id}/credits`
  const { succeeded, failed } = await race(48, async (index) => {
    const node = nodes[index % 2]!
    if (index % 4 === 0) return keepUp(nodes[(index / 4) % 2])
    if (index % 4 === 1) return shop.change(-1).then(() => undefined)
    const response = await node.fetch(url, { headers: shop.project.headers('server') })
    return ((await response.json()) as { quantity: number }).quantity
  })
  expect(failed).toEqual([])
  for (const quantity of succeeded) {
    if (quantity === undefined) continue
    expect(quantity).toBeGreaterThanOrEqual(888)
    expect(quantity).toBeLessThanOrEqual(900)
  }
  expect(await shop.read()).toBe(888)
})

const plan = (quantity: number) => ({
  'payments.offers.plan': {
    customerType: 'custom',
    prices: { monthly: { USD: '10', interval: [1, 'month'] } },
    includedItems: { credits: { quantity } },
  },
})

async function subscribeOften(shop: TestShop, count: number) {
  const [from, until] = [new Date(start), new Date(start + 10 * minute)]
  await shop.subscribeOften({ offerId: 'plan', status: 'canceled', from, until }, count)
}

async function sumEntries({ project }: TestShop) {
  const { rows } = await sql<{ sum: number | null }>`
    SELECT sum(granted)::integer AS sum FROM item_entries WHERE project_id = ${project.id}`.execute(server.services.db)
  return rows[0]!.sum
}

test('subscriptions that ended are entered for whoever has many of them', async () => {
  const many = await openShop(plan(2))
  const few = await openShop(plan(2))
  await subscribeOften(many, 25)
  await subscribeOften(few, 15)
  await keepUp()
  expect([await sumEntries(many), await sumEntries(few)]).toEqual([null, null])
  now = new Date(start + 10 * minute)
  await keepUp()
  expect([await sumEntries(many), await sumEntries(few)]).toEqual([50, null])
  expect([await many.read(), await few.read()]).toEqual([1050, 1030])
  expect(await listDue(many, few)).toEqual([])
})

test('what comes to light late is entered again', async () => {
  const shop = await openShop(plan(2))
  await subscribeOften(shop, 25)
  now = new Date(start + 20 * minute)
  await keepUp()
  const [from, until] = [new Date(start), new Date(start + 5 * minute)]
  const id = await shop.subscribe({ offerId: 'plan', status: 'canceled', from, until })
  expect(await sumEntries(shop)).toBe(null)
  await keepUp()
  expect(await sumEntries(shop)).toBe(52)
  await shop.switchPlan(id, { quantity: 3 })
  await shop.moveSubscription(id, { from, until, status: 'incomplete_expired' })
  expect(await sumEntries(shop)).toBe(null)
  await keepUp()
  expect(await sumEntries(shop)).toBe(50)
  expect(await shop.read()).toBe(1050)
})

test('everything is counted anew when the settings of what is sold change', async () => {
  const shop = await openShop(plan(2))
  await subscribeOften(shop, 25)
  now = new Date(start + 20 * minute)
  await keepUp()
  const configure = async (settings: object) => {
    const body = { config_override_string: JSON.stringify(settings) }
    await shop.project.call('PATCH /internal/config/override', { as: 'admin', body })
    return runJobs(shop.project.id)
  }
  expect(await configure({ 'auth.allowSignUp': false })).toBe(0)
  expect(await configure(plan(3))).toBe(1)
  expect(await sumEntries(shop)).toBe(75)
  expect(await shop.read()).toBe(1075)
})

/** How many were left for later, and are done now. */
async function runJobs(projectId: string) {
  const { rows } = await sql<{ payload: { project_id: string; after: string } }>`
    DELETE FROM graphile_worker._private_jobs WHERE payload ->> 'project_id' = ${projectId} RETURNING payload
  `.execute(server.services.db)
  for (const { payload } of rows) await createItemJobs(server.services)['count-items-anew'](payload, attempt)
  return rows.length
}
