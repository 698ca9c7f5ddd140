import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CardShop, deliverEvent, openCardShop, type SellingProject } from '../../testing/card-shop.ts'
import { race, type SignedUp, separateServer, testServer } from '../../testing/index.ts'
import { listAuditEntries } from '../../testing/records.ts'
import { createPurchaseLink, openCustomer } from '../../testing/shop.ts'
import { listTraces } from '../../testing/traces.ts'

const month = [1, 'month']
const settings = {
  'payments.groups.plans': {},
  'payments.items.seats': { customerType: 'user' },
  'payments.offers.basic': {
    displayName: 'Basic',
    customerType: 'user',
    groupId: 'plans',
    prices: { monthly: { USD: '10', interval: month } },
    includedItems: { seats: { quantity: 2, expires: 'when-purchase-expires' } },
  },
  'payments.offers.pro': {
    displayName: 'Pro',
    customerType: 'user',
    groupId: 'plans',
    prices: { monthly: { USD: '20', interval: month } },
    includedItems: { seats: { quantity: 5, expires: 'when-purchase-expires' } },
  },
  'payments.offers.box': { customerType: 'custom', prices: { once: { USD: '5' } } },
  'payments.offers.packet': {
    displayName: 'Packet',
    customerType: 'user',
    stackable: true,
    prices: { once: { USD: '5' } },
    includedItems: { seats: { quantity: 3 } },
  },
}

let shop: CardShop
let project: SellingProject
beforeAll(async () => {
  shop = await openCardShop()
  project = await shop.openProject(settings)
})
afterAll(() => shop.stripe.close())

const seatsOf = ({ user_id }: SignedUp) => openCustomer(project, 'user', user_id).read('seats')
const transactionsOf = ({ user_id }: SignedUp) => openCustomer(project, 'user', user_id).transactions()
/** Begins a payment and pays it. Nothing is told to the server. */
const payFor = async (user: SignedUp, offerId: string, price_id: string, quantity = 1, on = project) => {
  const full_code = await createPurchaseLink(on, user.user_id, offerId)
  const body = { full_code, price_id, quantity }
  const { client_secret } = await on.call('POST /payments/purchases/purchase-session', { body })
  shop.stripe.pay(client_secret)
}
/** The events from this moment on. */
const watch = () => {
  const start = shop.stripe.events.length
  return () => shop.stripe.events.slice(start)
}
const newestSubscription = () => [...shop.stripe.accounts.get(project.accountId)!.subscriptions.values()].at(-1)!

describe('the signature', () => {
  const event = { id: 'evt_1', object: 'event', type: 'customer.created', account: 'acct_1', data: { object: {} } }
  const body = JSON.stringify(event)
  const seconds = () => Math.floor(Date.now() / 1000)
  const send = (signature: string, sent = body) =>
    deliverEvent(shop.stripe, event, shop.server, { body: sent, signature })
  const refused = { status: 400, body: 'The webhook signature is invalid.' }

  test('is accepted with exactly what was signed', async () => {
    expect(await send(shop.stripe.sign(body))).toMatchObject({ status: 200, body: { received: true } })
    expect(await send(shop.stripe.sign(body, { seconds: seconds() - 290 }))).toMatchObject({ status: 200 })
  })

  test('may be one of several, as while the secret is changed', async () => {
    const both = `${shop.stripe.sign(body, { secret: 'whsec_another' })},${shop.stripe.sign(body).split(',')[1]}`
    expect((await send(both)).status).toBe(200)
  })

  test.each([
    ['with another secret', () => shop.stripe.sign(body, { secret: 'whsec_another' })],
    ['more than five minutes old', () => shop.stripe.sign(body, { seconds: seconds() - 301 })],
    ['of another body', () => shop.stripe.sign(`${body} `)],
    ['of another time', () => shop.stripe.sign(body).replace(/t=\d+/, `t=${seconds() - 5}`)],
    ['of another scheme', () => shop.stripe.sign(body).replace('v1=', 'v0=')],
    ['without a time', () => shop.stripe.sign(body).split(',')[1]!],
    ['that is no signature', () => 'nonsense'],
  ])('%s is refused', async (_, signature) => {
    expect(await send(signature())).toMatchObject(refused)
  })

  test('does not match a body that was serialized again', async () => {
    const pretty = JSON.stringify(event, undefined, 2)
    expect(await send(shop.stripe.sign(pretty))).toMatchObject(refused)
    expect(await send(shop.stripe.sign(pretty), pretty)).toMatchObject({ status: 200 })
  })

  test('must be there', async () => {
    const response = await shop.server.fetch('/api/v1/integrations/stripe/webhooks', { method: 'POST', body })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'SCHEMA_ERROR' })
  })

  test('of what is no JSON, or of nothing, is refused as well', async () => {
    expect(await send(shop.stripe.sign('{'), '{')).toMatchObject(refused)
    expect(await send(shop.stripe.sign(''), '')).toMatchObject(refused)
  })

  test('cannot be checked without the secret, and the response says which', async () => {
    const { webhookSecret: _, ...withoutSecret } = shop.stripe.config
    const server = await separateServer({ config: { stripe: withoutSecret } })
    const response = await deliverEvent(shop.stripe, event, server)
    expect(response).toMatchObject({ status: 400, body: expect.stringContaining('STRIPE_WEBHOOK_SECRET') })
    const keyless = await deliverEvent(shop.stripe, event, await testServer())
    expect(keyless).toMatchObject({ status: 400, body: expect.stringContaining('STRIPE_SECRET_KEY') })
  })
})

describe('a payment', () => {
  test('that is told five times at once to two nodes is granted once', async () => {
    const user = await project.signUp()
    const other = await separateServer({ config: { stripe: shop.stripe.config } })
    const happened = watch()
    await payFor(user, 'packet', 'once', 2)
    const paid = happened().find(({ type }) => type === 'payment_intent.succeeded')!
    const { succeeded } = await race(5, (index) => shop.deliver(paid, index % 2 ? other : shop.server))
    expect(succeeded.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await transactionsOf(user)).toMatchObject([{ type: 'one_time', quantity: 2 }])
    expect(await seatsOf(user)).toBe(6)
    expect((await shop.deliver(paid)).status).toBe(200)
    expect(await seatsOf(user)).toBe(6)
    const entries = (await listAuditEntries(project, 'purchase.made')).filter(
      ({ target_id }) => target_id === user.user_id,
    )
    expect(entries).toMatchObject([
      { actor_type: 'system', details: { offer_id: 'packet', quantity: 2, test_mode: false } },
    ])
  })

  test('is believed only of the account that it was made at', async () => {
    const other = await shop.openProject(settings)
    const happened = watch()
    const full_code = await createPurchaseLink(project, 'everywhere', 'box', { customerType: 'custom' })
    const body = { full_code, price_id: 'once' }
    const { client_secret } = await project.call('POST /payments/purchases/purchase-session', { body })
    shop.stripe.pay(client_secret)
    const paid = happened().find(({ type }) => type === 'payment_intent.succeeded')!
    await shop.deliver({ ...paid, account: other.accountId })
    const { transactions } = await other.call('GET /internal/payments/transactions', { as: 'admin' })
    expect(transactions).toEqual([])
  })

  test('for someone who was deleted meanwhile is acknowledged', async () => {
    const user = await project.signUp()
    const happened = watch()
    await payFor(user, 'packet', 'once')
    await project.call('DELETE /users/{user_id}', { as: 'server', params: { user_id: user.user_id } })
    for (const event of happened()) expect((await shop.deliver(event)).status).toBe(200)
    expect(await transactionsOf(user)).toEqual([])
  })
})

describe('a subscription', () => {
  const subscribe = async (user: SignedUp, offerId = 'basic') => {
    const happened = watch()
    await payFor(user, offerId, 'monthly')
    return { id: newestSubscription().id, happened }
  }

  test('is the same whatever the order of its events', async () => {
    const user = await project.signUp()
    const { happened } = await subscribe(user)
    expect(happened().map(({ type }) => type)).toContain('customer.subscription.created')
    for (const event of happened().reverse()) expect((await shop.deliver(event)).status).toBe(200)
    expect(await transactionsOf(user)).toMatchObject([{ type: 'subscription', status: 'active' }])
    expect(await seatsOf(user)).toBe(2)
  })

  test('that is told to have ended before it began has ended', async () => {
    const user = await project.signUp()
    const { id, happened } = await subscribe(user)
    shop.stripe.cancel(id)
    const [created] = happened().filter(({ type }) => type === 'customer.subscription.created')
    const [deleted] = happened().filter(({ type }) => type === 'customer.subscription.deleted')
    await shop.deliver(deleted!)
    expect(await seatsOf(user)).toBe(0)
    await shop.deliver(created!)
    expect(await transactionsOf(user)).toMatchObject([{ status: 'canceled' }])
    expect(await seatsOf(user)).toBe(0)
  })

  test('is not set back by a response of the provider that comes late', async () => {
    const user = await project.signUp()
    const { id, happened } = await subscribe(user)
    await shop.deliver(happened().at(-1)!)
    // The first sync has read that it is active, and is held up until the second has seen its end.
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let hasRead = () => {}
    const read = new Promise<void>((resolve) => {
      hasRead = resolve
    })
    shop.stripe.beforeResponse = async ({ call }) => {
      if (call !== 'GET /v1/subscriptions') return
      shop.stripe.beforeResponse = undefined
      hasRead()
      await held
    }
    const late = shop.deliver(happened().at(-1)!)
    await read
    shop.stripe.cancel(id)
    await shop.deliver(happened().at(-1)!)
    release()
    expect((await late).status).toBe(200)
    expect(await transactionsOf(user)).toMatchObject([{ status: 'canceled' }])
  })

  test('that is told many times at once is stored once', async () => {
    const user = await project.signUp()
    const { happened } = await subscribe(user)
    const { succeeded } = await race(10, (index) => shop.deliver(happened()[index % happened().length]!))
    expect(new Set(succeeded.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await transactionsOf(user)).toHaveLength(1)
    const entries = (await listAuditEntries(project, 'purchase.made')).filter(
      ({ target_id }) => target_id === user.user_id,
    )
    expect(entries).toHaveLength(1)
  })

  test('that will not be renewed counts until its end', async () => {
    const user = await project.signUp()
    const { id, happened } = await subscribe(user)
    shop.stripe.cancel(id, { atPeriodEnd: true })
    await shop.deliver(happened().at(-1)!)
    expect(await seatsOf(user)).toBe(2)
    expect(await transactionsOf(user)).toMatchObject([{ status: 'active' }])
  })

  test('whose events were all lost but one is up to date', async () => {
    const user = await project.signUp()
    const { id, happened } = await subscribe(user)
    const [created] = happened().filter(({ type }) => type === 'customer.subscription.created')
    shop.stripe.renew(id)
    await shop.deliver(created!)
    const { db } = shop.server.platform
    const row = await db
      .selectFrom('subscriptions')
      .select(['status', 'period_start', 'period_end'])
      .where('project_id', '=', project.id)
      .where('stripe_subscription_id', '=', id)
      .executeTakeFirstOrThrow()
    const [line] = newestSubscription().items
    expect(row.status).toBe('active')
    expect(row.period_start.getTime()).toBe(line!.current_period_start * 1000)
    expect(row.period_end.getTime()).toBe(line!.current_period_end * 1000)
  })

  test('of which there are more than the provider lists at once is found', async () => {
    // In a project of its own: so many would push what other tests look for off the first page.
    const crowded = await shop.openProject(settings)
    const user = await crowded.signUp()
    const happened = watch()
    await payFor(user, 'basic', 'monthly', 1, crowded)
    const { subscriptions } = shop.stripe.accounts.get(crowded.accountId)!
    const [first] = subscriptions.values()
    for (let i = 0; i < 120; i++) {
      const id = `sub_copy${i}`
      subscriptions.set(id, { ...structuredClone(first!), id, status: 'canceled', ended_at: first!.created })
    }
    await shop.deliver(happened().at(-1)!)
    const rows = shop.server.platform.db.selectFrom('subscriptions').select('id').where('project_id', '=', crowded.id)
    expect(await rows.execute()).toHaveLength(121)
  })

  test('of a customer whom the provider has deleted is left as it is', async () => {
    const user = await project.signUp()
    const { id, happened } = await subscribe(user)
    await shop.deliver(happened().at(-1)!)
    const state = shop.stripe.accounts.get(project.accountId)!
    state.customers.get(newestSubscription().customer)!.deleted = true
    shop.stripe.cancel(id)
    expect((await shop.deliver(happened().at(-1)!)).status).toBe(200)
    expect(await transactionsOf(user)).toMatchObject([{ status: 'active' }])
  })

  test('that was created at the provider without us is ignored', async () => {
    const user = await project.signUp()
    const { happened } = await subscribe(user)
    newestSubscription().metadata = {}
    for (const event of happened()) expect((await shop.deliver(event)).status).toBe(200)
    expect(await transactionsOf(user)).toEqual([])
  })

  test('tells owners of what changed and not of what stayed', async () => {
    const user = await project.signUp()
    const { id, happened } = await subscribe(user)
    for (const event of happened()) await shop.deliver(event)
    shop.stripe.cancel(id)
    for (const event of happened()) await shop.deliver(event)
    const changes = (await listAuditEntries(project, 'subscription.updated')).filter(
      (one) => one.target_id === user.user_id,
    )
    expect(changes.map(({ details }) => details)).toMatchObject([{ offer_id: 'basic', status: 'canceled' }])
  })
})

describe('an event', () => {
  test('that cannot be processed now gets status 500, and works when it is sent again', async () => {
    const user = await project.signUp()
    const happened = watch()
    await payFor(user, 'basic', 'monthly')
    const event = happened().at(-1)!
    shop.stripe.failWith = 500
    expect((await shop.deliver(event)).status).toBe(500)
    shop.stripe.failWith = undefined
    expect((await shop.deliver(event)).status).toBe(200)
    expect(await transactionsOf(user)).toMatchObject([{ status: 'active' }])
  })

  test.each([
    ['of a kind that we do not know', { type: 'radar.early_fraud_warning.created', account: 'acct_1' }],
    ['without an account', { type: 'customer.subscription.updated' }],
    ['of an account that is none of ours', { type: 'customer.subscription.updated', account: 'acct_1' }],
  ])('%s is only acknowledged', async (_, fields) => {
    const before = shop.stripe.requests.length
    const event = { id: 'evt_1', object: 'event', data: { object: { customer: 'cus_1', metadata: {} } }, ...fields }
    expect(await deliverEvent(shop.stripe, event, shop.server)).toMatchObject({ status: 200, body: { received: true } })
    expect(shop.stripe.requests).toHaveLength(before)
  })

  test('without a customer is only acknowledged', async () => {
    const object = { id: 'in_1', object: 'invoice', customer: null, metadata: {} }
    const event = { id: 'evt_1', object: 'event', type: 'invoice.paid', account: project.accountId, data: { object } }
    expect((await deliverEvent(shop.stripe, event, shop.server)).status).toBe(200)
  })
})

describe('a declined card', () => {
  const startPayment = async (user: SignedUp, offerId: string, price_id: string) => {
    const full_code = await createPurchaseLink(project, user.user_id, offerId)
    const body = { full_code, price_id }
    return (await project.call('POST /payments/purchases/purchase-session', { body })).client_secret
  }

  test.each([
    ['packet', 'once'],
    ['basic', 'monthly'],
  ])('for %s is among the failures of the user, with the reason', async (offerId, priceId) => {
    const user = await project.signUp()
    const secret = await startPayment(user, offerId, priceId)
    const events = watch()
    shop.stripe.decline(secret, 'insufficient_funds')
    shop.stripe.decline(secret, 'expired_card')
    for (const event of events()) expect((await shop.deliver(event)).status).toBe(200)
    const found = await listTraces(project, { user_id: user.user_id })
    expect(found).toHaveLength(2)
    expect(found.flatMap(({ steps }) => steps)).toEqual(
      expect.arrayContaining(
        ['insufficient_funds', 'expired_card'].map((reason) => ({ step: 'card-declined', reason })),
      ),
    )
    expect(found[0]).toMatchObject({ kind: 'purchase', code: 'CARD_DECLINED', route: null, ip_address: null })
    const { related } = await project.call('GET /internal/traces/{id}', { as: 'admin', params: { id: found[0]!.id } })
    expect(related.map(({ id }) => id)).toEqual([found[1]!.id])
    shop.stripe.pay(secret)
    await shop.deliverAll()
    expect(await listTraces(project, { user_id: user.user_id })).toHaveLength(2)
  })

  test('of a stranger, or with a reason that is no word, leaves nothing strange behind', async () => {
    const user = await project.signUp()
    const secret = await startPayment(user, 'packet', 'once')
    const events = watch()
    shop.stripe.decline(secret, 'Ring +49 30 123456 \0')
    const [event] = events()
    const { customer } = event!.data.object as { customer: string }
    await shop.deliver(event!)
    expect((await listTraces(project, { user_id: user.user_id }))[0]!.steps).toEqual([
      { step: 'card-declined', reason: 'unknown' },
    ])
    const { metadata } = shop.stripe.accounts.get(project.accountId)!.customers.get(customer)!
    metadata.customerId = "not a uuid'"
    expect((await shop.deliver(event!)).status).toBe(200)
    const traces = await listTraces(project, {})
    expect(traces.filter(({ code, user_id }) => code === 'CARD_DECLINED' && user_id === null)).toHaveLength(1)
  })
})
