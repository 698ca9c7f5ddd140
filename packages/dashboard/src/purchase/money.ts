/** The most that one payment can be, as the card provider takes it. */
const maxTotalCents = 99_999_900

/** The least that the card provider charges. */
export const minTotalCents = 50

/** Whole cents, taken from the digits: 19.99 * 100 is not 1999 for a computer. */
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

/** The most of one thing that the server sells at once. */
const maxQuantity = 1_000_000

/** How many one payment can hold. */
export function maxQuantityOf(unitCents: number): number {
  return unitCents === 0 ? maxQuantity : Math.min(maxQuantity, Math.max(1, Math.floor(maxTotalCents / unitCents)))
}

/** The number that somebody typed, if it is one that can be bought. */
export function parseQuantity(text: string, max: number): number | undefined {
  const quantity = /^\d{1,9}$/.test(text.trim()) ? Number(text) : 0
  return quantity >= 1 && quantity <= max ? quantity : undefined
}
