export const forever = Number.POSITIVE_INFINITY

/** An amount that was granted or, if negative, taken. Times are in milliseconds. */
export interface Entry {
  amount: number
  at: number
  expiresAt: number
}

/** The balance at a moment. `used` is what was spent, or expired before it was spent. */
export interface Balance {
  at: number
  granted: number
  expired: number
  used: number
}

export const emptyBalance: Balance = { at: -forever, granted: 0, expired: 0, used: 0 }

/** The number of moments between two checkpoints. */
const momentsPerCheckpoint = 250

/**
 * Advances a balance through all later moments until now: an expiry takes only what was not spent before it. The
 * checkpoints are intermediate balances in the past; none if there was little to process.
 */
export function fold(base: Balance, entries: Iterable<Entry>, now: number) {
  const events = listEvents(entries, base.at, now)
  const checkpoints: Balance[] = []
  let { at, granted, expired, used } = base
  let moments = 0
  let spent = 0
  for (const event of events) {
    if (event.at !== at) {
      used = Math.max(used + spent, expired)
      spent = 0
      if (moments > 0 && moments % momentsPerCheckpoint === 0) checkpoints.push({ at, granted, expired, used })
      moments++
      at = event.at
    }
    if (event.isExpiry) expired += event.amount
    else if (event.amount > 0) granted += event.amount
    else spent -= event.amount
  }
  return { balance: { at, granted, expired, used: Math.max(used + spent, expired) }, checkpoints }
}

interface Event {
  at: number
  amount: number
  isExpiry: boolean
}

function listEvents(entries: Iterable<Entry>, after: number, now: number): Event[] {
  const events: Event[] = []
  const add = (at: number, amount: number, isExpiry: boolean) => {
    if (at > after && at <= now) events.push({ at, amount, isExpiry })
  }
  for (const { amount, at, expiresAt } of entries) {
    // An expired debit counts as if it had never existed.
    if (at > now || (amount < 0 && expiresAt <= now)) continue
    add(at, amount, false)
    if (amount > 0) add(expiresAt, amount, true)
  }
  return events.sort((a, b) => a.at - b.at)
}
