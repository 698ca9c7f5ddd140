import { beforeEach, describe, expect, test, vi } from 'vitest'
import { clock } from '../environment/clock.ts'
import { appInternalsSymbol, KnownErrors, ServerApp } from '../index.ts'
import { createFakeApi } from '../testing/fake-api.ts'
import { createClient, openPerson, openProject } from '../testing/open-project.ts'
import { paymentSettings } from '../testing/payment-settings.ts'

beforeEach(() => {
  vi.spyOn(clock, 'wait').mockResolvedValue()
})

const open = () => openPerson(paymentSettings)

describe('an item of a customer', () => {
  test('can be read by a client for the user, their team and any custom customer', async () => {
    const { app, user, serverApp, serverUser } = await open()
    const { id } = await serverApp.createTeam({ displayName: 'Team', creatorUserId: user.id })
    await (await serverUser.getItem('credits')).increaseQuantity(3)
    await (await serverApp.getItem({ itemId: 'seats', teamId: id })).increaseQuantity(2)
    await (await serverApp.getItem({ itemId: 'calls', customCustomerId: 'acme / 1' })).increaseQuantity(1)

    const credits = { displayName: 'Credits', quantity: 3, nonNegativeQuantity: 3 }
    expect(await user.getItem('credits')).toEqual(credits)
    expect(await app.getItem({ itemId: 'credits', userId: user.id })).toEqual(credits)
    const team = (await user.getTeam(id))!
    expect(await team.getItem('seats')).toMatchObject({ displayName: 'Seats', quantity: 2 })
    expect(await app.getItem({ itemId: 'seats', teamId: id })).toMatchObject({ quantity: 2 })
    const calls = { itemId: 'calls', customCustomerId: 'acme / 1' }
    expect(await app.getItem(calls)).toMatchObject({ displayName: 'API calls', quantity: 1 })
    expect(await app.getItem({ ...calls, customCustomerId: 'acme' })).toMatchObject({ quantity: 0 })
  })

  test('can be read without a signed-in user and without a token store', async () => {
    const { project } = await openProject(paymentSettings)
    for (const tokenStore of ['memory', null] as const) {
      const app = createClient(project, { tokenStore })
      expect(await app.getItem({ itemId: 'calls', customCustomerId: 'acme' })).toMatchObject({ quantity: 0 })
    }
  })

  test('is frozen, read-only for clients, and keeps its identity while nothing changes', async () => {
    const { user, serverUser } = await open()
    const item = await user.getItem('credits')
    expect(Object.isFrozen(item)).toBe(true)
    expect(item).not.toHaveProperty('increaseQuantity')
    expect(await user.getItem('credits')).toBe(item)
    await (await serverUser.getItem('credits')).increaseQuantity(1)
    expect(await user.getItem('credits')).not.toBe(item)
  })

  test('has a non-negative quantity of 0 when the quantity is negative', async () => {
    const { user, serverUser } = await open()
    await (await serverUser.getItem('credits')).decreaseQuantity(4)
    expect(await user.getItem('credits')).toMatchObject({ quantity: -4, nonNegativeQuantity: 0 })
  })

  test('fails for unknown items, items of other customer types and unknown customers', async () => {
    const { app, user, serverApp } = await open()
    const stranger = crypto.randomUUID()
    await expect(user.getItem('nothing')).rejects.toSatisfy(KnownErrors.ItemNotFound.isInstance)
    await expect(user.getItem('seats')).rejects.toSatisfy(KnownErrors.ItemCustomerTypeDoesNotMatch.isInstance)
    for (const reader of [app, serverApp]) {
      const credits = reader.getItem({ itemId: 'credits', userId: stranger })
      await expect(credits).rejects.toSatisfy(KnownErrors.UserNotFound.isInstance)
      const seats = reader.getItem({ itemId: 'seats', teamId: stranger })
      await expect(seats).rejects.toSatisfy(KnownErrors.TeamNotFound.isInstance)
    }
    await expect(app.getItem({ itemId: 'credits' } as never)).rejects.toThrow('An item needs')
  })
})

describe('a server changes a quantity', () => {
  test('up, down below zero, and down only if enough is left', async () => {
    const { serverUser } = await open()
    const item = await serverUser.getItem('credits')
    await item.increaseQuantity(10)
    expect(await item.tryDecreaseQuantity(11)).toBe(false)
    expect(await item.tryDecreaseQuantity(10)).toBe(true)
    expect(await item.tryDecreaseQuantity(1)).toBe(false)
    expect((await serverUser.getItem('credits')).quantity).toBe(0)
    await item.decreaseQuantity(2)
    expect((await serverUser.getItem('credits')).quantity).toBe(-2)
    await item.increaseQuantity(1)
    expect((await serverUser.getItem('credits')).quantity).toBe(-1)
    expect(item.quantity).toBe(0)
  })

  test('of a team and of a custom customer too', async () => {
    const { serverApp } = await open()
    const team = await serverApp.createTeam({ displayName: 'Team' })
    await (await team.getItem('seats')).increaseQuantity(4)
    expect((await team.getItem('seats')).quantity).toBe(4)
    const calls = () => serverApp.getItem({ itemId: 'calls', customCustomerId: 'acme' })
    await (await calls()).increaseQuantity(7)
    expect((await calls()).quantity).toBe(7)
  })

  test('never below zero with concurrent attempts', async () => {
    const { serverUser } = await open()
    const item = await serverUser.getItem('credits')
    await item.increaseQuantity(5)
    const tried = await Promise.all(Array.from({ length: 20 }, () => item.tryDecreaseQuantity(1)))
    expect(tried.filter(Boolean)).toHaveLength(5)
    expect((await serverUser.getItem('credits')).quantity).toBe(0)
  })

  test('and subscribers of the item see it immediately', async () => {
    const { serverApp, serverUser } = await open()
    const store = serverUser[appInternalsSymbol].item('credits')
    const seen = vi.fn()
    store.subscribe(seen)
    const item = await serverUser.getItem('credits')
    const shown = () => (store.getSnapshot() as { value: { quantity: number } }).value.quantity
    await item.increaseQuantity(5)
    expect(shown()).toBe(5)
    await item.decreaseQuantity(1)
    expect(shown()).toBe(4)
    expect(await item.tryDecreaseQuantity(4)).toBe(true)
    expect(shown()).toBe(0)
    expect(serverApp[appInternalsSymbol].item({ itemId: 'credits', userId: serverUser.id })).toBe(store)
  })

  test.each([
    -1,
    1.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    2 ** 53,
    '1' as unknown as number,
  ])('but not by %s', async (amount) => {
    const { serverUser, takeRequests } = await open()
    const item = await serverUser.getItem('credits')
    takeRequests()
    for (const change of [item.increaseQuantity, item.decreaseQuantity, item.tryDecreaseQuantity]) {
      await expect(change(amount)).rejects.toThrow('non-negative integer')
    }
    expect(takeRequests()).toEqual([])
  })
})

test('a server sends the documented body with server access', async () => {
  const path = 'POST /payments/items/custom/a%2Fb/calls/update-quantity'
  const api = createFakeApi({
    'GET /payments/items/custom/a%2Fb/calls': { id: 'calls', display_name: 'Calls', quantity: 1 },
    [path]: { id: 'change' },
  })
  vi.stubGlobal('fetch', api.fetch)
  const app = new ServerApp({ tokenStore: null, projectId: 'p1', publishableClientKey: 'pck', secretServerKey: 'ssk' })
  const item = await app.getItem({ itemId: 'calls', customCustomerId: 'a/b' })
  await item.increaseQuantity(2)
  await item.decreaseQuantity(3)
  await item.tryDecreaseQuantity(0)
  expect(api.sent.map(({ headers }) => headers.get('x-stack-access-type'))).toEqual(Array(4).fill('server'))
  const changes = api.sent.filter(({ route }) => route === path)
  expect(changes.map(({ url, body }) => [new URL(url).search, body])).toEqual([
    ['?allow_negative=true', { delta: 2 }],
    ['?allow_negative=true', { delta: -3 }],
    ['?allow_negative=false', { delta: 0 }],
  ])
})
