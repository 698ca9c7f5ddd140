import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CardShop, openCardShop, type SellingProject } from '../../testing/card-shop.ts'
import { race, type SignedUp, testProject } from '../../testing/index.ts'
import { createPurchaseLink, openCustomer } from '../../testing/shop.ts'

const session = 'POST /payments/purchases/purchase-session'
const month = [1, 'month']
const plan = (USD: string, extra: object = {}) => ({
  customerType: 'user',
  groupId: 'plans',
  prices: { monthly: { USD, interval: month } },
  includedItems: { seats: { quantity: 1 } },
  ...extra,
})
const settings = {
  'payments.groups.plans': { displayName: 'Plans' },
  'payments.items.seats': { customerType: 'user' },
  'payments.offers.basic': plan('10', { displayName: 'Basic' }),
  'payments.offers.pro': plan('25.50', {
    displayName: 'Pro',
    prices: { monthly: { USD: '25.50', interval: month }, forever: { USD: '500' } },
  }),
  'payments.offers.small': plan('5', { displayName: 'Small' }),
  'payments.offers.grand': plan('40', {
    displayName: 'Grand',
    prices: { monthly: { USD: '40', interval: month }, yearly: { USD: '400', interval: [1, 'year'] } },
  }),
  'payments.offers.extra': plan('3', { isAddOnTo: { basic: true } }),
  'payments.offers.lonely': plan('3', { isAddOnTo: { nothing: true } }),
  'payments.offers.free': { customerType: 'user', groupId: 'plans', prices: 'include-by-default' },
  'payments.offers.packet': {
    displayName: 'Packet',
    customerType: 'user',
    stackable: true,
    prices: { once: { USD: '0.99' }, dear: { USD: '999999' }, dime: { USD: '0.10' } },
    includedItems: { seats: { quantity: 2 } },
  },
  'payments.offers.odd': {
    customerType: 'user',
    prices: {
      euros: { EUR: '5' },
      nothing: { USD: '0' },
      cents: { USD: '0.49' },
      always: { USD: '5', interval: [0, 'day'] },
      rarely: { USD: '5', interval: [4, 'year'] },
      huge: { USD: '9'.repeat(400) },
    },
  },
  'payments.offers.long': {
    displayName: `A long name, again and again 🍞 ${'ü '.repeat(1_500)}`,
    customerType: 'user',
    prices: { once: { USD: '5' } },
    includedItems: { seats: { quantity: 7 } },
  },
  'payments.offers.worn': {
    customerType: 'user',
    prices: { monthly: { USD: '5', interval: month }, yearly: { USD: '50', interval: [1, 'year'] } },
    includedItems: { seats: { quantity: 3 } },
  },
  'payments.offers.worn.prices.yearly.USD': null,
  'payments.offers.crew': { customerType: 'team', prices: { monthly: { USD: '5', interval: month } } },
}

let shop: CardShop
let project: SellingProject
beforeAll(async () => {
  shop = await openCardShop()
  project = await shop.openProject(settings)
})
afterAll(() => shop.stripe.close())

const state = () => shop.stripe.accounts.get(project.accountId)!
const pay = async (full_code: string, price_id: string, quantity?: number) =>
  (await project.call(session, { body: { full_code, price_id, ...(quantity ? { quantity } : {}) } })).client_secret
const link = (user: SignedUp, offerId: string) => createPurchaseLink(project, user.user_id, offerId)
const transactionsOf = ({ user_id }: SignedUp) => openCustomer(project, 'user', user_id).transactions()
const intentOf = (secret: string) => [...state().paymentIntents.values()].find((one) => one.client_secret === secret)!
const subscriptionOf = (secret: string) => {
  const invoice = [...state().invoices.values()].find((one) => one.payment_intent === intentOf(secret).id)!
  return state().subscriptions.get(invoice.subscription)!
}
/** Buys, pays, and lets the provider tell. */
const buy = async (user: SignedUp, offerId: string, priceId: string, quantity?: number) => {
  const secret = await pay(await link(user, offerId), priceId, quantity)
  if (secret) shop.stripe.pay(secret)
  await shop.deliverAll()
  return secret
}

test('a one-time price becomes a payment that tells everything about the purchase', async () => {
  const user = await project.signUp()
  const secret = await pay(await link(user, 'packet'), 'once', 3)
  const { amount, currency, customer, metadata } = intentOf(secret)
  expect({ amount, currency }).toEqual({ amount: 297, currency: 'usd' })
  expect(state().customers.get(customer!)?.metadata).toEqual({ customerId: user.user_id, customerType: 'USER' })
  const { offer, tenancyId, ...others } = metadata
  expect(others).toEqual({
    offerId: 'packet',
    priceId: 'once',
    customerId: user.user_id,
    customerType: 'USER',
    purchaseQuantity: '3',
    purchaseKind: 'ONE_TIME',
  })
  expect(JSON.parse(offer!)).toMatchObject({ displayName: 'Packet', stackable: true })
  expect(state().account.metadata).toEqual({ tenancyId })
})

test('a price of some cents is charged where there are enough of them', async () => {
  const user = await project.signUp()
  const body = { full_code: await link(user, 'packet'), price_id: 'dime', quantity: 4 }
  const tooLow = { status: 400, body: expect.stringContaining('too low') }
  expect(await project.send(session, { body })).toMatchObject(tooLow)
  expect(intentOf(await pay(await link(user, 'packet'), 'dime', 5)).amount).toBe(50)
})

// ASVS 2.3.1
test('nothing is granted before it is paid, and once it is paid it is granted once', async () => {
  const user = await project.signUp()
  const secret = await pay(await link(user, 'packet'), 'once', 2)
  await shop.deliverAll()
  expect(await transactionsOf(user)).toEqual([])
  shop.stripe.pay(secret)
  await shop.deliverAll()
  expect(await transactionsOf(user)).toMatchObject([
    { type: 'one_time', quantity: 2, test_mode: false, price: { USD: '0.99' }, offer_display_name: 'Packet' },
  ])
})

test('a price with an interval becomes a subscription that waits for its first payment', async () => {
  const user = await project.signUp()
  const secret = await pay(await link(user, 'pro'), 'monthly')
  const { status, items, metadata } = subscriptionOf(secret)
  expect(status).toBe('incomplete')
  const [line] = items
  expect(line).toMatchObject({ quantity: 1, price: { currency: 'usd', unit_amount: 2550 } })
  expect(line!.price.recurring).toEqual({ interval: 'month', interval_count: 1 })
  expect(state().products.get(line!.price.product)).toMatchObject({ name: 'Pro' })
  expect(metadata).toMatchObject({ offerId: 'pro', priceId: 'monthly', offer: expect.stringContaining('"Pro"') })

  shop.stripe.pay(secret)
  await shop.deliverAll()
  expect(await transactionsOf(user)).toMatchObject([
    { type: 'subscription', status: 'active', quantity: 1, price: { USD: '25.50', interval: month }, test_mode: false },
  ])
})

test('an offer that is longer than the provider takes at once comes back whole', async () => {
  const user = await project.signUp()
  await buy(user, 'long', 'once')
  const [bought] = await transactionsOf(user)
  expect(bought!.offer_display_name).toBe(settings['payments.offers.long'].displayName)
})

test('an offer is delivered although another price of it has no amount anymore', async () => {
  const user = await project.signUp()
  await buy(user, 'worn', 'monthly')
  expect(await openCustomer(project, 'user', user.user_id).read('seats')).toBe(3)
  const body = { full_code: await link(await project.signUp(), 'worn'), price_id: 'yearly' }
  expect(await project.send(session, { body })).toMatchObject({ status: 400 })
})

test('a subscription that nobody paid for neither counts nor stands in the way', async () => {
  const user = await project.signUp()
  const abandoned = await pay(await link(user, 'pro'), 'monthly')
  await shop.deliverAll()
  expect(await transactionsOf(user)).toMatchObject([{ status: 'incomplete' }])
  shop.stripe.expire(subscriptionOf(abandoned).id)
  await buy(user, 'pro', 'monthly')
  const statuses = (await transactionsOf(user)).map(({ status }) => status)
  expect(statuses.sort()).toEqual(['active', 'incomplete_expired'])
})

describe('a link', () => {
  test('is used up by a purchase, and not by what is refused', async () => {
    const user = await project.signUp()
    const code = await link(user, 'packet')
    const refused = await project.send(session, { body: { full_code: code, price_id: 'nothing' } })
    expect(refused).toMatchObject({ status: 400, body: 'This offer has no such price.' })
    await pay(code, 'once')
    const notFound = { status: 404, body: { code: 'VERIFICATION_CODE_NOT_FOUND' } }
    expect(await project.send(session, { body: { full_code: code, price_id: 'once' } })).toMatchObject(notFound)
    const validation = await project.send('POST /payments/purchases/validate-code', { body: { full_code: code } })
    expect(validation).toMatchObject(notFound)
  })

  test('is paid with by one of twenty who come at once', async () => {
    const user = await project.signUp()
    const code = await link(user, 'packet')
    const before = state().paymentIntents.size
    // The provider answers when someone else has been refused, or when a second payment is begun.
    let begun = 0
    let decide = () => {}
    const isDecided = new Promise<void>((resolve) => {
      decide = resolve
    })
    shop.stripe.beforeResponse = async () => {
      if (++begun > 1) decide()
      await isDecided
    }
    const { succeeded, failed } = await race(20, () =>
      pay(code, 'once').catch((error: unknown) => {
        decide()
        throw error
      }),
    )
    shop.stripe.beforeResponse = undefined
    expect([succeeded.length, failed.length]).toEqual([1, 19])
    for (const { code: error } of failed) {
      expect(['VERIFICATION_CODE_NOT_FOUND', 'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED']).toContain(error)
    }
    expect(state().paymentIntents.size).toBe(before + 1)
  })

  test('works again when the provider could not be asked, and pays only once', async () => {
    const user = await project.signUp()
    const code = await link(user, 'packet')
    const before = state().paymentIntents.size
    shop.stripe.failWith = 500
    expect(await project.send(session, { body: { full_code: code, price_id: 'once' } })).toMatchObject({ status: 502 })
    shop.stripe.failWith = undefined
    await pay(code, 'once')
    expect(state().paymentIntents.size).toBe(before + 1)
  })

  test('whose payment was begun by a request without a response begins no second one', async () => {
    const user = await project.signUp()
    const code = await link(user, 'packet')
    const before = state().paymentIntents.size
    shop.stripe.beforeResponse = async ({ call }) => {
      if (call === 'POST /v1/payment_intents') throw new Error('The connection breaks.')
    }
    expect(await project.send(session, { body: { full_code: code, price_id: 'once' } })).toMatchObject({ status: 502 })
    shop.stripe.beforeResponse = undefined
    await pay(code, 'once')
    expect(state().paymentIntents.size).toBe(before + 1)
  })

  test.each([
    '',
    'x',
    '0'.repeat(45),
    `${crypto.randomUUID()}_${'0'.repeat(45)}`,
    '../../etc',
    `${crypto.randomUUID()}_short`,
  ])('that is %j is not found', async (full_code) => {
    for (const [route, body] of [
      ['POST /payments/purchases/validate-code', { full_code }],
      [session, { full_code, price_id: 'once' }],
    ] as const) {
      const response = await project.send(route, { body })
      expect(response).toMatchObject({ status: 404, body: { code: 'VERIFICATION_CODE_NOT_FOUND' } })
    }
  })

  test('is asked about twenty times at most', async () => {
    const user = await project.signUp()
    const full_code = await link(user, 'packet')
    const validate = () => project.send('POST /payments/purchases/validate-code', { body: { full_code } })
    for (let i = 0; i < 20; i++) expect((await validate()).status).toBe(200)
    expect(await validate()).toMatchObject({ status: 400, body: { code: 'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED' } })
  })

  test('is gone after a day', async () => {
    let now = Date.now()
    const later = await openCardShop({ now: () => new Date(now) })
    const fresh = await later.openProject(settings)
    const user = await fresh.signUp()
    const full_code = await createPurchaseLink(fresh, user.user_id, 'packet')
    const validate = () => fresh.send('POST /payments/purchases/validate-code', { body: { full_code } })
    now += 24 * 3600_000 - 1000
    expect((await validate()).status).toBe(200)
    now += 2000
    expect(await validate()).toMatchObject({ status: 404, body: { code: 'VERIFICATION_CODE_NOT_FOUND' } })
    await later.stripe.close()
  })
})

describe('the checks', () => {
  const refusal = async (user: SignedUp, offerId: string, body: object) =>
    project.send(session, { body: { full_code: await link(user, offerId), ...body } })

  test('the customer must exist', async () => {
    const unknown = await createPurchaseLink(project, crypto.randomUUID(), 'pro')
    expect(await project.send(session, { body: { full_code: unknown, price_id: 'x' } })).toMatchObject({
      status: 404,
      body: { code: 'USER_NOT_FOUND' },
    })
    const team_id = crypto.randomUUID()
    const noTeam = await createPurchaseLink(project, team_id, 'crew', { customerType: 'team' })
    expect(await project.send(session, { body: { full_code: noTeam, price_id: 'x' } })).toMatchObject({
      status: 404,
      body: { code: 'TEAM_NOT_FOUND', details: { team_id } },
    })
    const noUuid = await createPurchaseLink(project, 'me', 'pro')
    expect((await project.send(session, { body: { full_code: noUuid, price_id: 'x' } })).status).toBe(404)
  })

  test.each([
    ['a price of another offer', 'packet', { price_id: 'monthly' }, 'has no such price'],
    ['a price with a name of every object', 'packet', { price_id: 'constructor' }, 'has no such price'],
    ['what everyone has', 'free', { price_id: 'monthly' }, 'has no such price'],
    ['two of what is not stackable', 'pro', { price_id: 'monthly', quantity: 2 }, 'must be 1'],
    ['a thousand million', 'packet', { price_id: 'once', quantity: 1e9 }, 'is too high'],
    ['more than the provider charges', 'packet', { price_id: 'dear', quantity: 2 }, 'is too high'],
    ['a price of four hundred digits', 'odd', { price_id: 'huge' }, 'is too high'],
    ['an add-on without its base', 'lonely', { price_id: 'monthly' }, 'offer it belongs to first'],
    ['a price in euros only', 'odd', { price_id: 'euros' }, 'US dollars'],
    ['a price of nothing', 'odd', { price_id: 'nothing' }, 'too low'],
    ['a price of less than half a dollar', 'odd', { price_id: 'cents' }, 'too low'],
    ['a subscription without time', 'odd', { price_id: 'always' }, 'no billing interval'],
    ['what the provider does not do', 'odd', { price_id: 'rarely' }, 'Stripe rejected this request'],
  ])('refuse %s', async (_, offerId, body, message) => {
    const response = await refusal(await project.signUp(), offerId, body)
    expect(response).toMatchObject({ status: 400, body: expect.stringContaining(message) })
  })

  test.each([0, -1, 1.5, 2 ** 53])('refuse the quantity %d', async (quantity) => {
    const response = await refusal(await project.signUp(), 'packet', { price_id: 'once', quantity })
    expect(response).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
  })

  test('what was bought once and for all is not bought again, stackable or not', async () => {
    const user = await project.signUp()
    await buy(user, 'packet', 'once')
    const response = await refusal(user, 'packet', { price_id: 'once' })
    expect(response).toMatchObject({ status: 400, body: 'This offer has already been bought.' })
  })

  test('nobody subscribes twice, until the subscription has ended', async () => {
    const user = await project.signUp()
    const { id } = subscriptionOf(await buy(user, 'pro', 'monthly'))
    const code = await link(user, 'pro')
    const page = await project.call('POST /payments/purchases/validate-code', { body: { full_code: code } })
    expect(page.already_bought_non_stackable).toBe(true)
    const again = await project.send(session, { body: { full_code: code, price_id: 'monthly' } })
    expect(again).toMatchObject({ status: 400, body: 'There is already a subscription to this offer.' })

    shop.stripe.cancel(id)
    await shop.deliverAll()
    expect(await pay(code, 'monthly')).toBeTypeOf('string')
  })

  test('an add-on goes with its base and replaces nothing', async () => {
    const user = await project.signUp()
    expect(await refusal(user, 'extra', { price_id: 'monthly' })).toMatchObject({ status: 400 })
    await buy(user, 'basic', 'monthly')
    const code = await link(user, 'extra')
    const page = await project.call('POST /payments/purchases/validate-code', { body: { full_code: code } })
    expect(page.conflicting_group_offers).toEqual([])
    shop.stripe.pay(await pay(code, 'monthly'))
    await shop.deliverAll()
    expect((await transactionsOf(user)).map(({ status }) => status)).toEqual(['active', 'active'])
  })

  test('whoever bought one of a group for good buys no other of it', async () => {
    const user = await project.signUp()
    await buy(user, 'pro', 'forever')
    const response = await refusal(user, 'basic', { price_id: 'monthly' })
    expect(response).toMatchObject({ status: 400, body: expect.stringContaining('as a one-time purchase') })
  })
})

describe('a plan of the same group', () => {
  test('is changed in place, and what is left to pay is paid', async () => {
    const user = await project.signUp()
    const { id } = subscriptionOf(await buy(user, 'basic', 'monthly'))
    const code = await link(user, 'pro')
    const page = await project.call('POST /payments/purchases/validate-code', { body: { full_code: code } })
    expect(page.conflicting_group_offers).toEqual([{ offer_id: 'basic', display_name: 'Basic' }])

    const secret = await pay(code, 'monthly')
    expect(subscriptionOf(secret).id).toBe(id)
    expect(intentOf(secret).amount).toBe(1550)
    shop.stripe.pay(secret)
    await shop.deliverAll()
    expect(await transactionsOf(user)).toMatchObject([
      { status: 'active', offer_display_name: 'Pro', price: { USD: '25.50' } },
    ])
    const holdings = await project.call('POST /payments/purchases/validate-code', {
      body: { full_code: await link(user, 'pro') },
    })
    expect(holdings.already_bought_non_stackable).toBe(true)
  })

  test('stays as it was until the change is paid', async () => {
    const user = await project.signUp()
    await buy(user, 'basic', 'monthly')
    const secret = await pay(await link(user, 'pro'), 'monthly')
    await shop.deliverAll()
    expect(subscriptionOf(secret).status).toBe('past_due')
    expect(await transactionsOf(user)).toMatchObject([{ status: 'active', offer_display_name: 'Basic' }])
    shop.stripe.pay(secret)
    await shop.deliverAll()
    expect(await transactionsOf(user)).toMatchObject([{ status: 'active', offer_display_name: 'Pro' }])
  })

  test('whose change nobody paid is paid with another link, by the same payment', async () => {
    const user = await project.signUp()
    await buy(user, 'basic', 'monthly')
    const abandoned = await pay(await link(user, 'pro'), 'monthly')
    await shop.deliverAll()
    const again = await pay(await link(user, 'pro'), 'monthly')
    await shop.deliverAll()
    expect(again).toBe(abandoned)
    expect(subscriptionOf(again).status).toBe('past_due')
    expect(await transactionsOf(user)).toMatchObject([{ status: 'active', offer_display_name: 'Basic' }])
    shop.stripe.pay(again)
    await shop.deliverAll()
    expect(await transactionsOf(user)).toMatchObject([{ status: 'active', offer_display_name: 'Pro' }])
  })

  test.each([
    ['monthly', 3000],
    ['yearly', 39000],
  ])('whose change nobody paid is changed to another instead, at the %s price of that', async (priceId, amount) => {
    const user = await project.signUp()
    await buy(user, 'basic', 'monthly')
    const abandoned = [await pay(await link(user, 'pro'), 'monthly')]
    abandoned.push(await pay(await link(user, 'grand'), priceId === 'monthly' ? 'yearly' : 'monthly'))
    const secret = await pay(await link(user, 'grand'), priceId)
    await shop.deliverAll()
    expect(intentOf(secret).amount).toBe(amount)
    expect(abandoned.map((one) => intentOf(one).status)).toEqual(['canceled', 'canceled'])
    expect(await transactionsOf(user)).toMatchObject([{ status: 'active', offer_display_name: 'Basic' }])
    shop.stripe.pay(secret)
    await shop.deliverAll()
    expect(await transactionsOf(user)).toMatchObject([{ status: 'active', offer_display_name: 'Grand' }])
  })

  test('whose change nobody paid becomes a cheaper one for nothing, and the change is never charged', async () => {
    const user = await project.signUp()
    await buy(user, 'basic', 'monthly')
    const abandoned = await pay(await link(user, 'pro'), 'monthly')
    expect(await pay(await link(user, 'small'), 'monthly')).toBe('')
    await shop.deliverAll()
    expect(intentOf(abandoned).status).toBe('canceled')
    expect(await transactionsOf(user)).toMatchObject([{ status: 'active', offer_display_name: 'Small' }])
  })

  test('is not changed for nothing by many who come at once', async () => {
    const user = await project.signUp()
    const { id } = subscriptionOf(await buy(user, 'basic', 'monthly'))
    const codes = await Promise.all(Array.from({ length: 6 }, () => link(user, 'pro')))
    const { succeeded, failed } = await race(6, (index) => pay(codes[index]!, 'monthly'))
    expect(new Set(succeeded).size).toBe(1)
    expect(intentOf(succeeded[0]!).amount).toBe(1550)
    for (const error of failed) expect(String(error)).toContain('is already being changed')
    await shop.deliverAll()
    expect(state().subscriptions.get(id)!.status).toBe('past_due')
    expect(await transactionsOf(user)).toMatchObject([{ offer_display_name: 'Basic' }])
    for (const code of codes) {
      const response = await project.send(session, { body: { full_code: code, price_id: 'monthly' } })
      expect([200, 404]).toContain(response.status)
      if (response.status === 200) expect(response.body).toEqual({ client_secret: succeeded[0] })
    }
  })

  test('that has ended without our knowing is bought again', async () => {
    const user = await project.signUp()
    const { id } = subscriptionOf(await buy(user, 'basic', 'monthly'))
    shop.stripe.cancel(id)
    const secret = await pay(await link(user, 'pro'), 'monthly')
    expect(subscriptionOf(secret).id).not.toBe(id)
    expect(intentOf(secret).amount).toBe(2550)
  })

  test.each(['monthly', 'forever'])('that was made with other keys of the provider gives way, %s', async (priceId) => {
    const user = await project.signUp()
    const { id } = subscriptionOf(await buy(user, 'basic', 'monthly'))
    // As after the change to live mode, where nothing of test mode is known.
    state().subscriptions.delete(id)
    shop.stripe.pay(await pay(await link(user, 'pro'), priceId))
    await shop.deliverAll()
    const bought = (await transactionsOf(user)).map((one) => [one.offer_display_name, one.status])
    expect(Object.fromEntries(bought)).toEqual({ Basic: 'canceled', Pro: priceId === 'monthly' ? 'active' : null })
  })

  test('that is cheaper leaves nothing to pay', async () => {
    const user = await project.signUp()
    await buy(user, 'pro', 'monthly')
    expect(await pay(await link(user, 'basic'), 'monthly')).toBe('')
    await shop.deliverAll()
    expect(await transactionsOf(user)).toMatchObject([{ status: 'active', offer_display_name: 'Basic' }])
  })

  test('that was to end goes on when it is changed', async () => {
    const user = await project.signUp()
    const { id } = subscriptionOf(await buy(user, 'basic', 'monthly'))
    shop.stripe.cancel(id, { atPeriodEnd: true })
    await buy(user, 'pro', 'monthly')
    expect(state().subscriptions.get(id)).toMatchObject({ cancel_at_period_end: false, status: 'active' })
  })

  test('ends when another is bought for good', async () => {
    const user = await project.signUp()
    const { id } = subscriptionOf(await buy(user, 'basic', 'monthly'))
    await buy(user, 'pro', 'forever')
    expect(state().subscriptions.get(id)!.status).toBe('canceled')
    const bought = await transactionsOf(user)
    expect(bought.map(({ type, status }) => [type, status])).toEqual([
      ['one_time', null],
      ['subscription', 'canceled'],
    ])
  })

  test.each(['monthly', 'forever'])('that was only a test ends when another is bought, %s', async (priceId) => {
    const user = await project.signUp()
    const body = { full_code: await link(user, 'basic'), price_id: 'monthly' }
    await project.call('POST /internal/payments/test-mode-purchase-session', { as: 'admin', body })
    await buy(user, 'pro', priceId)
    const tested = (await transactionsOf(user)).find(({ test_mode }) => test_mode)
    expect(tested).toMatchObject({ status: 'canceled', offer_display_name: 'Basic' })
  })

  test('is changed by the customer who is signed in, not by who only knows their id', async () => {
    const user = await project.signUp()
    const { id } = subscriptionOf(await buy(user, 'basic', 'monthly'))
    const stranger = await createPurchaseLink(project, user.user_id, 'pro', { as: 'client' })
    const response = await project.send(session, { body: { full_code: stranger, price_id: 'monthly' } })
    expect(response).toMatchObject({ status: 403, body: expect.stringContaining('sign in') })
    expect(state().subscriptions.get(id)!.metadata.offerId).toBe('basic')
    const own = await createPurchaseLink(project, user.user_id, 'pro', { as: 'client', user })
    expect(subscriptionOf(await pay(own, 'monthly')).id).toBe(id)
  })
})

test('without keys of the payment provider the response says which is missing, and the link stays', async () => {
  const fresh = await testProject(settings)
  const user = await fresh.signUp()
  const full_code = await createPurchaseLink(fresh, user.user_id, 'packet')
  for (let i = 0; i < 2; i++) {
    const response = await fresh.send(session, { body: { full_code, price_id: 'once' } })
    expect(response).toMatchObject({ status: 400, body: expect.stringContaining('STRIPE_SECRET_KEY') })
  }
})
