import { beforeEach, describe, expect, test, vi } from 'vitest'
import { clock } from '../environment/clock.ts'
import { type InlineOffer, KnownErrors, type OfferPrice } from '../index.ts'
import { createAdmin, openPerson, signUp } from '../testing/open-project.ts'
import { paymentSettings } from '../testing/payment-settings.ts'

beforeEach(() => {
  vi.spyOn(clock, 'wait').mockResolvedValue()
})

const open = () => openPerson(paymentSettings)
const purchasePage = /^http:\/\/localhost:8102\/(?:dashboard\/)?purchase\/[a-z0-9-]+_[a-z0-9]{45}$/

function makeOffer(price: OfferPrice = { USD: '2.50' }, change: Partial<InlineOffer> = {}): InlineOffer {
  return {
    display_name: 'Just for you',
    customer_type: 'user',
    server_only: true,
    prices: { once: price },
    included_items: { credits: { quantity: 7 } },
    ...change,
  }
}

describe('a checkout URL', () => {
  test('opens the purchase page of a user or a team', async () => {
    const { user, serverApp, serverUser } = await open()
    expect(await user.createCheckoutUrl({ offerId: 'pack' })).toMatch(purchasePage)
    expect(await serverUser.createCheckoutUrl({ offerId: 'pack' })).toMatch(purchasePage)
    const serverTeam = await serverApp.createTeam({ displayName: 'Team', creatorUserId: user.id })
    expect(await serverTeam.createCheckoutUrl({ offerId: 'team' })).toMatch(purchasePage)
    const team = (await user.getTeam(serverTeam.id))!
    expect(await team.createCheckoutUrl({ offerId: 'team' })).toMatch(purchasePage)
  })

  test('is not created for clients if the offer is server-only', async () => {
    const { user, serverUser } = await open()
    await expect(user.createCheckoutUrl({ offerId: 'partners' })).rejects.toMatchObject({
      errorCode: 'OFFER_DOES_NOT_EXIST',
      details: { offer_id: 'partners', access_type: 'client' },
    })
    expect(await serverUser.createCheckoutUrl({ offerId: 'partners' })).toMatch(purchasePage)
  })

  test('requires an existing offer for this type of customer', async () => {
    const { user } = await open()
    const isInstance = KnownErrors.OfferDoesNotExist.isInstance
    await expect(user.createCheckoutUrl({ offerId: 'nothing' })).rejects.toSatisfy(isInstance)
    await expect(user.createCheckoutUrl({ offerId: 'team' })).rejects.toSatisfy(
      KnownErrors.OfferCustomerTypeDoesNotMatch.isInstance,
    )
  })

  test('grants the purchased items to the customer', async () => {
    const { project, user } = await open()
    const fullCode = (await user.createCheckoutUrl({ offerId: 'pack' })).split('/').at(-1)!
    await createAdmin(project).testModePurchase({ fullCode, priceId: 'once', quantity: 2 })
    expect(await user.getItem('credits')).toMatchObject({ quantity: 100 })
  })
})

describe('an inline offer', () => {
  test('is sold by a server, with server access', async () => {
    const { project, serverApp, serverUser } = await open()
    const url = await serverUser.createCheckoutUrl({ offer: makeOffer() })
    const fullCode = url.split('/').at(-1)!
    await createAdmin(project).testModePurchase({ fullCode, priceId: 'once' })
    expect((await serverUser.getItem('credits')).quantity).toBe(7)
    const team = await serverApp.createTeam({ displayName: 'Team' })
    const offer = makeOffer({ EUR: '3' }, { customer_type: 'team', included_items: { seats: { quantity: 1 } } })
    expect(await team.createCheckoutUrl({ offer })).toMatch(purchasePage)
  })

  test('is also sold by a server to the user of a request', async () => {
    const { serverApp } = await open()
    await signUp(serverApp)
    const user = await serverApp.getUser({ or: 'throw' })
    expect(await user.createCheckoutUrl({ offer: makeOffer() })).toMatch(purchasePage)
  })

  test('cannot be combined with an offer from the settings', async () => {
    const { serverUser } = await open()
    const create = (options: object) => serverUser.createCheckoutUrl(options as { offerId: string })
    await expect(create({ offerId: 'pack', offer: makeOffer() })).rejects.toMatchObject({ statusCode: 400 })
    expect(await create({ offerId: 'pack', offer: undefined })).toMatch(purchasePage)
  })

  test('cannot be sold by a client', async () => {
    const { user } = await open()
    await expect(user.createCheckoutUrl({ offer: makeOffer() } as never)).rejects.toMatchObject({ statusCode: 400 })
  })

  test.each([
    [{ USD: '01.00' }, 'Money amount must not have leading zeros'],
    [{ USD: '1.005' }, 'Too many decimals; USD only has 2 decimals'],
    [{ JPY: '1.0' }, 'Too many decimals; JPY only has 0 decimals'],
    ...['１', '1e3', '-1', '', '1.', '.5', ' 1'].map(
      (amount) =>
        [{ USD: amount }, 'Money amount must be in the format of <number> or <number>.<number>'] as [
          OfferPrice,
          string,
        ],
    ),
    [{ interval: [1, 'month'] }, 'At least one currency is required'],
  ] as [OfferPrice, string][])('is rejected with the price %j: %s', async (price, message) => {
    const { serverUser } = await open()
    const error = await serverUser.createCheckoutUrl({ offer: makeOffer(price) }).catch((reason) => reason)
    expect(KnownErrors.SchemaError.isInstance(error)).toBe(true)
    expect(error.message).toContain(message)
  })

  test.each([
    makeOffer({ USD: '1', interval: [-1, 'month'] }),
    makeOffer({ USD: '1', interval: [1.5, 'month'] }),
    makeOffer({ USD: '1', interval: [1, 'hour' as 'day'] }),
    makeOffer({}, { prices: { '1st': { USD: '1' } } }),
    makeOffer({}, { prices: { ['p'.repeat(64)]: { USD: '1' } } }),
    makeOffer({ USD: '1' }, { included_items: { 'credits!': {} } }),
  ])('is rejected with an invalid interval or id', async (offer) => {
    const { serverUser } = await open()
    await expect(serverUser.createCheckoutUrl({ offer })).rejects.toSatisfy(KnownErrors.SchemaError.isInstance)
  })
})
