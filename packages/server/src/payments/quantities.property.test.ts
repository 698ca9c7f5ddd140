import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createDatabase } from '../testing/database.ts'
import { openTestServer, type TestServer } from '../testing/index.ts'
import { type Entry, entriesOf, forever, type HeldSubscription, walk } from '../testing/quantity-model.ts'
import { createShop, type TestShop } from '../testing/shop.ts'
import type { IncludedItem } from './catalog.ts'
import type { SubscriptionStatus } from './queries.ts'

/** What ends is looked for in all projects, so these have a database of their own. */
let database: Awaited<ReturnType<typeof createDatabase>>
let server: TestServer
let now = new Date()
beforeAll(async () => {
  database = await createDatabase(inject('databaseUrl'))
  server = await openTestServer(database.url, { now: () => now })
})
afterAll(async () => {
  await server.close()
  await database.drop()
})

const hour = 3600 * 1000
/** Moments are so many of these apart: few moments, so that many things happen in the same one. */
const step = fc.constantFrom(1, 90, 7000, 12 * hour)
const start = Date.UTC(2026, 0, 20, 12)
const defaultStart = Date.UTC(1973, 0, 1, 12)

const repeat = fc.constantFrom<IncludedItem['repeat'][]>(
  'never',
  [0, 'day'],
  [1, 'day'],
  [3, 'day'],
  [1, 'week'],
  [1, 'month'],
  [1, 'year'],
  [20_000, 'day'],
  [9_007_199_254_740_991, 'month'],
)
const expires = fc.constantFrom<IncludedItem['expires'][]>('never', 'when-purchase-expires', 'when-repeated')
const included = fc.record({ quantity: fc.integer({ min: -1, max: 4 }), repeat, expires })

const status = fc.constantFrom<SubscriptionStatus[]>('active', 'trialing', 'canceled', 'past_due', 'incomplete')
const steps = (min: number, max: number) => fc.integer({ min, max })

const changeBy = (min: number, max: number) =>
  fc.record({ kind: fc.constant('change' as const), delta: steps(min, max), lasts: fc.option(steps(-20, 40)) })

/** More than one node keeps, since the last deed. They end together, or one after the other, or in between. */
const changeOften = fc.record({
  kind: fc.constant('change often' as const),
  count: fc.constantFrom(5, 70, 200),
  delta: steps(-3, 2),
  lasts: fc.option(steps(-20, 60)),
  ends: fc.constantFrom(1, 2, 30),
})

const action = fc.oneof(
  { weight: 6, arbitrary: changeBy(-9, 9) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('buy' as const),
      amount: steps(-2, 4),
      quantity: steps(1, 3),
      times: fc.constantFrom(1, 30),
    }),
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
      // More than are read one by one.
      times: fc.constantFrom(1, 1, 24),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('switch' as const),
      which: fc.nat(),
      offerId: fc.option(fc.constantFrom('plan', 'extra', 'gone')),
      quantity: steps(1, 4),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      which: fc.nat(),
      isRenewed: fc.boolean(),
      lasts: steps(0, 70),
      status,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('configure' as const), included }) },
  { weight: 1, arbitrary: changeOften },
)

type Deed = typeof action extends fc.Arbitrary<infer T> ? T : never

test('quantities are what walking through all moments gives', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({ plan: included, extra: included, free: fc.option(included) }),
      step,
      fc.array(fc.tuple(steps(0, 24), action), { minLength: 1, maxLength: 16 }),
      steps(0, 80),
      compare,
    ),
    { numRuns: 40 },
  )
}, 240_000)

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
    { numRuns: 15 },
  )
}, 240_000)

test('and so they are with very many debits, which end together or not, kept up or not', async () => {
  const actions = fc.oneof(changeOften, changeOften, changeBy(-9, 9))
  await fc.assert(
    fc.asyncProperty(
      fc.record({ plan: included, extra: included, free: fc.option(included) }),
      step,
      fc.array(fc.tuple(steps(0, 40), actions), { minLength: 3, maxLength: 14 }),
      steps(0, 80),
      compare,
    ),
    { numRuns: 30 },
  )
}, 240_000)

interface Offers {
  plan: IncludedItem
  extra: IncludedItem
  free: IncludedItem | null
}

/** Does one thing after the other, and looks after each whether the server has counted as the walk does. */
async function compare(given: Offers, step: number, actions: (readonly [number, Deed])[], rest: number) {
  const offers = { ...given }
  const shop = await createShop(server, settingsOf(offers))
  const entries: Entry[] = []
  const subscriptions: Kept[] = []
  let at = start
  for (const [pause, what] of [...actions, [rest, undefined] as const]) {
    const before = at
    at += pause * step
    now = new Date(at)
    if (what?.kind === 'change often') {
      const made = listChanges(what, before, at, step)
      await shop.changeOften(made)
      for (const { delta, at, expiresAt } of made) {
        entries.push({ amount: delta, grantedAt: at.getTime(), expiresAt: expiresAt?.getTime() ?? forever })
      }
    } else if (what?.kind === 'change') {
      const expiresAt = what.lasts === null ? undefined : at + what.lasts * step
      await shop.change(what.delta, expiresAt === undefined ? undefined : new Date(expiresAt))
      entries.push({ amount: what.delta, grantedAt: at, expiresAt: expiresAt ?? forever })
    } else if (what?.kind === 'buy') {
      await shop.buyOnce({ credits: { quantity: what.amount } }, what.quantity, what.times)
      entries.push({ amount: what.amount * what.quantity * what.times, grantedAt: at, expiresAt: forever })
    } else if (what?.kind === 'subscribe') {
      subscriptions.push(...(await subscribe(shop, what, at, step)))
    } else if (what?.kind === 'switch' && subscriptions.length > 0) {
      await switchPlan(shop, subscriptions[what.which % subscriptions.length]!, what, at)
    } else if (what?.kind === 'move' && subscriptions.length > 0) {
      const moved = subscriptions[what.which % subscriptions.length]!
      if (what.isRenewed) moved.from = moved.until
      moved.until = moved.from + what.lasts * step
      moved.status = what.status
      const times = { from: new Date(moved.from), until: new Date(moved.until) }
      await shop.moveSubscription(moved.id, { ...times, status: moved.status })
    } else if (what?.kind === 'configure') {
      offers.plan = what.included
      await shop.project.call('PATCH /internal/config/override', {
        as: 'admin',
        body: { config_override_string: JSON.stringify(settingsOf(offers)) },
      })
    }
    expect(await shop.read()).toBe(expectedAt(at, offers, entries, subscriptions))
  }
}

/** Evenly between the two moments. */
function listChanges(
  { count, delta, lasts, ends }: Extract<Deed, { kind: 'change often' }>,
  from: number,
  until: number,
  step: number,
) {
  return Array.from({ length: count }, (_, index) => ({
    delta,
    at: new Date(from + Math.floor(((until - from) * index) / count)),
    expiresAt: lasts === null ? null : new Date(until + (lasts + (index % ends)) * step),
  }))
}

function settingsOf(offers: Offers) {
  const offer = (includedItem: IncludedItem | null, more: object) =>
    includedItem && { customerType: 'custom', includedItems: { credits: includedItem }, ...more }
  const prices = { monthly: { USD: '1', interval: [1, 'month'] } }
  return {
    'payments.items.credits': { customerType: 'custom' },
    'payments.groups.plans': {},
    'payments.offers.plan': offer(offers.plan, { groupId: 'plans', prices }),
    'payments.offers.extra': offer(offers.extra, { groupId: 'plans', prices, isAddOnTo: { free: true } }),
    ...(offers.free && {
      'payments.offers.free': offer(offers.free, { groupId: 'plans', prices: 'include-by-default' }),
    }),
  }
}

/** A subscription as the server has it, with the items of its own if it is to an offer that is not in the settings. */
interface Kept extends HeldSubscription {
  id: string
  status: SubscriptionStatus
  own: IncludedItem | undefined
}

type Subscribe = Extract<Deed, { kind: 'subscribe' }>

async function subscribe(shop: TestShop, { offer, quantity, status, ...what }: Subscribe, at: number, step: number) {
  const createdAt = at - what.before * step
  const from = createdAt + what.renewed * step
  const until = from + what.lasts * step
  const [offerId, own] = typeof offer === 'string' ? [offer, undefined] : [null, offer]
  const bought = {
    offerId,
    items: own ? { credits: own } : {},
    quantity,
    status,
    createdAt: new Date(createdAt),
    from: new Date(from),
    until: new Date(until),
  }
  const ids = await shop.subscribeOften(bought, what.times)
  const plan = { offerId, included: undefined, quantity, from: -forever, until: forever }
  return ids.map((id): Kept => ({ id, status, own, createdAt, from, until, plans: [{ ...plan }] }))
}

async function switchPlan(shop: TestShop, kept: Kept, to: { offerId: string | null; quantity: number }, at: number) {
  const former = kept.plans.at(-1)!
  const offerId = to.offerId ?? former.offerId
  if (offerId === former.offerId && to.quantity === former.quantity) return
  await shop.switchPlan(kept.id, { offerId, quantity: to.quantity })
  const since = Math.max(at, kept.createdAt)
  // What was not paid for, or replaced in the moment in which it came, was never held.
  if (kept.status === 'incomplete' || former.from >= since) kept.plans.pop()
  former.until = since
  kept.plans.push({ offerId, included: undefined, quantity: to.quantity, from: since, until: forever })
}

function expectedAt(at: number, offers: Offers, entries: Entry[], subscriptions: Kept[]): number {
  const counted = subscriptions.filter(({ status }) => status !== 'incomplete')
  const isReplaced = counted.some(({ plans, status, from, until }) => {
    if (plans.at(-1)!.offerId !== 'plan') return false
    return status === 'active' || status === 'trialing' || (from <= at && at < until)
  })
  const held: HeldSubscription[] = counted.map(({ own, plans, ...subscription }) => ({
    ...subscription,
    plans: plans.map((plan) => ({
      ...plan,
      included: plan.offerId === null ? own : plan.offerId === 'gone' ? undefined : offers[plan.offerId as 'plan'],
    })),
  }))
  if (offers.free && !isReplaced) {
    const plan = { offerId: 'free', included: offers.free, quantity: 1, from: -forever, until: forever }
    held.push({ createdAt: defaultStart, from: defaultStart, until: forever, plans: [plan] })
  }
  return walk([...entries, ...held.flatMap((one) => entriesOf(one, at))], at)
}
