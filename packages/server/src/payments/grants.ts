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

/** What the subscriptions of a customer and the offers that everyone has give of an item, as the settings are now. */
export interface Grants {
  all: (Entry | Series)[]
  /** The same for as long as everything until now would be counted in the same way. */
  hash: string
}

/** Something is given once an interval, from the anchor on, and nothing in an interval that starts after the end. */
interface Series {
  anchor: number
  every: Interval | null
  /** What an interval gives ends with it. */
  isReplaced: boolean
  until: number
  plans: Plan[]
}

interface Plan {
  amount: number
  from: number
  until: number
}

/** Since when everyone has what is included by default. */
const defaultStart = Date.UTC(1973, 0, 1, 12)

export function listGrants(catalog: Catalog, holder: Holder, held: HeldSubscription[], now: number): Grants {
  const paid = held.filter(({ status }) => !neverPaid.has(status))
  const found = [...paid, ...listDefaults(catalog, holder, paid, now)].flatMap((subscription) =>
    subscription.from <= now ? listGrantsOf(catalog, holder.itemId, subscription, now) : [],
  )
  return { all: found, hash: hash('sha256', JSON.stringify(found), 'base64') }
}

/** The entries that have to do with the time after a moment. */
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

/** The default offers that no subscription has replaced, as if everyone had subscribed to them long ago. */
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

/** Plans that give in the same way belong together: whoever changes from one to another gets the larger one, not both. */
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
    // What ends with the purchase ends with the plan.
    if (kind === 'while it is held' && index <= lastOther) continue
    const name = JSON.stringify([kind, every])
    const way = ways.get(name) ?? { kind, every, plans: [] }
    way.plans.push({ amount, from: since, until: plan.until ?? forever })
    ways.set(name, way)
  }
  return [...ways.values()].flatMap(({ kind, every, plans }): (Entry | Series)[] => {
    if (kind === 'while it is held')
      return [{ amount: sumIntervals(from, every, plans, end), at: from, expiresAt: until }]
    // What stays goes on from the beginning, and not again from each renewal.
    const anchor = kind === 'for good' ? Math.min(createdAt, from) : createdAt
    return [{ anchor, every, isReplaced: kind === 'until it repeats', until, plans }]
  })
}

/** What is in the settings counts as it is there now; what was made up for the purchase, as it was then. */
function findIncluded(catalog: Catalog, itemId: string, { offerId, own }: HeldPlan): IncludedItem | undefined {
  if (offerId === null) return own ?? undefined
  const offer = findOffer(catalog, offerId)
  return offer && findIncludedItem(offer, itemId)
}

function kindOf({ expires }: IncludedItem, every: Interval | null): Kind {
  if (expires === 'when-purchase-expires') return 'while it is held'
  return expires === 'when-repeated' && every ? 'until it repeats' : 'for good'
}

/** Of each interval the plan that was held last in it. */
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

/** The interval that a moment is in; -1 before the first. */
function findIndex(anchor: number, every: Interval | null, at: number): number {
  if (at < anchor) return -1
  return every ? countIntervals(anchor, every, at) : 0
}
