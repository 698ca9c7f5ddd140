/** The card provider's maximum payment. */
const maxTotalCents = 99_999_900

/** The card provider's minimum payment. */
export const minTotalCents = 50

/** Parses the digits, because 19.99 * 100 is not exactly 1999. */
export function centsOf(dollars: string): number {
  const [whole = '0', fraction = ''] = dollars.split('.')
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0').slice(0, 2))
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

export function formatCents(cents: number): string {
  return dollars.format(cents / 100)
}

export type Interval = readonly [count: number, unit: 'day' | 'week' | 'month' | 'year']

/** "per month", "every 3 months". */
export function describeInterval([count, unit]: Interval): string {
  return count === 1 ? `per ${unit}` : `every ${count} ${unit}s`
}

/** The server's maximum quantity per purchase. */
const maxQuantity = 1_000_000

/** The maximum quantity for one payment. */
export function maxQuantityOf(unitCents: number): number {
  return unitCents === 0 ? maxQuantity : Math.min(maxQuantity, Math.max(1, Math.floor(maxTotalCents / unitCents)))
}

/** The typed quantity, or undefined if it is invalid. */
export function parseQuantity(text: string, max: number): number | undefined {
  const quantity = /^\d{1,9}$/.test(text.trim()) ? Number(text) : 0
  return quantity >= 1 && quantity <= max ? quantity : undefined
}
