import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { SubscriptionStatus } from '../db/tables.ts'
import { separateServer, type TestServer } from '../testing/index.ts'
import { createShop } from '../testing/shop.ts'
import type { IncludedItem } from './catalog.ts'

let server: TestServer
let now = new Date()
beforeAll(async () => {
  server = await separateServer({ now: () => now })
})

const hour = 3600 * 1000
/** Moments are so many of these apart: few moments, so that many things happen in the same one. */
const step = fc.constantFrom(1, 90, 7000, 12 * hour)
const start = Date.UTC(2026, 0, 20, 12)
const defaultStart = Date.UTC(1973, 0, 1, 12)
const forever = Number.POSITIVE_INFINITY

interface Entry {
  amount: number
  grantedAt: number
  expiresAt: number
}

interface Subscription {
  included: IncludedItem
  quantity: number
  createdAt: number
  from: number
  until: number
}

/** The obvious way: through all moments, one after the other. */
function walk(entries: Entry[], at: number): number {
  const moments = new Map<number, { granted: number; spent: number; expired: number }>()
  const momentOf = (moment: number) => {
    const known = moments.get(moment) ?? { granted: 0, spent: 0, expired: 0 }
    moments.set(moment, known)
    return known
  }
  for (const { amount, grantedAt, expiresAt } of entries) {
    if (grantedAt > at || (amount < 0 && expiresAt <= at)) continue
    if (amount < 0) momentOf(grantedAt).spent -= amount
    else {
      momentOf(grantedAt).granted += amount
      momentOf(expiresAt).expired += amount
    }
  }
  let [granted, expired, used] = [0, 0, 0]
  for (const [moment, what] of [...moments].sort(([a], [b]) => a - b)) {
    if (moment > at) break
    granted += what.granted
    expired += what.expired
    used = Math.max(used + what.spent, expired)
  }
  return granted - used
}

function entriesOf({ included, quantity, createdAt, from, until }: Subscription, at: number): Entry[] {
  const amount = included.quantity * quantity
  if (amount <= 0 || at < from) return []
  const { repeat, expires } = included
  const last = Math.min(at, until)
  if (repeat === 'never' || repeat[0] === 0) {
    return [{ amount, grantedAt: from, expiresAt: expires === 'when-purchase-expires' ? until : forever }]
  }
  if (expires === 'when-repeated') {
    const windows = []
    for (let index = 0; add(createdAt, repeat, index) <= last; index++) {
      windows.push({ amount, grantedAt: add(createdAt, repeat, index), expiresAt: add(createdAt, repeat, index + 1) })
    }
    return windows
  }
  const anchor = expires === 'never' ? Math.min(createdAt, from) : from
  let times = 0
  while (add(anchor, repeat, times) <= last) times++
  return [{ amount: amount * times, grantedAt: from, expiresAt: expires === 'never' ? forever : until }]
}

function add(moment: number, [count, unit]: [number, string], times: number): number {
  const date = new Date(moment)
  if (unit === 'day') return moment + 24 * hour * count * times
  if (unit === 'week') return moment + 7 * 24 * hour * count * times
  if (unit === 'month') return date.setUTCMonth(date.getUTCMonth() + count * times)
  return date.setUTCFullYear(date.getUTCFullYear() + count * times)
}

const repeat = fc.constantFrom<IncludedItem['repeat'][]>(
  'never',
  [0, 'day'],
  [1, 'day'],
  [3, 'day'],
  [1, 'week'],
  [1, 'month'],
  [1, 'year'],
)
const expires = fc.constantFrom<IncludedItem['expires'][]>('never', 'when-purchase-expires', 'when-repeated')
const included = fc.record({ quantity: fc.integer({ min: -1, max: 4 }), repeat, expires })

const status = fc.constantFrom<SubscriptionStatus[]>('active', 'trialing', 'canceled', 'past_due', 'incomplete')
const steps = (min: number, max: number) => fc.integer({ min, max })

const changeBy = (min: number, max: number) =>
  fc.record({ kind: fc.constant('change' as const), delta: steps(min, max), lasts: fc.option(steps(-20, 40)) })

const deed = fc.oneof(
  { weight: 6, arbitrary: changeBy(-9, 9) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('buy' as const), amount: steps(-2, 4), quantity: steps(1, 3) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('subscribe' as const),
      offer: fc.oneof(fc.constantFrom('plan', 'extra', 'gone'), included),
      quantity: steps(1, 3),
      status,
      before: steps(0, 60),
      renewed: steps(0, 20),
      lasts: steps(1, 70),
    }),
  },
)

type Deed = typeof deed extends fc.Arbitrary<infer T> ? T : never

test('quantities are what walking through all moments gives', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({ plan: included, extra: included, free: fc.option(included) }),
      step,
      fc.array(fc.tuple(steps(0, 24), deed), { minLength: 1, maxLength: 16 }),
      steps(0, 80),
      compare,
    ),
    { numRuns: 50, interruptAfterTimeLimit: 100_000 },
  )
}, 120_000)

test('and so they are with an allowance over many days, which is overdrawn at times', async () => {
  const allowance = fc.record({
    quantity: steps(1, 6),
    repeat: fc.constant<IncludedItem['repeat']>([1, 'day']),
    expires: fc.constant('when-repeated' as const),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.record({ plan: included, extra: included, free: allowance }),
      fc.constant(12 * hour),
      fc.array(fc.tuple(steps(1, 60), changeBy(-90, 9)), { minLength: 6, maxLength: 12 }),
      steps(0, 80),
      compare,
    ),
    { numRuns: 25, interruptAfterTimeLimit: 100_000 },
  )
}, 120_000)

interface Offers {
  plan: IncludedItem
  extra: IncludedItem
  free: IncludedItem | null
}

/** Does one thing after the other, and looks after each whether the server has counted as the walk does. */
async function compare(offers: Offers, step: number, deeds: (readonly [number, Deed])[], rest: number) {
  const offer = (includedItem: IncludedItem | null, more: object) =>
    includedItem && { customerType: 'custom', includedItems: { credits: includedItem }, ...more }
  const prices = { monthly: { USD: '1', interval: [1, 'month'] } }
  const shop = await createShop(server, {
    'payments.items.credits': { customerType: 'custom' },
    'payments.groups.plans': {},
    'payments.offers.plan': offer(offers.plan, { groupId: 'plans', prices }),
    'payments.offers.extra': offer(offers.extra, { groupId: 'plans', prices, isAddOnTo: { free: true } }),
    ...(offers.free && {
      'payments.offers.free': offer(offers.free, { groupId: 'plans', prices: 'include-by-default' }),
    }),
  })

  const entries: Entry[] = []
  const subscriptions: (Subscription & { isOfGroup: boolean; isActive: boolean })[] = []
  const expected = (at: number) => {
    const isReplaced = subscriptions.some(
      ({ isOfGroup, isActive, from, until }) => isOfGroup && (isActive || (from <= at && at < until)),
    )
    const byDefault =
      offers.free && !isReplaced
        ? [{ included: offers.free, quantity: 1, createdAt: defaultStart, from: defaultStart, until: forever }]
        : []
    return walk([...entries, ...[...subscriptions, ...byDefault].flatMap((one) => entriesOf(one, at))], at)
  }

  let at = start
  for (const [pause, what] of [...deeds, [rest, undefined] as const]) {
    at += pause * step
    now = new Date(at)
    if (what?.kind === 'change') {
      const expiresAt = what.lasts === null ? undefined : at + what.lasts * step
      await shop.change(what.delta, expiresAt === undefined ? undefined : new Date(expiresAt))
      entries.push({ amount: what.delta, grantedAt: at, expiresAt: expiresAt ?? forever })
    } else if (what?.kind === 'buy') {
      await shop.buyOnce({ credits: { quantity: what.amount } }, what.quantity)
      entries.push({ amount: what.amount * what.quantity, grantedAt: at, expiresAt: forever })
    } else if (what) {
      const createdAt = at - what.before * step
      const from = createdAt + what.renewed * step
      const times = { createdAt, from, until: from + what.lasts * step }
      const offerId = typeof what.offer === 'string' ? what.offer : null
      await shop.subscribe({
        offerId,
        items: typeof what.offer === 'string' ? {} : { credits: what.offer },
        quantity: what.quantity,
        status: what.status,
        createdAt: new Date(createdAt),
        from: new Date(from),
        until: new Date(times.until),
      })
      const given = typeof what.offer === 'string' ? offers[what.offer as 'plan'] : what.offer
      if (given && offerId !== 'gone' && what.status !== 'incomplete') {
        const isActive = what.status === 'active' || what.status === 'trialing'
        subscriptions.push({
          included: given,
          quantity: what.quantity,
          ...times,
          isOfGroup: offerId === 'plan',
          isActive,
        })
      }
    }
    expect(await shop.read()).toBe(expected(at))
  }
}
