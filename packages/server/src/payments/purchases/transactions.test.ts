import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { toCursor } from '../../platform/db/cursor.ts'
import { separateServer, type TestProject, testProject } from '../../testing/index.ts'
import { createTestProject } from '../../testing/project.ts'
import { createPurchaseLink } from '../../testing/shop.ts'

const route = 'GET /internal/payments/transactions'
const prices = {
  once: { USD: '5', serverOnly: true, freeTrial: [1, 'week'] },
  weekly: { USD: '1', interval: [1, 'week'] },
}
const settings = {
  'payments.items.seats': { customerType: 'user' },
  'payments.items.boxes': { customerType: 'custom' },
  'payments.items.desks': { customerType: 'team' },
  'payments.offers.box': { displayName: 'Box', customerType: 'custom', stackable: true, prices },
  'payments.offers.desk': { displayName: 'Desk', customerType: 'team', prices },
}

const change = (project: TestProject, type: 'user' | 'team' | 'custom', id: string, item: string, body: object) =>
  project.call('POST /payments/items/{customer_type}/{customer_id}/{item_id}/update-quantity', {
    as: 'server',
    params: { customer_type: type, customer_id: id, item_id: item },
    query: { allow_negative: 'true' },
    body: body as { delta: number },
  })
const buy = async (project: TestProject, customerId: string, price_id: string, offer = 'box') => {
  const customerType = offer === 'desk' ? ('team' as const) : ('custom' as const)
  const full_code = await createPurchaseLink(project, customerId, offer, { customerType })
  const body = { full_code, price_id }
  await project.call('POST /internal/payments/test-mode-purchase-session', { as: 'admin', body })
}
const list = (project: TestProject, query: Record<string, string> = {}) => project.call(route, { as: 'admin', query })

/** Every page, following the cursors. */
async function listAll(project: TestProject, query: Record<string, string>, betweenPages = async () => {}) {
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof list>> = await list(project, cursor ? { ...query, cursor } : query)
    ids.push(...page.transactions.map(({ id }) => id))
    cursor = page.next_cursor
    await betweenPages()
  } while (cursor)
  return ids
}

test('tells all there is to know of each kind, newest first', async () => {
  const project = await testProject(settings)
  const user = await project.signUp()
  await buy(project, 'a', 'weekly')
  const expires_at = '2100-01-01T00:00:00.000Z'
  await change(project, 'user', user.user_id, 'seats', { delta: 4, expires_at, description: 'A present' })
  await change(project, 'user', user.user_id, 'seats', { delta: -1 })
  await buy(project, 'b', 'once')
  const { transactions, next_cursor } = await list(project)
  expect(next_cursor).toBeNull()
  const common = { id: expect.any(String), created_at_millis: expect.any(Number) }
  const changed = {
    ...common,
    type: 'item_quantity_change',
    customer_type: 'user',
    customer_id: user.user_id,
    test_mode: false,
    offer_display_name: null,
    price: null,
    status: null,
    item_id: 'seats',
  }
  expect(transactions).toEqual([
    {
      ...common,
      type: 'one_time',
      customer_type: 'custom',
      customer_id: 'b',
      quantity: 1,
      test_mode: true,
      offer_display_name: 'Box',
      price: { USD: '5' },
      status: null,
    },
    { ...changed, quantity: -1, description: null, expires_at_millis: null },
    { ...changed, quantity: 4, description: 'A present', expires_at_millis: Date.parse(expires_at) },
    {
      ...common,
      type: 'subscription',
      customer_type: 'custom',
      customer_id: 'a',
      quantity: 1,
      test_mode: true,
      offer_display_name: 'Box',
      price: { USD: '1', interval: [1, 'week'] },
      status: 'active',
    },
  ])
})

test('filters by kind and by type of customer', async () => {
  const project = await testProject(settings)
  const user = await project.signUp()
  const team = await project.call('POST /teams', { as: 'server', body: { display_name: 'Bakers' } })
  await buy(project, 'a', 'weekly')
  await buy(project, 'b', 'once')
  await buy(project, team.id, 'once', 'desk')
  await change(project, 'user', user.user_id, 'seats', { delta: 1 })
  await change(project, 'team', team.id, 'desks', { delta: 1 })
  await change(project, 'custom', 'a', 'boxes', { delta: 1 })
  const count = async (query: Record<string, string>) => (await list(project, query)).transactions.length
  expect(await count({})).toBe(6)
  expect(await count({ type: 'subscription' })).toBe(1)
  expect(await count({ type: 'one_time' })).toBe(2)
  expect(await count({ type: 'item_quantity_change' })).toBe(3)
  expect(await count({ customer_type: 'user' })).toBe(1)
  expect(await count({ customer_type: 'team' })).toBe(2)
  expect(await count({ customer_type: 'custom' })).toBe(3)
  expect(await count({ customer_type: 'custom', type: 'item_quantity_change' })).toBe(1)
  expect((await project.send(route, { as: 'admin', query: { type: 'refund' } })).status).toBe(400)

  await project.call('PATCH /internal/config/override', {
    as: 'admin',
    body: { config_override_string: JSON.stringify({ 'payments.items.seats': null }) },
  })
  const gone = (await list(project, { customer_type: 'custom', type: 'item_quantity_change' })).transactions
  expect(gone.map(({ item_id, customer_type }) => [item_id, customer_type])).toEqual([
    ['boxes', 'custom'],
    ['seats', 'custom'],
  ])
})

test('filters by customer, test mode and time', async () => {
  let now = new Date('2027-01-01T00:00:00Z')
  const project = await createTestProject(await separateServer({ now: () => now }), settings)
  const user = await project.signUp()
  await buy(project, 'a', 'weekly')
  await change(project, 'custom', 'a', 'boxes', { delta: 1 })
  now = new Date('2027-01-02T00:00:00Z')
  await buy(project, 'b', 'once')
  await change(project, 'user', user.user_id, 'seats', { delta: 2 })
  const seen = async (query: Record<string, string | number>) => {
    const { transactions } = await project.call(route, { as: 'admin', query })
    return transactions.map(({ type, customer_id }) => `${type} ${customer_id}`).sort()
  }
  expect(await seen({ customer_id: 'a' })).toEqual(['item_quantity_change a', 'subscription a'])
  expect(await seen({ customer_id: 'a', customer_type: 'user' })).toEqual([])
  expect(await seen({ customer_id: user.user_id.toUpperCase() })).toEqual([`item_quantity_change ${user.user_id}`])
  expect(await seen({ test_mode: 'true' })).toEqual(['one_time b', 'subscription a'])
  expect(await seen({ test_mode: 'false' })).toEqual(
    [`item_quantity_change ${user.user_id}`, 'item_quantity_change a'].sort(),
  )
  expect(await seen({ until_millis: now.getTime() })).toEqual(['item_quantity_change a', 'subscription a'])
  expect(await seen({ from_millis: now.getTime(), type: 'one_time' })).toEqual(['one_time b'])
})

test('pages have everything once, also what happened in the same moment', async () => {
  const now = new Date('2027-05-05T05:05:05.005Z')
  const project = await createTestProject(await separateServer({ now: () => now }), settings)
  for (let i = 0; i < 7; i++) {
    await buy(project, `one-time ${i}`, 'once')
    await buy(project, `subscription ${i}`, 'weekly')
    await change(project, 'custom', 'a', 'boxes', { delta: 1 })
  }
  const { transactions } = await list(project)
  const all = transactions.map(({ id }) => id)
  expect(all).toHaveLength(21)
  for (const limit of ['1', '2', '7', '20', '21', '200']) expect(await listAll(project, { limit })).toEqual(all)
  const purchases = transactions.filter(({ type }) => type === 'one_time').map(({ id }) => id)
  expect(await listAll(project, { limit: '3', type: 'one_time' })).toEqual(purchases)
})

test('what happens between two pages neither repeats nor hides anything', async () => {
  const project = await testProject(settings)
  for (let i = 0; i < 6; i++) {
    await buy(project, `customer ${i}`, i % 2 ? 'once' : 'weekly')
    await change(project, 'custom', `customer ${i}`, 'boxes', { delta: 1 })
  }
  const before = (await list(project)).transactions.map(({ id }) => id)
  let more = 0
  const seen = await listAll(project, { limit: '2' }, async () => {
    await buy(project, `late ${++more}`, more % 2 ? 'once' : 'weekly')
    await change(project, 'custom', 'late', 'boxes', { delta: 1 })
  })
  expect(seen).toEqual(before)
})

test.each([
  ['0', 1],
  ['-5', 1],
  ['2', 2],
  ['2.9', 2],
  ['1000000000', 3],
  ['many', 3],
  ['', 3],
])('brings the limit %j into its range', async (limit, expected) => {
  const project = await testProject(settings)
  for (let i = 0; i < 3; i++) await change(project, 'custom', 'a', 'boxes', { delta: 1 })
  expect((await list(project, { limit })).transactions).toHaveLength(expected)
})

test('shows at most 200, and 50 by default', async () => {
  const project = await testProject(settings)
  const { db, now } = project.server.platform
  const rows = Array.from({ length: 201 }, () => ({
    project_id: project.id,
    id: crypto.randomUUID(),
    customer_type: 'custom' as const,
    customer_id: 'a',
    offer_id: null,
    price_id: null,
    offer: JSON.stringify({ displayName: 'Inline', customerType: 'custom', prices: {}, includedItems: {} }),
    quantity: 1,
    stripe_payment_intent_id: null,
    is_test_mode: true,
    created_at: now(),
  }))
  await db.insertInto('one_time_purchases').values(rows).execute()
  const page = await list(project, { limit: '500' })
  expect(page.transactions).toHaveLength(200)
  expect(page.transactions[0]).toMatchObject({ offer_display_name: 'Inline', price: null })
  expect((await list(project)).transactions).toHaveLength(50)
  expect((await list(project, { limit: '500', cursor: page.next_cursor! })).transactions).toHaveLength(1)
})

test('a cursor of another project shows nothing of it, and what is none is refused', async () => {
  const [project, other] = [await testProject(settings), await testProject(settings)]
  for (let i = 0; i < 2; i++) await buy(other, 'a', 'weekly')
  const cursor = (await list(other, { limit: '1' })).next_cursor!
  expect(await list(project, { cursor })).toEqual({ transactions: [], next_cursor: null, subjects: [] })
  for (const wrong of ['', 'x', '||', toCursor(1, "' OR true"), toCursor(1e17, randomUUID()), cursor.slice(0, -4)]) {
    const response = await project.send(route, { as: 'admin', query: { cursor: wrong } })
    expect(response).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
  }
})
