import { hash } from 'node:crypto'
import {
  type Catalog,
  findIncludedItem,
  findOffer,
  type IncludedItem,
  listDefaultOffers,
  listReplacements,
} from './catalog.ts'
import type { Holder } from './customers.ts'
import { type Entry, forever } from './fold.ts'
import { isActive, neverPaid } from './holdings.ts'
import { addIntervals, countIntervals, type Interval } from './interval.ts'
import type { HeldPlan, HeldSubscription } from './ledger-queries.ts'

/** What a customer's subscriptions and the default offers grant of an item under the current settings. */
export interface Grants {
  all: (Entry | Series)[]
  /** Identical for as long as everything until now is counted in the same way. */
  hash: string
}

/** Granted once per interval, from the anchor on, but not in an interval that starts after the end. */
interface Series {
  anchor: number
  every: Interval | null
  /** Whether each grant expires at the end of its interval. */
  isReplaced: boolean
  until: number
  plans: Plan[]
}

interface Plan {
  amount: number
  from: number
  until: number
}

/** The start of the offers that are included by default. */
const defaultStart = Date.UTC(1973, 0, 1, 12)

export function listGrants(catalog: Catalog, holder: Holder, held: HeldSubscription[], now: number): Grants {
  const paid = held.filter(({ status }) => !neverPaid.has(status))
  const found = [...paid, ...listDefaults(catalog, holder, paid, now)].flatMap((subscription) =>
    subscription.from <= now ? listGrantsOf(catalog, holder.itemId, subscription, now) : [],
  )
  return { all: found, hash: hash('sha256', JSON.stringify(found), 'base64') }
}

/** The entries that affect the time after a moment. */
export function* listEntries({ all }: Grants, after: number, now: number): Iterable<Entry> {
  for (const grant of all) {
    if ('amount' in grant) {
      yield grant
      continue
    }
    const { anchor, every, isReplaced, until, plans } = grant
    for (let index = Math.max(0, findIndex(anchor, every, after)); ; index++) {
      const [at, end] = [startOf(anchor, every, index), startOf(anchor, every, index + 1)]
      if (at > Math.min(now, until)) break
      const amounts = plans.filter((plan) => isWithin(plan, at, end)).map(({ amount }) => amount)
      if (amounts.length > 0) yield { amount: Math.max(...amounts), at, expiresAt: isReplaced ? end : forever }
    }
  }
}

/** The default offers that no subscription has replaced, as if every customer had subscribed to them long ago. */
function listDefaults(
  catalog: Catalog,
  { customer }: Holder,
  held: HeldSubscription[],
  now: number,
): HeldSubscription[] {
  return listDefaultOffers(catalog, customer.type).flatMap((offer) => {
    const replacements = listReplacements(catalog, offer)
    const isReplaced = held.some(({ status, from, until, plans }) => {
      const offerId = plans.at(-1)!.offerId
      return (
        offerId !== null && replacements.includes(offerId) && (isActive({ status }) || (from <= now && now < until))
      )
    })
    if (isReplaced) return []
    const plan: HeldPlan = { offerId: offer.offerId, own: null, quantity: 1, from: null, until: null }
    return [{ status: 'active', createdAt: defaultStart, from: defaultStart, until: forever, plans: [plan] }]
  })
}

type Kind = 'for good' | 'until it repeats' | 'while it is held'

/**
 * Plans that grant in the same way belong together: a customer who switches from one to another gets the larger grant,
 * not both.
 */
function listGrantsOf(
  catalog: Catalog,
  itemId: string,
  { createdAt, from, until, plans }: HeldSubscription,
  now: number,
): (Entry | Series)[] {
  const heldNow = plans.at(-1)!.offerId
  const lastOther = plans.findLastIndex(({ offerId }) => offerId !== heldNow)
  const end = Math.min(now, until)
  const ways = new Map<string, { kind: Kind; every: Interval | null; plans: Plan[] }>()
  for (const [index, plan] of plans.entries()) {
    const included = findIncluded(catalog, itemId, plan)
    const amount = (included?.quantity ?? 0) * plan.quantity
    const since = plan.from ?? -forever
    if (!included || amount <= 0 || since > end) continue
    const every = readInterval(included.repeat)
    const kind = kindOf(included, every)
    // Grants that expire with the purchase end with the plan.
    if (kind === 'while it is held' && index <= lastOther) continue
    const name = JSON.stringify([kind, every])
    const way = ways.get(name) ?? { kind, every, plans: [] }
    way.plans.push({ amount, from: since, until: plan.until ?? forever })
    ways.set(name, way)
  }
  return [...ways.values()].flatMap(({ kind, every, plans }): (Entry | Series)[] => {
    if (kind === 'while it is held')
      return [{ amount: sumIntervals(from, every, plans, end), at: from, expiresAt: until }]
    // Permanent grants continue from the start and are not granted again at each renewal.
    const anchor = kind === 'for good' ? Math.min(createdAt, from) : createdAt
    return [{ anchor, every, isReplaced: kind === 'until it repeats', until, plans }]
  })
}

/** Configured offers count with their current settings, inline offers as they were when bought. */
function findIncluded(catalog: Catalog, itemId: string, { offerId, own }: HeldPlan): IncludedItem | undefined {
  if (offerId === null) return own ?? undefined
  const offer = findOffer(catalog, offerId)
  return offer && findIncludedItem(offer, itemId)
}

function kindOf({ expires }: IncludedItem, every: Interval | null): Kind {
  if (expires === 'when-purchase-expires') return 'while it is held'
  return expires === 'when-repeated' && every ? 'until it repeats' : 'for good'
}

/** The plan that was held last in each interval. */
function sumIntervals(anchor: number, every: Interval | null, plans: Plan[], until: number): number {
  const count = findIndex(anchor, every, until) + 1
  if (plans.length === 1 && plans[0]!.from <= anchor && plans[0]!.until === forever) return plans[0]!.amount * count
  let sum = 0
  for (let index = 0; index < count; index++) {
    const [start, end] = [startOf(anchor, every, index), startOf(anchor, every, index + 1)]
    sum += plans.findLast((plan) => isWithin(plan, start, end))?.amount ?? 0
  }
  return sum
}

function isWithin(plan: Plan, start: number, end: number): boolean {
  return Math.max(plan.from, start) < Math.min(plan.until, end)
}

function readInterval(repeat: IncludedItem['repeat']): Interval | null {
  return repeat === 'never' || repeat[0] === 0 ? null : repeat
}

function startOf(anchor: number, every: Interval | null, index: number): number {
  if (index === 0) return anchor
  return every ? addIntervals(anchor, every, index) : forever
}

/** The interval that contains a moment; -1 before the first. */
function findIndex(anchor: number, every: Interval | null, at: number): number {
  if (at < anchor) return -1
  return every ? countIntervals(anchor, every, at) : 0
}
