import type { IncludedItem } from '../payments/catalog.ts'

/** A grant or, if the amount is negative, a debit. */
export interface Entry {
  amount: number
  grantedAt: number
  expiresAt: number
}

/** A plan that a subscription had for some time, and what it grants. */
export interface HeldPlan {
  offerId: string | null
  included: IncludedItem | undefined
  quantity: number
  from: number
  until: number
}

export interface HeldSubscription {
  createdAt: number
  from: number
  until: number
  /** In order; the last is the current one. */
  plans: HeldPlan[]
}

export const forever = Number.POSITIVE_INFINITY
const day = 24 * 3600 * 1000

/** The naive implementation: goes through all moments in order. */
export function walk(entries: Entry[], at: number): number {
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

type Kind = 'for good' | 'until it repeats' | 'while it is held'
/** Days or months; undefined is never. */
type Schedule = { every: number; unit: 'day' | 'month' } | undefined

/** What it has granted until then, interval by interval. */
export function entriesOf(subscription: HeldSubscription, at: number): Entry[] {
  if (at < subscription.from) return []
  return listGrants(subscription).flatMap((grant) =>
    entriesOfGrant(subscription, grant, Math.min(at, subscription.until)),
  )
}

interface Grant {
  kind: Kind
  schedule: Schedule
  plans: (HeldPlan & { included: IncludedItem })[]
}

/** Grants of the same kind belong together. */
function listGrants({ plans }: HeldSubscription): Grant[] {
  const grants = new Map<string, Grant>()
  const held = plans.at(-1)!.offerId
  const lastOther = plans.findLastIndex(({ offerId }) => offerId !== held)
  for (const [index, { included, ...plan }] of plans.entries()) {
    if (!included || included.quantity * plan.quantity <= 0) continue
    const schedule = scheduleOf(included.repeat)
    const kind = kindOf(included.expires, schedule)
    // Grants that expire with the purchase end with the plan.
    if (kind === 'while it is held' && index <= lastOther) continue
    const name = JSON.stringify([kind, schedule])
    const grant = grants.get(name) ?? { kind, schedule, plans: [] }
    grant.plans.push({ ...plan, included })
    grants.set(name, grant)
  }
  return [...grants.values()]
}

function entriesOfGrant(subscription: HeldSubscription, { kind, schedule, plans }: Grant, until: number): Entry[] {
  const { createdAt, from } = subscription
  const anchor =
    kind === 'while it is held' ? from : kind === 'until it repeats' ? createdAt : Math.min(createdAt, from)
  const entries = []
  for (let index = 0; startOf(anchor, schedule, index) <= until; index++) {
    const [start, end] = [startOf(anchor, schedule, index), startOf(anchor, schedule, index + 1)]
    const amounts = plans
      .filter((plan) => Math.max(plan.from, start) < Math.min(plan.until, end) && plan.from <= until)
      .map((plan) => plan.included.quantity * plan.quantity)
    if (amounts.length === 0) continue
    if (kind === 'while it is held') {
      entries.push({ amount: amounts.at(-1)!, grantedAt: from, expiresAt: subscription.until })
    } else {
      const expiresAt = kind === 'for good' ? forever : end
      entries.push({ amount: Math.max(...amounts), grantedAt: start, expiresAt })
    }
  }
  return entries
}

function kindOf(expires: IncludedItem['expires'], schedule: Schedule): Kind {
  if (expires === 'when-purchase-expires') return 'while it is held'
  return expires === 'when-repeated' && schedule ? 'until it repeats' : 'for good'
}

function scheduleOf(repeat: IncludedItem['repeat']): Schedule {
  if (repeat === 'never' || repeat[0] === 0) return undefined
  const [count, unit] = repeat
  if (unit === 'day' || unit === 'week') return { every: unit === 'day' ? count : 7 * count, unit: 'day' }
  return { every: unit === 'month' ? count : 12 * count, unit: 'month' }
}

function startOf(anchor: number, schedule: Schedule, index: number): number {
  if (index === 0) return anchor
  if (!schedule) return forever
  const { every, unit } = schedule
  if (unit === 'day') return anchor + every * index * day
  const date = new Date(anchor)
  const moment = date.setUTCMonth(date.getUTCMonth() + every * index)
  return Number.isNaN(moment) ? forever : moment
}
