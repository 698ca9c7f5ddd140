import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CardShop, openCardShop, type SellingProject } from '../../testing/card-shop.ts'
import type { SignedUp } from '../../testing/index.ts'
import { listAuditEntries } from '../../testing/records.ts'
import { createPurchaseLink, openCustomer } from '../../testing/shop.ts'

const session = 'POST /payments/purchases/purchase-session'
const plan = (displayName: string, USD: string, quantity: number) => ({
  displayName,
  customerType: 'user',
  groupId: 'plans',
  prices: { monthly: { USD, interval: [1, 'month'] }, forever: { USD: '500' } },
  includedItems: { seats: { quantity, expires: 'when-purchase-expires' } },
})
const settings = {
  'payments.groups.plans': {},
  'payments.items.seats': { customerType: 'user' },
  'payments.offers.basic': plan('Basic', '10', 2),
  'payments.offers.pro': plan('Pro', '25', 5),
}

let shop: CardShop
let project: SellingProject
beforeAll(async () => {
  shop = await openCardShop()
  project = await shop.openProject(settings)
})
afterAll(() => shop.stripe.close())

const state = () => shop.stripe.accounts.get(project.accountId)!
const seatsOf = ({ user_id }: SignedUp) => openCustomer(project, 'user', user_id).read('seats')
/** Opens the card form. Whoever only knows the id of the customer can do that. */
const openForm = async ({ user_id }: SignedUp, offerId: string, price_id: string) => {
  const full_code = await createPurchaseLink(project, user_id, offerId, { as: 'client' })
  return (await project.call(session, { body: { full_code, price_id } })).client_secret
}
const pay = async (secret: string) => {
  shop.stripe.pay(secret)
  await shop.deliverAll()
}
const tryOut = async ({ user_id }: SignedUp, offerId: string, price_id: string) => {
  const body = { full_code: await createPurchaseLink(project, user_id, offerId), price_id }
  await project.call('POST /internal/payments/test-mode-purchase-session', { as: 'admin', body })
}
const subscribe = async (user: SignedUp, offerId: string) => {
  await pay(await openForm(user, offerId, 'monthly'))
  return [...state().subscriptions.values()].at(-1)!
}
const heldBy = async ({ user_id }: SignedUp) => {
  const bought = await openCustomer(project, 'user', user_id).transactions()
  return Object.fromEntries(bought.map(({ offer_display_name, type, status }) => [offer_display_name, status ?? type]))
}
const endings = async ({ user_id }: SignedUp) =>
  (await listAuditEntries(project, 'subscription.updated')).filter(
    ({ target_id, details }) => target_id === user_id && (details as { status: string }).status === 'canceled',
  )
/** Everything that ever happened is told once more. */
const replay = async () => {
  for (const event of [...shop.stripe.events]) expect((await shop.deliver(event)).status).toBe(200)
}

describe('what is paid for', () => {
  test('stays while the form to buy another for good is only open, and ends when that is paid', async () => {
    const user = await project.signUp()
    const { id } = await subscribe(user, 'basic')
    const secret = await openForm(user, 'pro', 'forever')
    await shop.deliverAll()
    expect(state().subscriptions.get(id)!.status).toBe('active')
    expect(await heldBy(user)).toEqual({ Basic: 'active' })
    expect(await seatsOf(user)).toBe(2)

    await pay(secret)
    expect(state().subscriptions.get(id)!.status).toBe('canceled')
    expect(await heldBy(user)).toEqual({ Basic: 'canceled', Pro: 'one_time' })
    expect(await seatsOf(user)).toBe(5)
    expect(await endings(user)).toHaveLength(1)

    await replay()
    expect(await heldBy(user)).toEqual({ Basic: 'canceled', Pro: 'one_time' })
    expect(await seatsOf(user)).toBe(5)
    expect(await endings(user)).toHaveLength(1)
  })

  test('ends although the provider did not respond at first: it tells again', async () => {
    const user = await project.signUp()
    const { id } = await subscribe(user, 'basic')
    const secret = await openForm(user, 'pro', 'forever')
    const before = shop.stripe.events.length
    shop.stripe.pay(secret)
    const paid = shop.stripe.events.slice(before).find(({ type }) => type === 'payment_intent.succeeded')!
    shop.stripe.failWith = 500
    expect((await shop.deliver(paid)).status).toBe(500)
    shop.stripe.failWith = undefined
    expect(await heldBy(user)).toEqual({ Basic: 'active' })
    await shop.deliverAll()
    expect(state().subscriptions.get(id)!.status).toBe('canceled')
    expect(await heldBy(user)).toEqual({ Basic: 'canceled', Pro: 'one_time' })
  })

  test('is told of by several at once and ends once', async () => {
    const user = await project.signUp()
    await subscribe(user, 'basic')
    const secret = await openForm(user, 'pro', 'forever')
    const before = shop.stripe.events.length
    shop.stripe.pay(secret)
    const happened = shop.stripe.events.slice(before)
    const responses = await Promise.all([...happened, ...happened].map((event) => shop.deliver(event)))
    expect(responses.every(({ status }) => status === 200)).toBe(true)
    await shop.deliverAll()
    expect(await heldBy(user)).toEqual({ Basic: 'canceled', Pro: 'one_time' })
    expect(await endings(user)).toHaveLength(1)
  })
})

describe('what was only tried out', () => {
  test.each([
    ['monthly', 'active'],
    ['forever', 'one_time'],
  ])('stays while the form is only open, and ends when the %s price is paid', async (priceId, held) => {
    const user = await project.signUp()
    await tryOut(user, 'basic', 'monthly')
    const secret = await openForm(user, 'pro', priceId)
    await shop.deliverAll()
    expect((await heldBy(user)).Basic).toBe('active')
    expect(await seatsOf(user)).toBe(2)
    await pay(secret)
    expect(await heldBy(user)).toEqual({ Basic: 'canceled', Pro: held })
    expect(await seatsOf(user)).toBe(5)
    await replay()
    expect(await heldBy(user)).toEqual({ Basic: 'canceled', Pro: held })
  })

  test('stays when nobody ever pays', async () => {
    const user = await project.signUp()
    await tryOut(user, 'basic', 'monthly')
    await openForm(user, 'pro', 'monthly')
    shop.stripe.expire([...state().subscriptions.values()].at(-1)!.id)
    await shop.deliverAll()
    expect(await heldBy(user)).toEqual({ Basic: 'active', Pro: 'incomplete_expired' })
    expect(await seatsOf(user)).toBe(2)
  })

  test('ends when another is tried out for good', async () => {
    const user = await project.signUp()
    await tryOut(user, 'basic', 'monthly')
    await tryOut(user, 'pro', 'forever')
    expect(await heldBy(user)).toEqual({ Basic: 'canceled', Pro: 'one_time' })
    expect(await seatsOf(user)).toBe(5)
  })
})

describe('of two that were begun in two tabs', () => {
  test('and paid before the provider tells of either, one is left', async () => {
    const user = await project.signUp()
    const secrets = [await openForm(user, 'basic', 'monthly'), await openForm(user, 'pro', 'monthly')]
    for (const secret of secrets) shop.stripe.pay(secret)
    await shop.deliverAll()
    // Which was paid last is not known if both began in the same second.
    const held = (await heldBy(user)) as Record<string, string>
    expect(Object.values(held).sort()).toEqual(['active', 'canceled'])
    expect(await seatsOf(user)).toBe(held.Pro === 'active' ? 5 : 2)
  })

  test('the one that was paid last is left', async () => {
    const user = await project.signUp()
    const [basic, pro] = [await openForm(user, 'basic', 'monthly'), await openForm(user, 'pro', 'monthly')]
    await pay(pro)
    await pay(basic)
    expect(await heldBy(user)).toEqual({ Basic: 'active', Pro: 'canceled' })
    expect(await seatsOf(user)).toBe(2)
  })
})
