import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectCache } from '../../projects/cache.ts'
import { type CardShop, openCardShop, type SellingProject } from '../../testing/card-shop.ts'
import { separateServer, type TestProject, testProject } from '../../testing/index.ts'
import { createTestProject, newEmail } from '../../testing/project.ts'
import type { TestServer } from '../../testing/server.ts'
import { createPurchaseLink } from '../../testing/shop.ts'

const route = 'POST /payments/purchases/create-purchase-url'
const monthly = { USD: '10.50', interval: [1, 'month'] }
const settings = {
  'payments.items.credits': { customerType: 'user' },
  'payments.offers.pro': { displayName: 'Pro', customerType: 'user', prices: { monthly }, includedItems: {} },
  'payments.offers.hidden': { customerType: 'user', serverOnly: true, prices: { monthly } },
  'payments.offers.mixed': {
    customerType: 'user',
    prices: { public: { USD: '20' }, partner: { USD: '5', serverOnly: true } },
  },
  'payments.offers.crew': { customerType: 'team', prices: { monthly } },
  'payments.offers.box': { customerType: 'custom', prices: { monthly } },
  'payments.offers.free': { customerType: 'user', prices: 'include-by-default' },
}
const inline = {
  display_name: 'Only for you',
  customer_type: 'user',
  prices: { once: { USD: '7', free_trial: [1, 'week'] } },
  included_items: { credits: { quantity: 5 } },
}

let shop: CardShop
let project: SellingProject
beforeAll(async () => {
  shop = await openCardShop()
  project = await shop.openProject(settings)
})
afterAll(() => shop.stripe.close())

const ask = (body: object, as: 'client' | 'server' | 'admin' = 'server', on: TestProject = project) =>
  on.send(route, { as, body: { customer_type: 'user', customer_id: crypto.randomUUID(), ...body } })
const validate = (full_code: string, on: TestProject = project) =>
  on.call('POST /payments/purchases/validate-code', { body: { full_code } })

test('makes a link of tenancy and code to the purchase page', async () => {
  const { url } = await project.call(route, {
    body: { customer_type: 'user', customer_id: crypto.randomUUID(), offer_id: 'pro' },
  })
  expect(url).toMatch(/^http:\/\/localhost:8102\/dashboard\/purchase\/[0-9a-f-]{36}_[a-z0-9]{45}$/)
  expect(await validate(url.split('/').at(-1)!)).toEqual({
    offer: { display_name: 'Pro', customer_type: 'user', stackable: false, prices: { monthly }, included_items: [] },
    stripe_account_id: project.accountId,
    project_id: project.id,
    return_url: null,
    already_bought_non_stackable: false,
    conflicting_group_offers: [],
  })
})

test('the link leads back to a trusted URL, and to no other', async () => {
  const { body } = await ask({ offer_id: 'pro', return_url: 'http://localhost:3000/billing' })
  const { return_url } = await validate((body as { url: string }).url.split('/').at(-1)!)
  expect(return_url).toBe('http://localhost:3000/billing')
  for (const untrusted of ['https://evil.example/', 'javascript:alert(1)//localhost'])
    expect((await ask({ offer_id: 'pro', return_url: untrusted })).status, untrusted).toBe(400)
})

test.each(['client', 'server', 'admin'] as const)('%s access can create a link to an offer', async (as) => {
  expect((await ask({ offer_id: 'pro' }, as)).status).toBe(200)
})

test.each(['user', 'team', 'custom'])('nobody is a %s without an id', async (customer_type) => {
  const offer_id = { user: 'pro', team: 'crew', custom: 'box' }[customer_type]!
  const refused = { status: 400, body: { code: 'SCHEMA_ERROR' } }
  expect(await ask({ customer_type, customer_id: '', offer_id })).toMatchObject(refused)
  const params = { customer_type, customer_id: '', item_id: 'credits' }
  const item = await project.send('GET /payments/items/{customer_type}/{customer_id}/{item_id}', { params })
  expect(item.status).toBe(404)
})

test.each(['offer_inline', 'inline_offer'])('servers can make an offer up, as %s', async (name) => {
  const { status, body } = await ask({ [name]: inline })
  expect(status).toBe(200)
  const { offer } = await validate((body as { url: string }).url.split('/').at(-1)!)
  expect(offer).toEqual({
    display_name: 'Only for you',
    customer_type: 'user',
    stackable: false,
    prices: { once: { USD: '7', free_trial: [1, 'week'] } },
    included_items: [{ id: 'credits', display_name: 'credits', quantity: 5, repeat: 'never', expires: 'never' }],
  })
})

test.each([
  ['nothing', {}],
  ['an offer id and an offer', { offer_id: 'pro', offer_inline: inline }],
  ['an offer by both names', { offer_inline: inline, inline_offer: inline }],
])('refuses %s with a sentence', async (_, body) => {
  expect(await ask(body)).toMatchObject({ status: 400, body: expect.stringContaining('offer_id or offer_inline') })
})

test('clients cannot make an offer up', async () => {
  const response = await ask({ offer_inline: inline }, 'client')
  expect(response).toMatchObject({ status: 400, body: expect.stringContaining('require server access') })
})

test.each([
  ['an offer that there is not', 'nothing', 'server'],
  ['a name of every object', 'constructor', 'server'],
  ['an offer for servers, asked by a client', 'hidden', 'client'],
] as const)('does not know %s', async (_, offer_id, as) => {
  const details = { offer_id, access_type: as }
  expect(await ask({ offer_id }, as)).toMatchObject({ status: 400, body: { code: 'OFFER_DOES_NOT_EXIST', details } })
})

test('servers sell what is for servers only', async () => {
  expect((await ask({ offer_id: 'hidden' }, 'server')).status).toBe(200)
})

test('refuses an offer for customers of another type', async () => {
  const customer_id = crypto.randomUUID()
  expect(await ask({ offer_id: 'crew', customer_id })).toMatchObject({
    status: 400,
    body: {
      code: 'OFFER_CUSTOMER_TYPE_DOES_NOT_MATCH',
      details: { offer_id: 'crew', customer_id, offer_customer_type: 'team', actual_customer_type: 'user' },
    },
  })
  expect(await ask({ offer_inline: inline, customer_type: 'custom', customer_id })).toMatchObject({
    status: 400,
    body: {
      details: { offer_id: null, customer_id, offer_customer_type: 'user', actual_customer_type: 'custom' },
    },
  })
})

describe('a signed-in client', () => {
  test('buys for themselves, for their teams and for custom customers', async () => {
    const user = await project.signUp()
    const team = await project.call('POST /teams', {
      as: 'server',
      user,
      body: { display_name: 'Bakers', creator_user_id: user.user_id },
    })
    const link = (customerType: 'user' | 'team' | 'custom', id: string, offer: string) =>
      createPurchaseLink(project, id, offer, { customerType, as: 'client', user })
    await expect(link('user', user.user_id, 'pro')).resolves.toBeTypeOf('string')
    await expect(link('user', user.user_id.toUpperCase(), 'pro')).resolves.toBeTypeOf('string')
    await expect(link('team', team.id, 'crew')).resolves.toBeTypeOf('string')
    await expect(link('custom', 'box 7', 'box')).resolves.toBeTypeOf('string')
  })

  test('cannot buy for others, nor for teams of others', async () => {
    const user = await project.signUp(newEmail())
    const victim = await project.signUp(newEmail())
    const team = await project.call('POST /teams', { as: 'server', body: { display_name: 'Others' } })
    for (const [customer_type, customer_id, offer_id] of [
      ['user', victim.user_id, 'pro'],
      ['user', 'no uuid', 'pro'],
      ['team', team.id, 'crew'],
      ['team', 'no uuid', 'crew'],
    ]) {
      const response = await project.send(route, { user, body: { customer_type, customer_id, offer_id } })
      expect(response).toMatchObject({ status: 403, body: 'You can only buy for yourself or your teams.' })
    }
  })
})

test('a link that a client created does not sell prices meant for servers', async () => {
  const id = crypto.randomUUID()
  const byClient = await validate(await createPurchaseLink(project, id, 'mixed', { as: 'client' }))
  expect(byClient.offer.prices).toEqual({ public: { USD: '20' } })
  const byServer = await validate(await createPurchaseLink(project, id, 'mixed'))
  expect(byServer.offer.prices).toEqual({ public: { USD: '20' }, partner: { USD: '5' } })
})

test('an offer that everyone has shows no prices', async () => {
  const code = await createPurchaseLink(project, crypto.randomUUID(), 'free')
  expect((await validate(code)).offer.prices).toEqual({})
})

test.each([
  ['01.00', 'USD', 'Money amount must not have leading zeros'],
  ['1.005', 'USD', 'Too many decimals; USD only has 2 decimals'],
  ['1.0', 'JPY', 'Too many decimals; JPY only has 0 decimals'],
  ['１', 'USD', 'Money amount must be in the format of <number> or <number>.<number>'],
  ['1e3', 'USD', 'Money amount must be in the format of <number> or <number>.<number>'],
  ['-1', 'USD', 'Money amount must be in the format of <number> or <number>.<number>'],
  ['', 'USD', 'Money amount must be in the format of <number> or <number>.<number>'],
])('says what is wrong with the amount %s in %s', async (amount, currency, message) => {
  const { status, body } = await ask({ offer_inline: { ...inline, prices: { once: { [currency]: amount } } } })
  expect(status).toBe(400)
  expect((body as { details: { message: string } }).details.message).toContain(message)
})

test.each([
  [{ prices: { once: {} } }, 'At least one currency is required'],
  [{ prices: { once: { USD: '1', interval: [-1, 'day'] } } }, 'must be at least 0'],
  [{ prices: { once: { USD: '1', interval: [1, 'hour'] } } }, '"day" or "week" or "month" or "year"'],
  [{ prices: { '1st': { USD: '1' } } }, 'must start with a letter or underscore'],
  [{ prices: { ['p'.repeat(64)]: { USD: '1' } } }, 'must have at most 63 characters'],
  [{ stackable: true }, 'unknown property "stackable"'],
  [{ included_items: { credits: { expires: 'soon' } } }, '"never" or "when-purchase-expires" or "when-repeated"'],
])('says what is wrong with an offer that is made up', async (change, message) => {
  const { status, body } = await ask({ offer_inline: { ...inline, ...change } })
  expect(status).toBe(400)
  expect((body as { details: { message: string } }).details.message).toContain(message)
})

describe('at the payment provider', () => {
  const customers = () => [...shop.stripe.accounts.get(project.accountId)!.customers.values()]
  const tagsOf = (id: string) => customers().filter(({ metadata }) => metadata.customerId === id)

  test('each customer is known once, by id and type', async () => {
    const id = `it's "one" \\ of many, ${crypto.randomUUID()}`
    for (let i = 0; i < 3; i++) await createPurchaseLink(project, id, 'box', { customerType: 'custom' })
    expect(tagsOf(id).map(({ metadata }) => metadata)).toEqual([{ customerId: id, customerType: 'CUSTOM' }])
  })

  test('customers with long and strange names are told apart', async () => {
    const names = ['é', '🍞', '\n'].map((end) => 'x'.repeat(498 - end.length) + end)
    for (const id of names) await createPurchaseLink(project, id, 'box', { customerType: 'custom' })
    for (const id of names) expect(tagsOf(id)).toHaveLength(1)
  })

  test('customers of different types are told apart', async () => {
    const id = crypto.randomUUID()
    await createPurchaseLink(project, id, 'box', { customerType: 'custom' })
    await createPurchaseLink(project, id, 'pro')
    await createPurchaseLink(project, id, 'crew', { customerType: 'team' })
    const types = tagsOf(id).map(({ metadata }) => metadata.customerType)
    expect(types.sort()).toEqual(['CUSTOM', 'TEAM', 'USER'])
  })

  test('a project whose payments are not set up sells nothing', async () => {
    const fresh = await createTestProject(shop.server, settings)
    const response = await ask({ offer_id: 'pro' }, 'server', fresh)
    expect(response).toMatchObject({ status: 400, body: expect.stringContaining('not set up for this project') })
    expect(await ask({}, 'server', fresh)).toMatchObject({ status: 400, body: response.body })
  })

  test('development and staging sell in test mode only, even with an account', async () => {
    const staging = await shop.openProject(settings)
    const { db } = shop.server.platform
    const environment = { environment: 'staging' as const, environment_group_id: crypto.randomUUID() }
    await db.updateTable('projects').set(environment).where('id', '=', staging.id).execute()
    projectCache(shop.server.platform).forget(staging.id)
    const code = await createPurchaseLink(staging, crypto.randomUUID(), 'box', { customerType: 'custom' })
    expect(await validate(code, staging)).toMatchObject({ stripe_account_id: '' })
    const purchase = { full_code: code, price_id: 'monthly' }
    const paid = await staging.send('POST /payments/purchases/purchase-session', { body: purchase })
    expect(paid).toMatchObject({ status: 400, body: expect.stringContaining('staging environment') })
    await staging.call('POST /internal/payments/test-mode-purchase-session', { as: 'admin', body: purchase })
    expect(shop.stripe.accounts.get(staging.accountId)!.customers.size).toBe(0)
  })

  test('an outage is told in a sentence, without details', async () => {
    shop.stripe.failWith = 500
    const response = await ask({ offer_id: 'pro' })
    shop.stripe.failWith = undefined
    expect(response).toMatchObject({ status: 502, body: expect.stringContaining('is not responding right now') })
    expect(response.body).not.toContain('secret detail')
  })
})

describe('without keys of the payment provider', () => {
  test('links are made, so that purchases can be tested', async () => {
    const fresh = await testProject(settings)
    const code = await createPurchaseLink(fresh, crypto.randomUUID(), 'pro')
    expect(await validate(code, fresh)).toMatchObject({ stripe_account_id: '', project_id: fresh.id })
  })

  test('a project in production mode says what is missing', async () => {
    const fresh = await testProject(settings)
    await fresh.call('PATCH /internal/projects/current', {
      as: 'admin',
      body: { is_production_mode: true, config: { allow_localhost: false } },
    })
    const response = await ask({ offer_id: 'pro' }, 'server', fresh)
    expect(response).toMatchObject({ status: 400, body: expect.stringContaining('STRIPE_SECRET_KEY') })
  })
})

describe('a limit', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await separateServer({ config: { rateLimits: true } })
  })
  const address = '203.0.113.7'
  /** As if so many had asked. Answers how many counters there are. */
  const fill = async (limit: string, points: number, { id }: TestProject) => {
    const { rows } = await sql`UPDATE rate_limits SET points = ${points} WHERE key LIKE ${`${limit}:${id}%`}
      RETURNING key`.execute(server.platform.db)
    return rows
  }

  test('keeps strangers from asking for links without end, but neither servers nor the purchase page', async () => {
    const limited = await createTestProject(server, settings)
    const request = { body: { customer_type: 'custom', customer_id: 'machine', offer_id: 'box' }, address }
    const { body } = await limited.send(route, request)
    expect(await fill('purchaseLinkByAddress', 2_999, limited)).toHaveLength(1)
    expect((await limited.send(route, request)).status).toBe(200)
    expect((await limited.send(route, request)).status).toBe(429)
    expect((await limited.send(route, { ...request, as: 'server' })).status).toBe(200)
    const page = { body: { full_code: (body as { url: string }).url.split('/').at(-1) }, address }
    expect((await limited.send('POST /payments/purchases/validate-code', page)).status).toBe(200)
    const other = await createTestProject(server, settings)
    expect((await other.send(route, request)).status).toBe(200)
  })

  test('is that of each user, wherever they ask from', async () => {
    const limited = await createTestProject(server, settings)
    const [user, neighbour] = [await limited.signUp(), await limited.signUp()]
    const buyAs = (who: typeof user, from = address) => {
      const body = { customer_type: 'user', customer_id: who.user_id, offer_id: 'pro' }
      return limited.send(route, { user: who, body, address: from })
    }
    expect((await buyAs(user)).status).toBe(200)
    expect(await fill('purchaseLinkByUser', 120, limited)).toHaveLength(1)
    expect((await buyAs(user, '203.0.113.8')).status).toBe(429)
    expect((await buyAs(neighbour)).status).toBe(200)
  })
})
