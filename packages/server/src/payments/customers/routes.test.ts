import { beforeEach, describe, expect, test } from 'vitest'
import { toCursor } from '../../platform/db/cursor.ts'
import { type TestProject, testProject } from '../../testing/index.ts'
import { createPurchaseLink, openCustomer } from '../../testing/shop.ts'

const asAdmin = { as: 'admin' as const }
const prices = { monthly: { USD: '5', interval: [1, 'month'], freeTrial: [1, 'week'] }, once: { USD: '9' } }
const settings = {
  'payments.items.credits': { customerType: 'custom' },
  'payments.items.seats': { customerType: 'user' },
  'payments.groups.plans': {},
  'payments.offers.free': {
    displayName: 'Free',
    customerType: 'custom',
    groupId: 'plans',
    prices: 'include-by-default',
  },
  'payments.offers.pro': { displayName: 'Pro', customerType: 'custom', groupId: 'plans', prices },
}

let project: TestProject
beforeEach(async () => {
  project = await testProject(settings)
})

type Type = 'user' | 'team' | 'custom'
const list = (customer_type: Type, query: { query?: string; cursor?: string; limit?: number } = {}, of = project) =>
  of.call('GET /internal/payments/customers', { ...asAdmin, query: { customer_type, ...query } })
const idsOf = async (...args: Parameters<typeof list>) => (await list(...args)).items.map((each) => each.customer_id)
const find = (customer_type: Type, customer_id: string, of = project) =>
  of.send('GET /internal/payments/customers/{customer_type}/{customer_id}', {
    ...asAdmin,
    params: { customer_type, customer_id },
  })
const buy = async (id: string, price_id = 'monthly') => {
  const full_code = await createPurchaseLink(project, id, 'pro', { customerType: 'custom' })
  await project.call('POST /internal/payments/test-mode-purchase-session', {
    ...asAdmin,
    body: { full_code, price_id },
  })
}
const grant = (type: Type, id: string, item = 'credits') =>
  openCustomer(project, type, id).change(1, undefined, 'true', item)

describe('the list of customers', () => {
  test('has everybody with a purchase or an item once, newest first, with their plans', async () => {
    expect(await list('custom')).toMatchObject({ items: [], pagination: { next_cursor: null } })
    await grant('custom', 'granted')
    await buy('subscribed')
    await buy('bought', 'once')
    await grant('custom', 'subscribed')
    const { items } = await list('custom')
    expect(items).toEqual([
      { ...about('bought'), plans: [] },
      { ...about('subscribed'), plans: ['Pro'] },
      { ...about('granted'), plans: [] },
    ])
    expect(await idsOf('user')).toEqual([])
  })

  test('names users until their account is deleted', async () => {
    const body = { display_name: '<b>Ada</b>', primary_email: 'ada@example.com' }
    const { id } = await project.call('POST /users', { ...asAdmin, body })
    await grant('user', id, 'seats')
    expect((await list('user')).items).toMatchObject([
      { customer_id: id, display_name: '<b>Ada</b>', primary_email: 'ada@example.com' },
    ])
    expect(await idsOf('user', { query: id.slice(0, 6).toUpperCase() })).toEqual([id])
    await project.call('DELETE /users/{user_id}', { ...asAdmin, params: { user_id: id } })
    expect(await idsOf('user')).toEqual([])
  })

  test('pages have everybody once, in both orders', async () => {
    const ids = ['a', 'ab', 'abc', 'Abc', 'b%', 'b_', 'žluť', 'a b']
    for (const id of ids) await grant('custom', id)
    const follow = async (query: { query?: string }) => {
      const found: string[] = []
      let cursor: string | null | undefined
      do {
        const page = await list('custom', { ...query, limit: 2, ...(cursor && { cursor }) })
        found.push(...page.items.map((each) => each.customer_id))
        cursor = page.pagination.next_cursor
      } while (cursor)
      return found
    }
    expect(await follow({})).toEqual([...ids].reverse())
    expect(await follow({ query: 'a' })).toEqual(['a', 'a b', 'ab', 'abc'])
    expect(await idsOf('custom', { query: 'b_' })).toEqual(['b_'])
    expect(await idsOf('custom', { query: 'ABC' })).toEqual([])
    expect(await idsOf('custom', { query: '' })).toHaveLength(ids.length)
  })

  test.each([
    'nonsense',
    toCursor(1),
    toCursor(1, 'a\0b'),
    toCursor('1', 'a'),
  ])('refuses the cursor %j', async (cursor) => {
    const query = { customer_type: 'custom' as const, cursor }
    expect((await project.send('GET /internal/payments/customers', { ...asAdmin, query })).status).toBe(400)
  })

  test('has nobody of another project', async () => {
    await grant('custom', 'ours')
    const other = await testProject(settings)
    expect(await idsOf('custom', {}, other)).toEqual([])
    expect((await find('custom', 'ours', other)).body).toMatchObject({ subscriptions: [] })
  })
})

describe('a customer', () => {
  test('holds what is current, and default offers until something replaces them', async () => {
    expect((await find('custom', 'anybody')).body).toEqual({
      customer_type: 'custom',
      customer_id: 'anybody',
      display_name: null,
      subscriptions: [],
      default_offers: [{ offer_id: 'free', offer_display_name: 'Free' }],
    })
    await buy('anybody')
    expect((await find('custom', 'anybody')).body).toMatchObject({
      default_offers: [],
      subscriptions: [
        {
          offer_id: 'pro',
          offer_display_name: 'Pro',
          status: 'active',
          quantity: 1,
          price: { USD: '5', interval: [1, 'month'] },
          cancel_at_period_end: false,
          test_mode: true,
          period_end_millis: expect.any(Number),
        },
      ],
    })
  })

  test('who is no user or team of this project is not found', async () => {
    const nobody = crypto.randomUUID()
    expect(await find('user', nobody)).toMatchObject({ status: 404, body: { code: 'USER_NOT_FOUND' } })
    expect(await find('user', 'not an id')).toMatchObject({ status: 404, body: { code: 'USER_NOT_FOUND' } })
    expect(await find('team', nobody)).toMatchObject({ status: 404, body: { code: 'TEAM_NOT_FOUND' } })
    const other = await testProject(settings)
    const { user_id } = await other.signUp()
    expect((await find('user', user_id)).status).toBe(404)
    expect((await find('user', user_id.toUpperCase(), other)).body).toMatchObject({ customer_id: user_id })
  })
})

const about = (customer_id: string) => ({
  customer_type: 'custom',
  customer_id,
  display_name: null,
  primary_email: null,
  profile_image_url: null,
  since_millis: expect.any(Number),
})
