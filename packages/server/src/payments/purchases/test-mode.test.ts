import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { createHousekeeping } from '../../housekeeping.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { openCardShop } from '../../testing/card-shop.ts'
import { race, type SignedUp, separateServer, type TestProject, testProject } from '../../testing/index.ts'
import { firstAttempt } from '../../testing/jobs.ts'
import { createTestProject } from '../../testing/project.ts'
import { listAuditEntries } from '../../testing/records.ts'
import { createPurchaseLink } from '../../testing/shop.ts'
import { lockPurchasesOf } from './queries.ts'

const route = 'POST /internal/payments/test-mode-purchase-session'
const plan = (quantity: number) => ({
  customerType: 'user',
  groupId: 'plans',
  prices: { monthly: { USD: '10', interval: [1, 'month'] }, forever: { USD: '100' } },
  includedItems: { seats: { quantity, expires: 'when-purchase-expires' } },
})
const settings = {
  'payments.groups.plans': {},
  'payments.items.seats': { customerType: 'user' },
  'payments.items.boxes': { customerType: 'custom' },
  'payments.offers.basic': { displayName: 'Basic', ...plan(2) },
  'payments.offers.pro': { displayName: 'Pro', ...plan(5) },
  'payments.offers.packet': {
    customerType: 'user',
    stackable: true,
    prices: {
      once: { USD: '5' },
      weekly: { USD: '1', interval: [1, 'week'] },
      euros: { EUR: '3' },
      ages: { USD: '1', interval: [1_000_000, 'year'] },
    },
    includedItems: { seats: { quantity: 2 } },
  },
  'payments.offers.free': { customerType: 'user', prices: 'include-by-default' },
  'payments.offers.box': {
    customerType: 'custom',
    prices: { once: { USD: '5' } },
    includedItems: { boxes: { quantity: 1 } },
  },
}

const shop = await openCardShop()
afterAll(() => shop.stripe.close())

const seatsOf = async (project: TestProject, user: SignedUp) => {
  const params = { customer_type: 'user' as const, customer_id: user.user_id, item_id: 'seats' }
  return (await project.call('GET /payments/items/{customer_type}/{customer_id}/{item_id}', { params })).quantity
}
const buy = async (project: TestProject, user: SignedUp, offerId: string, price_id: string, quantity?: number) => {
  const full_code = await createPurchaseLink(project, user.user_id, offerId)
  return project.call(route, { as: 'admin', body: { full_code, price_id, ...(quantity ? { quantity } : {}) } })
}
const transactions = async (project: TestProject) =>
  (await project.call('GET /internal/payments/transactions', { as: 'admin' })).transactions

test('refuses a price for a longer time than there are dates', async () => {
  const project = await testProject(settings)
  const user = await project.signUp()
  const full_code = await createPurchaseLink(project, user.user_id, 'packet')
  const response = await project.send(route, { as: 'admin', body: { full_code, price_id: 'ages' } })
  expect(response).toMatchObject({ status: 400, body: expect.stringContaining('interval') })
})

test('gives everything at once, without keys of the payment provider', async () => {
  const project = await testProject(settings)
  const user = await project.signUp()
  expect(await buy(project, user, 'packet', 'once', 3)).toEqual({ success: true })
  expect(await seatsOf(project, user)).toBe(6)
  expect(await transactions(project)).toMatchObject([
    { type: 'one_time', test_mode: true, quantity: 3, price: { USD: '5' }, status: null, customer_id: user.user_id },
  ])
  expect(await listAuditEntries(project, 'purchase.made')).toMatchObject([
    {
      target_type: 'user',
      target_id: user.user_id,
      details: { offer_id: 'packet', price_id: 'once', quantity: 3, test_mode: true },
    },
  ])
})

test('a price with an interval becomes a subscription until the interval is over', async () => {
  let now = new Date('2027-01-31T12:00:00Z')
  const server = await separateServer({ now: () => now })
  const project = await createTestProject(server, settings)
  const user = await project.signUp()
  await buy(project, user, 'pro', 'monthly')
  expect(await transactions(project)).toMatchObject([
    { type: 'subscription', test_mode: true, status: 'active', price: { USD: '10', interval: [1, 'month'] } },
  ])
  const { period_end } = await server.platform.db
    .selectFrom('subscriptions')
    .select('period_end')
    .where('project_id', '=', project.id)
    .executeTakeFirstOrThrow()
  expect(period_end.toISOString()).toBe('2027-03-03T12:00:00.000Z')
  now = new Date('2027-02-01T12:00:00Z')
  expect(await seatsOf(project, user)).toBe(5)
})

test('ends with its interval, because nobody renews it, and makes room for what everyone has', async () => {
  let now = new Date('2027-01-15T12:00:00Z')
  const server = await separateServer({ now: () => now })
  const included = { customerType: 'user', groupId: 'plans', prices: 'include-by-default' }
  const project = await createTestProject(server, {
    ...settings,
    'payments.offers.free': { ...included, includedItems: { seats: { quantity: 1 } } },
  })
  const user = await project.signUp()
  await buy(project, user, 'pro', 'monthly')
  const endTestSubscriptions = () => createHousekeeping(server.platform)['end-test-subscriptions']({}, firstAttempt)
  const statusOf = async () => (await transactions(project)).map(({ status }) => status)
  const validate = async () => {
    const body = { full_code: await createPurchaseLink(project, user.user_id, 'pro') }
    return project.call('POST /payments/purchases/validate-code', { body })
  }

  now = new Date('2027-02-15T11:59:59Z')
  await endTestSubscriptions()
  expect([await seatsOf(project, user), await statusOf()]).toEqual([5, ['active']])
  expect(await validate()).toMatchObject({ already_bought_non_stackable: true })

  now = new Date('2027-02-15T12:00:00Z')
  expect(await statusOf()).toEqual(['canceled'])
  expect(await validate()).toMatchObject({ already_bought_non_stackable: false })
  await endTestSubscriptions()
  expect([await seatsOf(project, user), await statusOf()]).toEqual([1, ['canceled']])
  await buy(project, user, 'pro', 'monthly')
  expect(await seatsOf(project, user)).toBe(5)
})

test('sells in currencies that are not charged, and to custom customers', async () => {
  const project = await testProject(settings)
  await buy(project, await project.signUp(), 'packet', 'euros')
  const full_code = await createPurchaseLink(project, 'box/7', 'box', { customerType: 'custom' })
  await project.call(route, { as: 'admin', body: { full_code, price_id: 'once' } })
  const params = { customer_type: 'custom' as const, customer_id: 'box/7', item_id: 'boxes' }
  const item = await project.call('GET /payments/items/{customer_type}/{customer_id}/{item_id}', { params })
  expect(item.quantity).toBe(1)
  expect(await listAuditEntries(project, 'purchase.made')).toContainEqual(
    expect.objectContaining({ target_type: 'customer', target_id: 'box/7' }),
  )
})

describe('is refused', () => {
  test('for a link of another project', async () => {
    const [project, other] = [await testProject(settings), await testProject(settings)]
    const user = await other.signUp()
    const full_code = await createPurchaseLink(other, user.user_id, 'packet')
    const response = await project.send(route, { as: 'admin', body: { full_code, price_id: 'once' } })
    expect(response).toMatchObject({ status: 400, body: expect.stringContaining('another project') })
    expect(await transactions(other)).toEqual([])
  })

  test('in production mode', async () => {
    const project = await testProject(settings)
    const user = await project.signUp()
    const full_code = await createPurchaseLink(project, user.user_id, 'packet')
    await project.call('PATCH /internal/projects/current', {
      as: 'admin',
      body: { is_production_mode: true, config: { allow_localhost: false } },
    })
    const response = await project.send(route, { as: 'admin', body: { full_code, price_id: 'once' } })
    expect(response).toMatchObject({ status: 400, body: expect.stringContaining('production mode') })
    expect(await seatsOf(project, user)).toBe(0)
  })

  test.each([
    [{ price_id: 'once', quantity: 0 }],
    [{ price_id: 'once', quantity: -1 }],
    [{ price_id: 'once', quantity: 1e9 }],
    [{ price_id: 'monthly' }],
  ])('for %j', async (body) => {
    const project = await testProject(settings)
    const user = await project.signUp()
    const full_code = await createPurchaseLink(project, user.user_id, 'packet')
    expect((await project.send(route, { as: 'admin', body: { full_code, ...body } })).status).toBe(400)
    expect(await transactions(project)).toEqual([])
    expect((await project.send(route, { as: 'admin', body: { full_code, price_id: 'once' } })).status).toBe(200)
  })

  test('for what everyone has', async () => {
    const project = await testProject(settings)
    await expect(buy(project, await project.signUp(), 'free', 'once')).rejects.toMatchObject({ status: 400 })
  })

  test('for a customer who is not there', async () => {
    const project = await testProject(settings)
    const full_code = await createPurchaseLink(project, crypto.randomUUID(), 'packet')
    const response = await project.send(route, { as: 'admin', body: { full_code, price_id: 'once' } })
    expect(response).toMatchObject({ status: 404, body: { code: 'USER_NOT_FOUND' } })
  })

  test('for a link that was used', async () => {
    const project = await testProject(settings)
    const user = await project.signUp()
    const body = { full_code: await createPurchaseLink(project, user.user_id, 'packet'), price_id: 'once' }
    await project.call(route, { as: 'admin', body })
    const again = await project.send(route, { as: 'admin', body })
    expect(again).toMatchObject({ status: 404, body: { code: 'VERIFICATION_CODE_NOT_FOUND' } })
    expect(await seatsOf(project, user)).toBe(2)
  })
})

test('with ten links at once nobody buys twice what can be had once', async () => {
  const project = await testProject(settings)
  const user = await project.signUp()
  const { db } = project.server.platform
  const racing = await inTransaction(db, async (trx) => {
    await lockPurchasesOf(trx, project.id, { type: 'user', id: user.user_id })
    const outcomes = race(10, () => buy(project, user, 'pro', 'monthly'))
    await expect.poll(await countingWhoWaitsFor(trx, db)).toBe(10)
    return { outcomes }
  })
  const { succeeded, failed } = await racing.outcomes
  expect([succeeded.length, failed.length]).toEqual([1, 9])
  expect(await transactions(project)).toHaveLength(1)
  expect(await seatsOf(project, user)).toBe(5)
})

/** How many connections wait for what this transaction holds. */
async function countingWhoWaitsFor(trx: Db, db: Db): Promise<() => Promise<number>> {
  const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(trx)
  const { pid } = rows[0]!
  return async () => {
    const waiting = await sql`
      WITH RECURSIVE waiting AS (
        SELECT ${pid}::int AS pid
        UNION SELECT a.pid FROM pg_stat_activity a, waiting w WHERE w.pid = ANY(pg_blocking_pids(a.pid))
      ) SELECT pid FROM waiting WHERE pid <> ${pid}::int`.execute(db)
    return waiting.rows.length
  }
}

describe('a plan of the same group', () => {
  test('that was a test ends at once', async () => {
    const project = await testProject(settings)
    const user = await project.signUp()
    await buy(project, user, 'basic', 'monthly')
    expect(await seatsOf(project, user)).toBe(2)
    await buy(project, user, 'pro', 'monthly')
    const [now, before] = await transactions(project)
    expect(now).toMatchObject({ offer_display_name: 'Pro', status: 'active' })
    expect(before).toMatchObject({ offer_display_name: 'Basic', status: 'canceled' })
    expect(await seatsOf(project, user)).toBe(5)
  })

  test('that is paid for ends at the provider', async () => {
    const project = await shop.openProject(settings)
    const user = await project.signUp()
    const full_code = await createPurchaseLink(project, user.user_id, 'basic')
    const { client_secret } = await project.call('POST /payments/purchases/purchase-session', {
      body: { full_code, price_id: 'monthly' },
    })
    shop.stripe.pay(client_secret)
    await shop.deliverAll()
    await buy(project, user, 'pro', 'monthly')
    const [paid] = shop.stripe.accounts.get(project.accountId)!.subscriptions.values()
    expect(paid!.status).toBe('canceled')
    await shop.deliverAll()
    const bought = await transactions(project)
    expect(bought.map(({ offer_display_name, status, test_mode }) => [offer_display_name, status, test_mode])).toEqual([
      ['Pro', 'active', true],
      ['Basic', 'canceled', false],
    ])
    expect(await seatsOf(project, user)).toBe(5)
  })
})
