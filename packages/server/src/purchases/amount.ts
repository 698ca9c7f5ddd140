/** The most that the payment provider charges at once. */
export const maxCents = 99_999_999n
/** The least. */
export const minCents = 50n

/** `12.5` → 1250. Exact for amounts of any length, which numbers are not. */
export function toCents(dollars: string): bigint {
  const [whole = '', fraction = ''] = dollars.split('.')
  return BigInt(whole + fraction.padEnd(2, '0'))
}
